/**
 * `mailroom erase-member EMAIL`: deletes a member's account, and replaces the member's email address wherever
 * it is kept. The record of what happened to campaigns, including the amounts, is kept under a pseudonym.
 */
import { recordRevokedAccess } from '#lib/auth/revocation-events.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { Erased } from '#lib/store/member-data.ts';
import { NAME_CHOICES, type NameInTexts } from '#lib/store/name-choice.ts';
import { nameCommand, readArguments, readFirstLine, runCommand, UsageError, withStore } from './command.ts';
import { describeRevokedAccess, recorderFor, VIA } from './command-activity.ts';

const TRANSFER_OPTION = 'transfer-links-to';
const NAME_OPTION = 'name-in-texts';
const USAGE = `Usage: ${nameCommand('erase-member')} EMAIL [--${TRANSFER_OPTION} EMAIL] [--${NAME_OPTION} ${NAME_CHOICES.join('|')}] [--yes]. \
Deletes the account, and replaces the member’s email address everywhere else. Payments, mailings, and other actions \
stay in the activity, under a pseudonym. This can’t be undone. The member’s open share links are revoked, or another \
member takes them over. If texts that people typed contain the member’s name, choose whether to keep or to replace \
it. With --yes, the command doesn’t ask for confirmation.`;

/** @throws UsageError if the choice is invalid */
function readNameChoice(given: string | undefined): NameInTexts | undefined {
  const choice = NAME_CHOICES.find((each) => each === given);
  if (given !== undefined && choice === undefined)
    throw new UsageError(`--${NAME_OPTION} has an invalid value. ${USAGE}`);
  return choice;
}

async function main(): Promise<void> {
  const given = readArguments({
    usage: USAGE,
    count: 1,
    options: [TRANSFER_OPTION, NAME_OPTION],
    flags: ['yes'],
  });
  if (given === null) return;
  const [email = ''] = given.values;
  const transferTo = given.options.get(TRANSFER_OPTION);
  const nameInTexts = readNameChoice(given.options.get(NAME_OPTION));
  if (!given.flags.has('yes') && !(await confirmErasing(email))) throw new UsageError('Nothing was erased.');
  await withStore(async (db) => {
    const { eraseMember } = await import('#lib/store/member-data.ts');
    const erased = await db.transaction(async (tx) => {
      const outcome = await eraseMember(tx, email, { transferTo, nameInTexts });
      if (outcome.result !== 'erased') return outcome;
      const [record, member] = [recorderFor(tx), { id: outcome.memberId, email: outcome.pseudonym }];
      await recordRevokedAccess(record, member, outcome.revokedAccess, { via: VIA });
      await record({ name: 'member.erased', about: member, details: { via: VIA } });
      return outcome;
    });
    if (erased.result !== 'erased') throw new UsageError(describeRefusal(erased, email, transferTo));
    console.log(`Erased ${email}. In the activity, ${erased.pseudonym} stands for the member.`);
    const summary = describeRevokedAccess(erased.revokedAccess);
    if (summary !== '') console.log(summary);
    console.log('Backups still contain the member. If you restore one, erase the member again.');
  });
}

/** If standard input ends, for example because no one is at the terminal, nothing is erased. */
async function confirmErasing(email: string): Promise<boolean> {
  process.stderr.write(`This can’t be undone. To erase ${email}, type the address again: `);
  const answer = await readFirstLine();
  return answer.trim().toLowerCase() === email.toLowerCase();
}

/** The number of texts that a message quotes. */
const QUOTED_TEXTS = 5;
const QUOTED_LENGTH = 100;

function describeNameInTexts(name: string, texts: readonly string[]): string {
  const quoted = [...new Set(texts)]
    .slice(0, QUOTED_TEXTS)
    .map((text) => `  ${text.slice(0, QUOTED_LENGTH)}`);
  return `Nothing was erased. People typed the member’s name, ${name}, in ${formatPlural(texts.length, 'text')}, for example:
${quoted.join('\n')}
The name could also mean something else. To leave these texts as they are, add --${NAME_OPTION} keep. To replace the name in \
all of them, add --${NAME_OPTION} replace.`;
}

function describeRefusal(
  refused: Exclude<Erased, { result: 'erased' }>,
  email: string,
  transferTo: string | undefined,
): string {
  switch (refused.result) {
    case 'missing':
      return `No member has the address ${email}.`;
    case 'last_admin':
      return `${email} is the only admin, and the team needs one. Add another admin first.`;
    case 'not_recipient':
      return `${transferTo} can’t have share links. Choose another sender or admin whose account isn’t disabled.`;
    case 'name_in_texts':
      return describeNameInTexts(refused.name, refused.texts);
    case 'unfinished': {
      const parts = [
        refused.attempts > 0 && formatPlural(refused.attempts, 'action'),
        refused.jobs > 0 && formatPlural(refused.jobs, 'bulk job'),
      ];
      return `${email} has ${parts.filter(Boolean).join(' and ')} whose outcome isn’t known yet. Disable the member, resolve the \
unknown outcomes in the console, and then erase the member.`;
    }
  }
}

await runCommand(main, 'Stop the console first, or use a PostgreSQL database.');
