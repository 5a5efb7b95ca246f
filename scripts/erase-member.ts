/**
 * `mailroom erase-member EMAIL`: deletes a member's account, and replaces the member's email address and name wherever
 * they are kept. What happened to campaigns, and for which amounts, stays under a pseudonym.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { recordRevokedAccess } from '#lib/auth/revocation-events.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { Erased } from '#lib/store/member-data.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';
import { describeRevokedAccess, recorderFor, VIA } from './command-activity.ts';

const TRANSFER_OPTION = 'transfer-links-to';
const USAGE = `Usage: ${nameCommand('erase-member')} EMAIL [--${TRANSFER_OPTION} EMAIL] [--yes]. Deletes the account, and replaces \
the member’s email address and name everywhere else. Payments, mailings, and other actions stay in the activity, under \
a pseudonym. This can’t be undone. The member’s open share links are revoked, or another member takes them over. With \
--yes, the command doesn’t ask for confirmation.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    strict: false,
    allowPositionals: true,
    options: {
      [TRANSFER_OPTION]: { type: 'string' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help !== undefined) return console.log(USAGE);
  const [email, ...rest] = positionals;
  const { [TRANSFER_OPTION]: transferTo, yes, ...unknown } = values;
  if (
    email === undefined ||
    rest.length > 0 ||
    Object.keys(unknown).length > 0 ||
    typeof transferTo === 'boolean'
  )
    throw new UsageError(USAGE);
  const settings = readStoreEnv(process.env);
  if (yes !== true && !(await confirmErasing(email))) throw new UsageError('Nothing was erased.');
  const [{ openStore }, { eraseMember }] = await Promise.all([
    import('#lib/store/open.ts'),
    import('#lib/store/member-data.ts'),
  ]);
  createOnlyPrivateFiles();
  const { db, close } = await openStore(settings);
  try {
    const erased = await db.transaction(async (tx) => {
      const outcome = await eraseMember(tx, email, transferTo);
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
  } finally {
    await close();
  }
}

async function confirmErasing(email: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `This can’t be undone. To erase ${email}, type the address again: `,
    );
    return answer.trim().toLowerCase() === email.toLowerCase();
  } finally {
    terminal.close();
  }
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
