/** Tests the `mailroom` command's own arguments, and which versions of Node it accepts. */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '#scripts/program.ts';
import { runNode } from '../support/run-node.ts';

const MAILROOM = join(root, 'bin/mailroom');
const CHECK = join(root, 'bin/check-node.cjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-command-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a program in the test's folder, as if npm hadn't started it. */
const run = (args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
  runNode(args, { cwd: folder, env: { npm_lifecycle_event: undefined, ...env } });

const runMailroom = (...args: string[]) => run([MAILROOM, ...args]);

describe('an older version of Node', () => {
  const sentence = 'Mailroom needs Node 24; this is 20.20.0.\n';
  /** The arguments that make Node pretend to be an older version. */
  let asOldNode: string[];
  beforeEach(async () => {
    const preload = join(folder, 'old-node.cjs');
    await writeFile(preload, `Object.defineProperty(process.versions, 'node', { value: '20.20.0' });`);
    asOldNode = ['-r', preload];
  });

  it.each([['start'], ['member', 'add'], []])('mailroom %s prints only one sentence', async (...args) => {
    const result = await run([...asOldNode, MAILROOM, ...args]);
    expect(result).toEqual({ code: 1, out: '', err: sentence });
  });

  it('the scripts in package.json print the same sentence before they load TypeScript', async () => {
    // Node would fail to load the second file, with a different message.
    const script = join(folder, 'broken.ts');
    await writeFile(script, 'enum Broken {}');
    expect(await run([...asOldNode, '-r', CHECK, script])).toEqual({ code: 1, out: '', err: sentence });
  });
});

describe('mailroom', () => {
  it('lists its commands', async () => {
    const { code, out } = await runMailroom('--help');
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}(\w\S*) {2,}\w/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['start', 'migrate', 'member', 'index']));
  });

  it.each([
    [[], /^Enter a command\.\n\nUsage: mailroom /],
    [['toString'], /^Mailroom has no command "toString"\.\n\nUsage: mailroom /],
    [['--settings'], /^Enter a file after --settings\.\n\nUsage: mailroom /],
    [['--settings', 'none.env', '--version'], /^The settings file none\.env can’t be read \(ENOENT\)\.\n$/],
    [['migrate', 'now'], /^Usage: mailroom migrate\. /],
    [['start', '--port', '8080'], /^Unknown option --port\. Usage: mailroom start\. /],
    [['backup', '--force', 'a'], /^Unknown option --force\. Usage: mailroom backup FILE\. /],
    [['restore', 'a', '--replace=yes'], /^--replace takes no value\. Usage: mailroom restore FILE /],
    [
      ['export-member', 'a@b.c', '--output'],
      /^Enter a value after --output\. Usage: mailroom export-member /,
    ],
    [['erase-member', 'a@b.c', '-y'], /^Unknown option -y\. Usage: mailroom erase-member /],
    [['erase-member', 'a@b.c', '--name-in-texts=no'], /^--name-in-texts has an invalid value\. /],
    [['doctor', 'all'], /^Usage: mailroom doctor\. /],
    [['index', 'delete'], /^Usage: mailroom index status/],
    [['member', 'add'], /^Usage: mailroom member add EMAIL /],
  ])('explains wrong arguments: %s', async (args, sentence) => {
    const { code, out, err } = await runMailroom(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(sentence);
  });

  it.each([
    'start',
    'migrate',
    'member',
    'backup',
    'restore',
    'export-member',
    'erase-member',
    'index',
    'doctor',
  ])('%s --help explains the command, and does nothing', async (command) => {
    const { code, out, err } = await runMailroom(command, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^Usage: mailroom ${command}\\b`));
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['index', 'status'],
    ['export-member', 'ann@example.com'],
    ['erase-member', 'ann@example.com', '--yes'],
  ])('%s without the console’s settings doesn’t create a database', async (...args) => {
    const env = { MAILROOM_DATA: undefined, DATABASE_URL: undefined };
    const result = await run([MAILROOM, ...args], env);
    expect(result).toEqual({
      code: 1,
      out: '',
      err: `DATABASE_URL isn’t set, and there is no embedded database in ${await realpath(folder)}/.data/console. To name the console’s settings, run: mailroom --settings FILE COMMAND\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(await runMailroom('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('reads settings from a file, but prefers environment variables', async () => {
    await writeFile(join(folder, 'settings.env'), 'PORT=70000\nHOST="not a host"\n');
    const args = [MAILROOM, '--settings', 'settings.env', 'start'];
    const { code, err } = await run(args, { PORT: '3000', HOST: undefined });
    expect(code).toBe(1);
    expect(err).toMatch(/^ {2}HOST must be/m);
    expect(err).not.toMatch(/^ {2}PORT/m);
    expect((await runMailroom('--optional-settings', 'none.env', '--version')).code).toBe(0);
  });

  it('works in any directory, and resolves a relative MAILROOM_DATA against that directory', async () => {
    const env = { MAILROOM_DATA: 'data', DATABASE_URL: undefined };
    const result = await run([MAILROOM, 'migrate'], env);
    expect(result).toEqual({
      code: 0,
      out: 'The database has all of this release’s tables.\n',
      err: `DATABASE_URL isn’t set, so this command creates an embedded database in ${await realpath(folder)}/data/console.\n`,
    });
    expect((await run([MAILROOM, 'migrate'], env)).err).toBe('');
    expect(await readdir(join(folder, 'data'))).toEqual(['console']);
    expect((await run([MAILROOM, 'index', 'status'], env)).out).toMatch(/^No campaigns have been read yet\./);
  });
});

it('a build without the development packages installs nothing and says what is missing', async () => {
  for (const part of ['bin', 'lib', 'scripts', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'node_modules/hono'), join(folder, 'node_modules/hono'));
  expect(await run([join(folder, 'scripts/build.ts')])).toEqual({
    code: 1,
    out: '',
    err: 'A build needs the development packages. Run `npm ci` without `--omit=dev`, and build again.\n',
  });
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['hono']);
});
