/**
 * Starts the embedded service. The command-line options are in settings.ts. CHROMIUM_PATH is the path of the
 * Chromium executable used for rendering. Prints one line when the service is ready.
 */
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { createOnlyPrivateFiles, FolderNotAccessible } from '#lib/database/private-folder.ts';
import { CannotListen } from './listen.ts';
import { readSettings, type Settings, USAGE } from './settings.ts';

async function main(): Promise<void> {
  const { SERVICE_KEY, SERVICE_INVOICE_KEY } = process.env;
  const result = readSettings(process.argv.slice(2), { SERVICE_KEY, SERVICE_INVOICE_KEY });
  if (result.ok === 'help') return console.log(USAGE);
  if (!result.ok) {
    for (const problem of result.problems) console.error(problem);
    process.exit(1);
  }
  createOnlyPrivateFiles();
  try {
    // Loads serve.ts only after the options are checked, so that invalid options are reported immediately.
    const { serve } = await import('./serve.ts');
    await serve(result.settings, process.env.CHROMIUM_PATH);
  } catch (error) {
    console.error(describeStartError(error, result.settings));
    process.exit(1);
  }
}

/**
 * Returns the message to print for an error. Returns an expected error's message unchanged. Adds a prefix to
 * all other messages.
 */
function describeStartError(error: unknown, { databaseUrl }: Settings): string {
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = [FolderInUse, FolderNotAccessible, CannotListen].some((type) => error instanceof type);
  if (isExpected) return message;
  return `${databaseUrl === undefined ? 'The service could not start' : 'The database could not be opened'}: ${message}`;
}

await main();
