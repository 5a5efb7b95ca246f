/**
 * `mailroom member add EMAIL --role ROLE`: adds a member, or changes an existing member's role and
 * password. The command reads the password from MEMBER_PASSWORD or from standard input. Ends the member's sessions
 * and revokes the member's API tokens. Revokes the member's open share links and invitations if the new role can't
 * share or invite. With --transfer-links-to, another member takes over the share links.
 */
import { hashPassword } from '#lib/auth/password.ts';
import { recordRevokedAccess } from '#lib/auth/revocation-events.ts';
import { findPasswordWeakness } from '#lib/auth/weak-password.ts';
import { isRole, ROLES, type Role } from '#lib/domain/permissions.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { describePasswordWeakness } from '#lib/format/password.ts';
import { MAX_PASSWORD_LENGTH, MIN_MEMBER_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { nameCommand, readArguments, readFirstLine, runCommand, UsageError, withStore } from './command.ts';
import { describeRevokedAccess, recorderFor, VIA } from './command-activity.ts';

const USAGE = `Usage: ${nameCommand('member')} add EMAIL --role ROLE, where ROLE is one of ${ROLES.join(', ')}. If \
members with the role can’t share campaigns, the member’s open share links are revoked. With \
--transfer-links-to EMAIL, another member takes over the links. The member’s API tokens are always revoked. The \
password is read from MEMBER_PASSWORD or from standard input.`;

const TRANSFER_OPTION = 'transfer-links-to';

/** Returns null if the command line contains --help. */
function readAccount(): { email: string; role: Role; transferTo: string | undefined } | null {
  const given = readArguments({ usage: USAGE, count: 2, options: ['role', TRANSFER_OPTION] });
  if (given === null) return null;
  const [command, email = ''] = given.values;
  if (command !== 'add') throw new UsageError(USAGE);
  if (
    email.length > 254 ||
    !/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+\.[\x21-\x3f\x41-\x7e]+$/.test(email)
  ) {
    throw new UsageError(`${JSON.stringify(email)} is not an email address.`);
  }
  const role = given.options.get('role');
  if (!isRole(role)) throw new UsageError(`Set a role with --role: ${ROLES.join(', ')}.`);
  return { email, role, transferTo: given.options.get(TRANSFER_OPTION) };
}

/** @param email the member's email address. A password that is similar to this address is rejected. */
async function readPassword(email: string): Promise<string> {
  if (process.env.MEMBER_PASSWORD === undefined && process.stdin.isTTY) process.stderr.write('Password: ');
  const password = process.env.MEMBER_PASSWORD ?? (await readFirstLine({ isHidden: true }));
  if (password.length < MIN_MEMBER_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new UsageError(
      `The password, from MEMBER_PASSWORD or standard input, must have ${MIN_MEMBER_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
  const weakness = await findPasswordWeakness(password, email);
  if (weakness) throw new UsageError(describePasswordWeakness(weakness));
  return password;
}

async function main(): Promise<void> {
  const account = readAccount();
  if (account === null) return;
  const { email, role, transferTo } = account;
  // Report invalid settings before asking for the password.
  readStoreEnv(process.env);
  const passwordHash = await hashPassword(await readPassword(email));
  await withStore(
    async (db) => {
      const { upsertMember } = await import('#lib/store/member-changes.ts');
      const upserted = await db.transaction(async (tx) => {
        const outcome = await upsertMember(tx, { email, role, passwordHash }, transferTo);
        if (!('revokedAccess' in outcome)) return outcome;
        const name = outcome.result === 'added' ? 'member.added' : 'member.changed';
        const record = recorderFor(tx);
        const member = { id: outcome.memberId, email: email.toLowerCase() };
        await record({ name, about: member, details: { role, via: VIA } });
        await recordRevokedAccess(record, member, outcome.revokedAccess, { via: VIA });
        return outcome;
      });
      if (!('revokedAccess' in upserted))
        throw new UsageError(
          upserted.result === 'last_admin'
            ? `${email} is the only admin, and the team needs one. Add another admin first.`
            : `${transferTo} can’t have share links. Choose another sender or admin whose account isn’t disabled.`,
        );
      console.log(
        upserted.result === 'added'
          ? `Added ${email} as ${role}.`
          : `Updated ${email}: role ${role}, new password.`,
      );
      const summary = describeRevokedAccess(upserted.revokedAccess);
      if (summary !== '') console.log(summary);
    },
    { createsDatabase: true },
  );
}

await runCommand(
  main,
  'Stop the console first. To add members while the console is running, set DATABASE_URL to the same PostgreSQL database \
for the console and this command.',
);
