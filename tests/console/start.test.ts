/** The console's programs from outside: what they print, and how they end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifyPassword } from '#lib/auth/password.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { openStore } from '#lib/store/open.ts';
import { findSecret } from '../support/canary.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { API_KEY, ORIGIN, SECRET, temporaryFolder, useSettings } from './support/settings.ts';

// Programs take a while to start where others are busy.
vi.setConfig({ testTimeout: 180_000 });

const { folder, remove } = temporaryFolder();
beforeAll(async () => {
  useSettings({ MAILROOM_DATA: folder });
  await prepareConsoleDatabase(folder);
});
afterAll(() => remove());

interface Run {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(args: readonly string[], { env = {} }: Run = {}) {
  const child = spawn(process.execPath, ['--conditions=react-server', ...args], {
    env: { ...process.env, MEMBER_PASSWORD: undefined, ...env },
    stdio: 'pipe',
  });
  started.push(child);
  return child;
}

async function run(args: readonly string[], options: Run = {}) {
  const child = start(args, options);
  child.stdin.end(options.input ?? '');
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

const add = (args: readonly string[], options?: Run) => run(['scripts/member.ts', ...args], options);
const CONSOLE = ['--input-type=module', '-e'];
const STARTED = `const { startConsole } = await import('#lib/start-console.ts'); await startConsole();`;

describe('npm run member', () => {
  it('adds a member, with the password from standard input, then changes role and password', async () => {
    const email = 'New@Mailroom.test';
    expect(await add(['add', email, '--role', 'sender'], { input: 'first password\n' })).toMatchObject({
      code: 0,
      out: `Added ${email} as sender.\n`,
    });
    const again = await add(['add', email, '--role', 'admin'], {
      env: { MEMBER_PASSWORD: 'second password' },
    });
    expect(again).toMatchObject({ code: 0, out: `Updated ${email}: role admin, new password.\n` });
    const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: folder });
    const row = await findMemberByEmail(db, email);
    await close();
    expect(row).toMatchObject({ email: 'new@mailroom.test', role: 'admin' });
    expect(await verifyPassword('second password', row?.passwordHash)).toBe(true);
    expect(await verifyPassword('first password', row?.passwordHash)).toBe(false);
  });

  it.each(['--help', '-h'])('says how it is used when asked with %s', async (option) => {
    expect(await add([option])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run member -- add EMAIL --role ROLE, .*viewer, sender, admin/),
      err: '',
    });
  });

  const good = ['add', 'a@b.example', '--role', 'viewer'];
  it.each<[string, string[], Run, RegExp]>([
    ['no command', [], {}, /Usage:/],
    ['a smuggled address', ['add', 'a b@c.example', '--role', 'viewer'], {}, /not an email address/],
    ['an unknown role', ['add', 'a@b.example', '--role', 'owner'], {}, /viewer, sender, admin/],
    ['an unknown option', [...good, '--password', 'x'], {}, /^Unknown option --password\. Usage:/],
    ['no role after --role', ['add', 'a@b.example', '--role'], {}, /^Set a role with --role/],
    ['a short password', good, { env: { MEMBER_PASSWORD: 'short' } }, /8 to 200 characters/],
    ['a wrong database', good, { env: { DATABASE_URL: 'mysql://x' }, input: 'a password\n' }, /DATABASE_URL/],
    [
      'a database that is not there',
      good,
      { env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, input: 'a password\n' },
      /DATABASE_URL/,
    ],
  ])('with %s says so in a sentence and ends with 1', async (_, args, options, sentence) => {
    const { code, out, err } = await add(args, options);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\bat .*:\d+/);
  });
});

describe('the start of the console', () => {
  it('names every wrong setting at once and ends with 1', async () => {
    const env = { DIRECTMAIL_BASE_URL: '', NEXTAUTH_URL: 'nowhere', NEXTAUTH_SECRET: 'short' };
    const { code, err } = await run([...CONSOLE, STARTED], { env });
    expect(code).toBe(1);
    for (const name of Object.keys(env)) expect(err).toContain(name);
    expect(err).not.toMatch(/\bat .*:\d+/);
  });

  it('is refused on a folder that another console holds, until that one ends, however it ends', async () => {
    const holder = start([...CONSOLE, `${STARTED} console.log('open'); setInterval(() => {}, 1_000);`]);
    await once(holder.stdout, 'data');
    expect(await run([...CONSOLE, STARTED])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in use by another program/),
    });
    expect(await add(['add', 'a@b.example', '--role', 'viewer'], { input: 'a password\n' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Stop the console first, .*DATABASE_URL/),
    });
    holder.kill('SIGKILL');
    await once(holder, 'close');
    expect(await run([...CONSOLE, `${STARTED} process.exit(0)`])).toMatchObject({ code: 0, err: '' });
  });

  it('prints a link that sets it up while nobody is a member, a new one each time, and logs none', async () => {
    const { folder: empty, remove: removeEmpty } = temporaryFolder();
    onTestFinished(removeEmpty);
    await prepareConsoleDatabase(empty);
    const env = { MAILROOM_DATA: empty, LOG_LEVEL: 'debug' };
    const starts = () => run([...CONSOLE, `${STARTED} process.exit(0)`], { env });
    const [first, second] = [await starts(), await starts()];
    const link = new RegExp(`^Mailroom has no admin yet.*\n +${ORIGIN}/join/\\S+\n$`);
    for (const { code, out, err } of [first, second]) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(link);
    }
    expect(second.out).not.toBe(first.out);
    const password = { input: 'a password\n', env };
    expect(await add(['add', 'first@mailroom.test', '--role', 'admin'], password)).toMatchObject({ code: 0 });
    expect(await starts()).toMatchObject({ code: 0, out: '' });
    expect(await add(['add', 'first@mailroom.test', '--role', 'viewer'], password)).toEqual({
      code: 1,
      out: '',
      err: 'first@mailroom.test is the only admin, and the team needs one. Add another admin first.\n',
    });
  });

  it('says when its database is not there', async () => {
    const { code, err } = await run([...CONSOLE, STARTED], {
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    });
    expect(code).toBe(1);
    expect(err).toMatch(/ECONNREFUSED.*DATABASE_URL/);
  });

  it('logs what went wrong with the service, and neither key nor secret, however written', async () => {
    const failing = `const { sendToService } = await import('#lib/upstream/client.ts');
      await sendToService('cancelCampaign', { id: 1 });
      await sendToService('previewTemplate', { id: 'x' }, { email: 'a@b.example' });`;
    const { out, err } = await run([...CONSOLE, failing], { env: { LOG_LEVEL: 'debug' } });
    expect(out).toContain('"operation":"cancelCampaign"');
    expect([API_KEY, SECRET].flatMap((secret) => findSecret(secret, out + err))).toEqual([]);
  });
});
