/**
 * Starts the embedded service:
 *
 *   node service/start.ts --port 4010 --data DIR --key KEY --campaigns N --clock-rate R --controls
 *
 * Also: --host, --v2-port, --origin, --database-url, --user EMAIL (repeatable), --monthly-invoice, --no-render; the key
 * may come from SERVICE_KEY, and CHROMIUM_PATH names a Chromium to draw with. Prints one line when it is ready.
 */
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { CannotListen } from './listen.ts';
import { readSettings, type Settings } from './settings.ts';

async function main(): Promise<void> {
  const reading = readSettings(process.argv.slice(2), { SERVICE_KEY: process.env.SERVICE_KEY });
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
