/**
 * Adds several members with the same password, for the demo and the browser tests. The arguments are
 * EMAIL=ROLE pairs. The script reads the password from MEMBER_PASSWORD, or its hash from
 * MEMBER_PASSWORD_HASH. Running `npm run member` for each member would be slow, because each run opens the
 * database.
 */
import { hashPassword } from '#lib/auth/password.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { isRole } from '#lib/domain/permissions.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { upsertMember } from '#lib/store/member-changes.ts';
import { openStore } from '#lib/store/open.ts';

createOnlyPrivateFiles();
const { MEMBER_PASSWORD = '', MEMBER_PASSWORD_HASH } = process.env;
const passwordHash = MEMBER_PASSWORD_HASH ?? (await hashPassword(MEMBER_PASSWORD));
const { db, close } = await openStore(readStoreEnv(process.env));
for (const argument of process.argv.slice(2)) {
  const [email = '', role] = argument.split('=');
  if (!isRole(role)) throw new Error(`The argument ${argument} doesn’t include a role.`);
  await upsertMember(db, { email, role, passwordHash });
}
await close();
