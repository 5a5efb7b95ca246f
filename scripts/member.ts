/**
 * npm run member -- add EMAIL --role ROLE
 * Adds a member of the console, or gives one who is there another role and password. The password comes from
 * MEMBER_PASSWORD, or else from standard input.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from '#lib/auth/password.ts';
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { isRole, ROLES, type Role } from '#lib/domain/permissions.ts';
import { EnvError, readStoreEnv } from '#lib/env/env.ts';

const USAGE = `Usage: npm run member -- add EMAIL --role ROLE, where ROLE is one of ${ROLES.join(', ')}. \
The password is read from MEMBER_PASSWORD or from standard input.`;

/** Something that whoever runs this can put right. */
class Wrong extends Error {}

/** Null when it was asked how this is used. */
function readArguments(args: string[]): { email: string; role: Role } | null {
  // Not strict, for the parser's own words of what is wrong are none for people.
  const { positionals, values } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help !== undefined) return null;
  const strange = Object.keys(values).find((name) => name !== 'role');
  if (strange !== undefined) {
    throw new Wrong(`Unknown option ${strange.length === 1 ? '-' : '--'}${strange}. ${USAGE}`);
  }
  const [command, email, ...rest] = positionals;
  if (command !== 'add' || email === undefined || rest.length > 0) throw new Wrong(USAGE);
  if (
    email.length > 254 ||
    !/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+\.[\x21-\x3f\x41-\x7e]+$/.test(email)
  ) {
    throw new Wrong(`${JSON.stringify(email)} is not an email address.`);
  }
  if (!isRole(values.role)) throw new Wrong(`Set a role with --role: ${ROLES.join(', ')}.`);
  return { email, role: values.role };
}

async function readPassword(): Promise<string> {
  if (process.env.MEMBER_PASSWORD === undefined && process.stdin.isTTY) process.stderr.write('Password: ');
  // A line typed or piped in ends with a line break, which is not part of the password.
  const password = process.env.MEMBER_PASSWORD ?? (await firstLine());
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
    throw new Wrong(
      `The password, from MEMBER_PASSWORD or standard input, must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`,
    );
  }
  return password;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted === null) return console.log(USAGE);
  const { email, role } = wanted;
  const settings = readStoreEnv(process.env);
  const passwordHash = await hashPassword(await readPassword());
  // Loaded only now: what is wrong with the arguments is said at once, and the database takes its time.
  const [{ openStore }, { upsertMember }] = await Promise.all([
    import('#lib/store/open.ts'),
    import('#lib/store/members.ts'),
  ]);
  const { db, close } = await openStore(settings);
  const what = await upsertMember(db, { email, role, passwordHash });
  await close();
  if (what === 'last_admin')
    throw new Wrong(`${email} is the only admin, and the team needs one. Add another admin first.`);
  console.log(
    what === 'added' ? `Added ${email} as ${role}.` : `Updated ${email}: role ${role}, new password.`,
  );
}

try {
  await main();
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof FolderInUse) {
    return `The data folder ${error.folder} is in use, most likely by the running console. Stop the console first, or give \
both a PostgreSQL database with DATABASE_URL, where members can be added while the console runs.`;
  }
  if (error instanceof Wrong || error instanceof EnvError) return error.message;
  // A database that can't be reached has a code and no words that help.
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? undefined : `The database can’t be opened (${code}). Check DATABASE_URL.`;
}
