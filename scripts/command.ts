/** Helpers for the programs of the `mailroom` command. */
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { EnvError } from '#lib/env/env.ts';

/** Thrown if the arguments or the input are invalid. */
export class UsageError extends Error {}

/** Returns how an operator starts the program: with npm in the repository, otherwise with the `mailroom` command. */
export const nameCommand = (program: string): string =>
  process.env.npm_lifecycle_event === program ? `npm run ${program} --` : `mailroom ${program}`;

/**
 * Runs a program. If it fails for a reason that the operator can fix, prints a sentence and sets the exit code 1.
 * @param inUse what to do if the console or another program has opened the data folder
 */
export async function runCommand(main: () => Promise<void>, inUse = 'Stop it first.'): Promise<void> {
  try {
    await main();
  } catch (error) {
    const sentence = describeError(error, inUse);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

function describeError(error: unknown, inUse: string): string | undefined {
  if (error instanceof FolderInUse)
    return `The data folder ${error.folder} is in use, most likely by the running console. ${inUse}`;
  if (error instanceof UsageError || error instanceof EnvError) return error.message;
  return describeOpenFailure(error);
}
