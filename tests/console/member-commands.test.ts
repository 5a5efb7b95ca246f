/** Tests the commands that export and erase a member. Every command runs as a child process. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { upsertMember } from '#lib/store/member-changes.ts';
import { openStore } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { members } from '#lib/store/schema/members.ts';
import { titlesAndNotes } from '#lib/store/schema/titles-and-notes.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from './support/settings.ts';

// Programs can start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const { folder, remove } = temporaryFolder();
const location = { databaseUrl: undefined, dataFolder: folder };
const ADMIN = 'admin@example.com';
const ANN = 'ann@example.com';

beforeAll(async () => {
  await prepareConsoleDatabase(folder);
  const { db, close } = await openStore(location);
  await upsertMember(db, { email: ADMIN, role: 'admin', passwordHash: 'hash' });
  await upsertMember(db, { email: ANN, role: 'sender', passwordHash: 'hash-of-password' });
  await close();
});
afterAll(() => remove());

const runMailroom = (args: readonly string[], input?: string) =>
  runNode(['--conditions=react-server', 'scripts/mailroom.ts', ...args], {
    env: { DATABASE_URL: undefined, MAILROOM_DATA: folder },
    input,
  });

async function readEvents(name: 'member.exported' | 'member.erased') {
  const { db, close } = await openStore(location);
  const rows = await db.select().from(activity);
  await close();
  return rows.filter(({ operation }) => operation === name);
}

it('export-member prints JSON without secrets, or writes it to a private file, and records the export', async () => {
  const { code, out } = await runMailroom(['export-member', ANN]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ format: 'mailroom-member', data: { members: [{ email: ANN }] } });
  expect(out).not.toContain('hash-of-password');
  const file = join(folder, 'ann.json');
  expect(await runMailroom(['export-member', ANN, '--output', file])).toMatchObject({ code: 0, out: '' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ data: { members: [{ email: ANN }] } });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await runMailroom(['export-member', ANN, '--output', file]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('can’t be written (EEXIST)') });
  expect(await readEvents('member.exported')).toMatchObject(
    Array.from({ length: 3 }, () => ({ about: ANN, by: null, details: { via: 'command_line' } })),
  );
});

it('erase-member asks what to do with texts that contain the member’s name, and erases nothing if no one answers', async () => {
  const { db, close } = await openStore(location);
  await db.update(members).set({ name: 'May' }).where(eq(members.email, ANN));
  const note = { changedBy: ADMIN, revision: 1 };
  await db.insert(titlesAndNotes).values({ ...note, campaignId: 1, title: 'Mail in May' });
  await close();
  expect(await runMailroom(['erase-member', ANN, '--yes'])).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Nothing was erased\..* May, in 1 text, for example:\n {2}Mail in May\n/),
  });
  expect(await runMailroom(['erase-member', ANN], '')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was erased.'),
  });
});

it('commands don’t print the values in a failed query', async () => {
  const { db, close } = await openStore(location);
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused %', new.password_hash; end $$`);
  await db.execute(
    sql`create trigger refuse before insert on members for each row execute function refuse()`,
  );
  await close();
  const result = await runMailroom(
    ['member', 'add', 'jo@example.com', '--role', 'viewer'],
    'Zk3n5Qh7Lm9pRs2t\n',
  );
  const opened = await openStore(location);
  await opened.db.execute(sql`drop trigger refuse on members`);
  await opened.close();
  expect(result).toMatchObject({ code: 1, out: '' });
  expect(result.err).toMatch(/^\{"message":"The command failed\.",.*\}\n$/);
  expect(result.err).not.toMatch(/scrypt|jo@example\.com|Zk3n5/);
});

it('erase-member asks for the email address again, and replaces the member with a pseudonym', async () => {
  const refused = await runMailroom(['erase-member', ANN], 'yes\n');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was erased.') });
  expect(await runMailroom(['erase-member', ADMIN, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is the only admin'),
  });
  const { code, out } = await runMailroom(['erase-member', ANN, '--name-in-texts', 'keep'], `${ANN}\n`);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Erased ann@example.com. In the activity, former-member-[\da-f]{8}@erased.invalid stands for the member.\n/,
  );
  const [event] = await readEvents('member.erased');
  expect(out).toContain(String(event?.about));
  expect(await readEvents('member.exported')).toMatchObject(
    Array.from({ length: 3 }, () => ({ about: event?.about })),
  );
  expect(await runMailroom(['erase-member', ANN, '--yes'])).toMatchObject({
    code: 1,
    err: `No member has the address ${ANN}.\n`,
  });
});

it.each([['export-member'], ['erase-member']])('%s explains its arguments', async (command) => {
  expect(await runMailroom([command, '--help'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: mailroom/),
  });
  for (const args of [[command], [command, ANN, 'more'], [command, ANN, '--unknown']])
    expect(await runMailroom(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Usage: mailroom'),
    });
});
