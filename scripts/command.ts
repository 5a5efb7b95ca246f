/** Helpers for the programs of the `mailroom` command. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Database } from '#lib/database/database.ts';
import { errorLine } from '#lib/database/error-report.ts';
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { createOnlyPrivateFiles, describeMendedAccess } from '#lib/database/private-folder.ts';
import { EnvError, readStoreEnv } from '#lib/env/env.ts';

/** Thrown if the arguments or the input are invalid. */
export class UsageError extends Error {}

/** Returns how an operator starts the program: with npm in the repository, otherwise with the `mailroom` command. */
export const nameCommand = (program: string): string =>
  process.env.npm_lifecycle_event === program ? `npm run ${program} --` : `mailroom ${program}`;

/**
 * Runs a program. If it fails, prints a sentence, or the redacted error, and sets the exit code to 1.
 * @param inUse what to do if the console or another program has opened the data folder
 */
export async function runCommand(main: () => Promise<void>, inUse = 'Stop it first.'): Promise<void> {
  try {
    await main();
  } catch (error) {
    // The error itself can contain a query's parameters, such as a password's hash.
    console.error(describeError(error, inUse) ?? errorLine('The command failed.', error));
    process.exitCode = 1;
  }
}

function describeError(error: unknown, inUse: string): string | undefined {
  if (error instanceof FolderInUse)
    return `The data folder ${error.folder} is in use, most likely by the running console. ${inUse}`;
  if (error instanceof UsageError || error instanceof EnvError) return error.message;
  return describeOpenFailure(error);
}

interface ArgumentRules<Option extends string, Flag extends string> {
  readonly usage: string;
  /** The number of arguments that aren't options. */
  readonly count: number;
  /** Options with a value, such as --output FILE. */
  readonly options?: readonly Option[];
  /** Options without a value, such as --yes. */
  readonly flags?: readonly Flag[];
}

interface Arguments<Option extends string, Flag extends string> {
  readonly values: readonly string[];
  readonly options: ReadonlyMap<Option, string>;
  readonly flags: ReadonlySet<Flag>;
}

/**
 * Reads the command line. Prints the usage and returns null if the command line contains --help.
 * @throws UsageError if an option is unknown or its value is missing, or if there are too many or too few arguments
 */
export function readArguments<Option extends string = never, Flag extends string = never>({
  usage,
  count,
  options = [],
  flags = [],
}: ArgumentRules<Option, Flag>): Arguments<Option, Flag> | null {
  const { positionals, values } = parseArgs({
    // Strict parsing is off, because the parser's own error messages are hard to understand.
    strict: false,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help !== undefined) {
    console.log(usage);
    return null;
  }
  const given = { options: new Map<Option, string>(), flags: new Set<Flag>() };
  for (const [name, value] of Object.entries(values)) {
    const option = options.find((each) => each === name);
    const flag = flags.find((each) => each === name);
    if (option !== undefined && typeof value === 'string') given.options.set(option, value);
    else if (flag !== undefined && value === true) given.flags.add(flag);
    else {
      const kind = option !== undefined ? 'option' : flag !== undefined ? 'flag' : 'unknown';
      throw new UsageError(`${describeOptionProblem(name, kind)} ${usage}`);
    }
  }
  if (positionals.length !== count) throw new UsageError(usage);
  return { values: positionals, ...given };
}

function describeOptionProblem(name: string, kind: 'option' | 'flag' | 'unknown'): string {
  const option = `${name.length === 1 ? '-' : '--'}${name}`;
  if (kind === 'option') return `Enter a value after ${option}.`;
  return kind === 'flag' ? `${option} takes no value.` : `Unknown option ${option}.`;
}

/**
 * Reads a line from standard input. Returns an empty string if standard input ends first.
 * @param isHidden whether the line is a secret, which a terminal doesn't show
 */
export async function readFirstLine({ isHidden = false } = {}): Promise<string> {
  const [input, isTerminal] = [process.stdin, process.stdin.isTTY && isHidden];
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface(isTerminal ? { input, output: nothing, terminal: true } : { input });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

/**
 * Opens the console's database, and closes it after `work` has finished.
 * @param createsDatabase whether to create the embedded database if it doesn't exist. If every command
 *   created one, a command that runs without the console's settings would use a new database and report that
 *   all is well.
 * @throws UsageError if there is no database
 */
export async function withStore(
  work: (db: Database) => Promise<void>,
  { createsDatabase = false }: { readonly createsDatabase?: boolean } = {},
): Promise<void> {
  const settings = readStoreEnv(process.env);
  // Loading the database modules takes time, so invalid arguments are reported first.
  const { openStore, storeFolder } = await import('#lib/store/open.ts');
  reportMissingFolder(settings.databaseUrl, resolve(storeFolder(settings.dataFolder)), createsDatabase);
  createOnlyPrivateFiles();
  const { db, close, accessibleFiles } = await openStore(settings);
  try {
    if (accessibleFiles > 0) console.error(describeMendedAccess(accessibleFiles, settings.dataFolder));
    await work(db);
  } finally {
    await close();
  }
}

/** @throws UsageError if the embedded database doesn't exist and isn't created */
export function reportMissingFolder(
  databaseUrl: string | undefined,
  folder: string,
  createsDatabase: boolean,
): void {
  if (databaseUrl !== undefined || existsSync(folder)) return;
  if (!createsDatabase)
    throw new UsageError(
      `DATABASE_URL isn’t set, and there is no embedded database in ${folder}. To name the console’s settings, run: mailroom --settings FILE COMMAND`,
    );
  console.error(`DATABASE_URL isn’t set, so this command creates an embedded database in ${folder}.`);
}
