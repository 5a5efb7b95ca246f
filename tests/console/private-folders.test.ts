/** Tests that other users of the machine can't read or change Mailroom's data folders. */
import { chmod, chown, lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { createService } from '#service/create-service.ts';
import { createServiceDataFolder } from '../service/fixture.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { runNode } from '../support/run-node.ts';
import { takeConsoleErrors } from '../support/setup.ts';
import { temporaryFolder, useSettings } from './support/settings.ts';

// Programs can start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const MIGRATIONS = join(process.cwd(), 'lib/store/migrations');
const NOBODY_ID = 65_534;
const START_CONSOLE = `const { startConsole } = await import('#lib/start-console.ts'); await startConsole();`;

function createFolder(): string {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  return folder;
}

/** Returns the paths and modes of a folder and everything in it. */
async function listModes(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder, { recursive: true });
  const modes = new Map<string, number>();
  for (const name of ['.', ...names]) modes.set(name, (await lstat(join(folder, name))).mode & 0o777);
  return modes;
}

/** Returns everything in a folder that other users can read, change, or list. */
async function listAccessible(folder: string): Promise<string[]> {
  const modes = await listModes(folder);
  return [...modes].filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name);
}

/** Gives other users the access that older versions of Mailroom gave them. */
async function loosen(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
  }
}

const runProgram = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runNode(['--conditions=react-server', ...args], { env });

it('the data folders and database files that the console creates can be accessed only by their owner', async () => {
  const data = join(createFolder(), 'data');
  const where = { databaseUrl: undefined, dataFolder: data };
  for (const _ of ['a new database', 'an existing database']) {
    const { db, close, accessibleFiles } = await openStore(where);
    expect(accessibleFiles).toBe(0);
    await db.execute('create table if not exists notes (body text)');
    await db.execute("insert into notes select repeat('x', 1000) from generate_series(1, 1000)");
    await db.execute('checkpoint');
    expect(await listAccessible(data)).toEqual([]);
    await close();
    expect(await listAccessible(data)).toEqual([]);
  }
});

it('other users lose access to an older data folder when the console starts, and the log says so once', async () => {
  const data = createFolder();
  await prepareConsoleDatabase(data);
  await loosen(data);
  useSettings({ MAILROOM_DATA: data, LOG_LEVEL: 'warn' });
  const start = () =>
    runProgram([
      '--input-type=module',
      '-e',
      // The console turns everything that is printed into log lines, so this line is written directly.
      `import { writeSync } from 'node:fs'; ${START_CONSOLE} writeSync(1, \`umask \${process.umask()}\\n\`); process.exit(0);`,
    ]);
  const first = await start();
  expect(await listAccessible(data)).toEqual([]);
  const lines = first.out.split('\n').filter((line) => line.includes('access to'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines.join()).msg).toMatch(
    /^Other users of this machine had access to \d{3} files and folders in \S+\. Mailroom removed their access\.$/,
  );
  expect(first.out).toContain(`umask ${0o077}\n`);
  expect((await start()).out).not.toContain('access to');
});

it('other users lose access to an older data folder when the service starts, and a message says so once', async () => {
  const folder = await createServiceDataFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await loosen(folder);
  for (const sentences of [1, 0]) {
    const service = await createService({ folder, key: 'k', campaigns: 0, openRenderer: async () => null });
    expect(await listAccessible(folder)).toEqual([]);
    await service.close();
    const printed = takeConsoleErrors();
    expect(printed).toHaveLength(sentences);
    for (const sentence of printed) expect(sentence).toMatch(/^Other users .* had access to \d{3} files/);
  }
});

it('the permissions of other files in the data folder don’t change', async () => {
  const data = createFolder();
  await prepareConsoleDatabase(data);
  await writeFile(join(data, 'report.pdf'), 'of another program');
  await loosen(data);
  const { close } = await openStore({ databaseUrl: undefined, dataFolder: data });
  await close();
  expect((await listAccessible(data)).sort()).toEqual(['.', 'report.pdf']);
});

it('a folder that belongs to another user is refused with a one-sentence message', async () => {
  const isRoot = process.getuid?.() === 0;
  const data = createFolder();
  // Only root can give a folder to another user.
  // If the test doesn't run as root, it uses a link to a folder that belongs to root.
  const folder = join(data, 'console');
  if (isRoot) {
    await mkdir(folder);
    await chown(folder, NOBODY_ID, NOBODY_ID);
  } else {
    await symlink('/usr', folder);
  }
  const sentence = /^The data folder \S+ belongs to another user.*\n$/;
  await expect(openDatabase({ folder, migrations: MIGRATIONS })).rejects.toThrow(/belongs to another user/);
  const service = ['service/start.ts', '--port', '0', '--key', 'k', '--data', folder];
  expect(await runProgram(service)).toEqual({ code: 1, out: '', err: expect.stringMatching(sentence) });
  useSettings({ MAILROOM_DATA: data });
  const member = ['scripts/member.ts', 'add', 'a@b.example', '--role', 'viewer'];
  for (const args of [['--input-type=module', '-e', START_CONSOLE], member]) {
    expect(await runProgram(args, { MEMBER_PASSWORD: 'a password for tests' })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(sentence),
    });
  }
});
