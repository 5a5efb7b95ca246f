/**
 * The `mailroom` command, which runs Mailroom's programs: `mailroom start`, `mailroom member add …`. `bin/mailroom`
 * starts this file.
 */
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { readRelease, setReleaseFolder } from '#lib/runtime/release.ts';
import { root } from './program.ts';

interface Command {
  readonly summary: string;
  /** The program reads its arguments from process.argv, and runs when it's imported. */
  readonly run: () => Promise<unknown>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { summary: 'start the console', run: () => import('./start.ts') },
  migrate: { summary: 'create or upgrade the database’s tables', run: () => import('./migrate.ts') },
  member: { summary: 'add a member, or change a role and password', run: () => import('./member.ts') },
  backup: { summary: 'back up the embedded database', run: () => import('./backup.ts') },
  restore: { summary: 'restore the embedded database', run: () => import('./restore.ts') },
  'export-member': {
    summary: 'print everything that is kept about a member',
    run: () => import('./export-member.ts'),
  },
  'erase-member': { summary: 'delete a member’s personal data', run: () => import('./erase-member.ts') },
  index: { summary: 'show or rebuild the campaign index', run: () => import('./campaign-index.ts') },
  doctor: { summary: 'check settings, connections, and files', run: () => import('./doctor.ts') },
};

// Node itself would read the option --env-file, even after the name of the script.
const SETTINGS = '--settings';
const OPTIONAL_SETTINGS = '--optional-settings';

function describeUsage(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: mailroom [${SETTINGS} FILE] COMMAND

${lines.join('\n')}

“mailroom COMMAND --help” explains a command’s arguments. Settings are read from the environment, and from FILE if you
name one. “mailroom --version” prints the version.`;
}

function exitWithUsage(sentence: string): never {
  console.error(`${sentence}\n\n${describeUsage()}`);
  process.exit(1);
}

/**
 * Adds the file's settings to the environment. Doesn't change settings that are already in the environment.
 */
function loadSettings(option: string, file: string | undefined): void {
  if (file === undefined) exitWithUsage(`Enter a file after ${option}.`);
  try {
    loadEnvFile(resolve(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'invalid';
    if (option === OPTIONAL_SETTINGS && code === 'ENOENT') return;
    console.error(`The settings file ${file} can’t be read (${code}).`);
    process.exit(1);
  }
}

/** @param args the command line's arguments. All arguments after the command belong to its program. */
async function runMailroom(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  if (first === SETTINGS || first === OPTIONAL_SETTINGS) {
    loadSettings(first, rest[0]);
    return runMailroom(rest.slice(1));
  }
  if (first === '--help' || first === '-h' || first === 'help') return console.log(describeUsage());
  if (first === '--version') {
    const { version, commit } = readRelease();
    return console.log(commit === null ? version : `${version} (${commit})`);
  }
  if (first === undefined) exitWithUsage('Enter a command.');
  const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (!command) exitWithUsage(`Mailroom has no command ${JSON.stringify(first)}.`);
  process.argv.splice(2, process.argv.length, ...rest);
  await command.run();
}

setReleaseFolder(root);
await runMailroom(process.argv.slice(2));
