/**
 * Adds several members with one password at once, for the demo and the browser tests: what `npm run member` does for
 * one, with a single opening of the database, which is what takes the time. Arguments: EMAIL=ROLE …; MEMBER_PASSWORD.
 */
import { hashPassword } from '#lib/auth/password.ts';
import { isRole } from '#lib/domain/permissions.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { upsertMember } from '#lib/store/members.ts';
import { openStore } from '#lib/store/open.ts';

const passwordHash = await hashPassword(process.env.MEMBER_PASSWORD ?? '');
const { db, close } = await openStore(readStoreEnv(process.env));
for (const argument of process.argv.slice(2)) {
  const [email = '', role] = argument.split('=');
  if (!isRole(role)) throw new Error(`${argument} has no role`);
  await upsertMember(db, { email, role, passwordHash });
}
await close();
