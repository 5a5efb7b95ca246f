/**
 * Starts the embedded service; settings.ts has its options. CHROMIUM_PATH names a Chromium to draw with. Prints one line
 * when it is ready.
 */
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { CannotListen } from './listen.ts';
import { readSettings, type Settings, USAGE } from './settings.ts';

async function main(): Promise<void> {
  const { SERVICE_KEY, SERVICE_INVOICE_KEY } = process.env;
  const reading = readSettings(process.argv.slice(2), { SERVICE_KEY, SERVICE_INVOICE_KEY });
  if (reading.ok === 'help') return console.log(USAGE);
  if (!reading.ok) {
    for (const problem of reading.problems) console.error(problem);
    process.exit(1);
  }
  try {
    // Only now: what it takes to serve takes a moment to load, and a wrong flag should be told at once.
    const { serve } = await import('./serve.ts');
    await serve(reading.settings, process.env.CHROMIUM_PATH);
  } catch (error) {
    console.error(sentenceFor(error, reading.settings));
    process.exit(1);
  }
}

/** What was thrown carries a sentence where it was expected; else its message has to do. */
function sentenceFor(error: unknown, { databaseUrl }: Settings): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FolderInUse || error instanceof CannotListen) return message;
  return `${databaseUrl === undefined ? 'The service could not start' : 'The database could not be opened'}: ${message}`;
}

await main();
