/** Tests the output and exit codes of the console's programs. Every program runs as a child process. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifyPassword } from '#lib/auth/password.ts';
import { queryActivity } from '#lib/store/activity.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { openStore, storeFolder } from '#lib/store/open.ts';
import { insertShareLink } from '#lib/store/share-links.ts';
import { startProgram } from '#scripts/program.ts';
import { findSecret } from '../support/canary.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { runNode } from '../support/run-node.ts';
import { API_KEY, ORIGIN, SECRET, temporaryFolder, useSettings } from './support/settings.ts';

// Programs can start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const { folder, remove } = temporaryFolder();
beforeAll(async () => {
  useSettings({ MAILROOM_DATA: folder });
  await prepareConsoleDatabase(folder);
});
afterAll(() => remove());

interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

const CONDITION = '--conditions=react-server';
const runProgram = (args: readonly string[], { env, input }: RunOptions = {}) =>
  runNode([CONDITION, ...args], { env: { MEMBER_PASSWORD: undefined, ...env }, input });
const runMemberScript = (args: readonly string[], options?: RunOptions) =>
  runProgram(['scripts/member.ts', ...args], options);
const EVALUATE = ['--input-type=module', '-e'];
const START_CONSOLE = `const { startConsole } = await import('#lib/start-console.ts'); await startConsole();`;

describe('npm run member', () => {
  it('adds a member with the password from standard input, then changes the role and password', async () => {
    const email = 'New@Mailroom.test';
    expect(
      await runMemberScript(['add', email, '--role', 'sender'], { input: 'the first password\n' }),
    ).toMatchObject({
      code: 0,
      out: `Added ${email} as sender.\n`,
    });
    const again = await runMemberScript(['add', email, '--role', 'admin'], {
      env: { MEMBER_PASSWORD: 'the second password' },
    });
    expect(again).toMatchObject({ code: 0, out: `Updated ${email}: role admin, new password.\n` });
    const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: folder });
    const row = await findMemberByEmail(db, email);
    await close();
    expect(row).toMatchObject({ email: 'new@mailroom.test', role: 'admin' });
    expect(await verifyPassword('the second password', row?.passwordHash)).toBe(true);
    expect(await verifyPassword('the first password', row?.passwordHash)).toBe(false);
  });

  it('revokes or transfers the share links of a member who becomes a viewer', async () => {
    const input = 'a password for tests\n';
    const [leaving, heir] = ['leaving@mailroom.test', 'heir@mailroom.test'];
    for (const email of [leaving, heir]) await runMemberScript(['add', email, '--role', 'sender'], { input });
    const demote = async (...options: string[]) => {
      const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: folder });
      const row = await findMemberByEmail(db, leaving);
      await insertShareLink(db, {
        campaignId: 1,
        nonce: 'n',
        tokenHash: randomUUID(),
        label: 'For Maple Bakery',
        memberId: row?.id ?? null,
        by: leaving,
        visibleParts: { price: false, recipients: false, metadata: false },
        guestsDecide: true,
        fingerprints: { proof: null, designs: null, recipients: null, price: null },
        expiresAt: new Date(Date.now() + 60_000),
      });
      await close();
      return runMemberScript(['add', leaving, '--role', 'viewer', ...options], { input });
    };
    expect(await demote('--transfer-links-to', leaving)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^leaving@mailroom\.test can’t have share links\./),
    });
    expect(await demote('--transfer-links-to', heir.toUpperCase())).toMatchObject({
      code: 0,
      out: expect.stringContaining('Transferred 2 share links to heir@mailroom.test.\n'),
    });
    expect(await demote()).toMatchObject({ out: expect.stringContaining('Revoked 1 share link.\n') });
    const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: folder });
    const entries = await queryActivity(db, { category: 'security' }, { limit: 3 });
    await close();
    expect(entries.map(({ operation, by, details }) => [operation, by, details?.via])).toEqual([
      ['share_link.revoked', null, 'command_line'],
      ['member.changed', null, 'command_line'],
      ['share_link.transferred', null, 'command_line'],
    ]);
  });

  it.each(['--help', '-h'])('prints usage instructions when run with %s', async (option) => {
    expect(await runMemberScript([option])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Usage: mailroom member add EMAIL --role ROLE, .*viewer, sender, admin/),
      err: '',
    });
  });

  const VALID_ARGS = ['add', 'a@b.example', '--role', 'viewer'];
  it.each<[string, string[], RunOptions, RegExp]>([
    ['no command', [], {}, /Usage:/],
    ['an invalid address', ['add', 'a b@c.example', '--role', 'viewer'], {}, /not an email address/],
    ['an unknown role', ['add', 'a@b.example', '--role', 'owner'], {}, /viewer, sender, admin/],
    ['an unknown option', [...VALID_ARGS, '--password', 'x'], {}, /^Unknown option --password\. Usage:/],
    ['no role after --role', ['add', 'a@b.example', '--role'], {}, /^Enter a value after --role\. Usage:/],
    ['a short password', VALID_ARGS, { env: { MEMBER_PASSWORD: 'short' } }, /12 to 200 characters/],
    [
      'an unsupported database',
      VALID_ARGS,
      { env: { DATABASE_URL: 'mysql://x' }, input: 'a password for tests\n' },
      /DATABASE_URL/,
    ],
    [
      'an unreachable database',
      VALID_ARGS,
      { env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, input: 'a password for tests\n' },
      /DATABASE_URL/,
    ],
  ])('explains the problem (%s) and exits with 1', async (_, args, options, sentence) => {
    const { code, out, err } = await runMemberScript(args, options);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\bat .*:\d+/);
  });
});

describe('starting the console', () => {
  it('reports all invalid settings at once and exits with 1', async () => {
    const env = { DIRECTMAIL_BASE_URL: '', NEXTAUTH_URL: 'nowhere', NEXTAUTH_SECRET: 'short' };
    const { code, err } = await runProgram([...EVALUATE, START_CONSOLE], { env });
    expect(code).toBe(1);
    for (const name of Object.keys(env)) expect(err).toContain(name);
    expect(err).not.toMatch(/\bat .*:\d+/);
  });

  it('fails while another console is using the data folder', async () => {
    const keepOpen = `${START_CONSOLE} process.stdout.write('open\\n'); setInterval(() => {}, 1_000);`;
    const isOpen = Promise.withResolvers<void>();
    const holder = startProgram([CONDITION, ...EVALUATE, keepOpen], {
      onLine: (line) => line === 'open' && isOpen.resolve(),
    });
    onTestFinished(() => holder.kill());
    await isOpen.promise;
    expect(await runProgram([...EVALUATE, START_CONSOLE])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in use by another program/),
    });
    expect(
      await runMemberScript(['add', 'a@b.example', '--role', 'viewer'], { input: 'a password for tests\n' }),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Stop the console first\. .*DATABASE_URL/),
    });
    await holder.kill();
    expect(await runProgram([...EVALUATE, `${START_CONSOLE} process.exit(0)`])).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('prints a new setup link on every start until an admin exists, but doesn’t log the link', async () => {
    const { folder: empty, remove: removeEmpty } = temporaryFolder();
    onTestFinished(removeEmpty);
    await prepareConsoleDatabase(empty);
    const env = { MAILROOM_DATA: empty, LOG_LEVEL: 'debug' };
    const startAndExit = () => runProgram([...EVALUATE, `${START_CONSOLE} process.exit(0)`], { env });
    const [first, second] = [await startAndExit(), await startAndExit()];
    const link = new RegExp(`^Mailroom has no admin yet.*\n +${ORIGIN}/join/\\S+\n$`);
    for (const { code, out, err } of [first, second]) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(link);
    }
    expect(second.out).not.toBe(first.out);
    const password = { input: 'a password for tests\n', env };
    expect(await runMemberScript(['add', 'first@mailroom.test', '--role', 'admin'], password)).toMatchObject({
      code: 0,
    });
    expect(await startAndExit()).toMatchObject({ code: 0, out: '' });
    expect(await runMemberScript(['add', 'first@mailroom.test', '--role', 'viewer'], password)).toEqual({
      code: 1,
      out: '',
      err: 'first@mailroom.test is the only admin, and the team needs one. Add another admin first.\n',
    });
  });

  it('reports an address that it can’t serve metrics on', async () => {
    const { code, err } = await runProgram([...EVALUATE, START_CONSOLE], {
      // No computer has this address.
      env: { METRICS_HOST: '192.0.2.1', METRICS_PORT: '9464' },
    });
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Mailroom can’t serve metrics on 192.0.2.1, port 9464 (EADDRNOTAVAIL). Check METRICS_HOST and METRICS_PORT.\n',
    });
  });

  it('reports the cause if the database is damaged', async () => {
    const { folder: damaged, remove: removeDamaged } = temporaryFolder();
    onTestFinished(removeDamaged);
    await prepareConsoleDatabase(damaged);
    await rm(join(storeFolder(damaged), 'pgdata/global'), { recursive: true });
    const { code, err } = await runProgram([...EVALUATE, START_CONSOLE], {
      env: { MAILROOM_DATA: damaged },
    });
    expect(code).toBe(1);
    expect(JSON.parse(err)).toMatchObject({
      message: 'Mailroom can’t start.',
      error: { message: expect.any(String) },
    });
  });

  it('continues without backups if the data folder can’t contain a socket', async () => {
    const { folder: other, remove: removeOther } = temporaryFolder();
    onTestFinished(removeOther);
    await prepareConsoleDatabase(other);
    await mkdir(join(storeFolder(other), 'backup.sock'));
    const { code, out } = await runProgram([...EVALUATE, `${START_CONSOLE} process.exit(0)`], {
      env: { MAILROOM_DATA: other, LOG_LEVEL: 'warn' },
    });
    expect(code).toBe(0);
    expect(out).toContain('backups need a stop of the console');
  });

  it('reports an unreachable database', async () => {
    const { code, err } = await runProgram([...EVALUATE, START_CONSOLE], {
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    });
    expect(code).toBe(1);
    expect(err).toMatch(/ECONNREFUSED.*DATABASE_URL/);
  });
});

it('a failed call to the service is logged, but the API key and the secret are never logged in any encoding', async () => {
  const failing = `const { sendToService } = await import('#lib/upstream/client.ts');
      await sendToService('cancelCampaign', { id: 1 });
      await sendToService('previewTemplate', { id: 'x' }, { email: 'a@b.example' });`;
  const { out, err } = await runProgram([...EVALUATE, failing], { env: { LOG_LEVEL: 'debug' } });
  expect(out).toContain('"operation":"cancelCampaign"');
  expect([API_KEY, SECRET].flatMap((secret) => findSecret(secret, out + err))).toEqual([]);
});
