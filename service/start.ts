/**
 * Starts the embedded service:
 *
 *   node service/start.ts --port 4010 --data DIR --key KEY --campaigns N --clock-rate R --controls
 *
 * Also: --host, --v2-port, --origin, --database-url, --user EMAIL (repeatable), --monthly-invoice, --no-render; the key
 * may come from SERVICE_KEY, and CHROMIUM_PATH names a Chromium to draw with. Prints one line when it is ready.
 */
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { createService, type Service } from './app.ts';
import { type Answer, type Listener, listen } from './listen.ts';
import { openRenderer } from './render/renderer.ts';
import { readSettings, type Settings } from './settings.ts';

async function main(): Promise<void> {
  const reading = readSettings(process.argv.slice(2), { SERVICE_KEY: process.env.SERVICE_KEY });
  if (!reading.ok) {
    for (const problem of reading.problems) console.error(problem);
    process.exit(1);
  }
  try {
    await start(reading.settings);
  } catch (error) {
    console.error(sentenceFor(error, reading.settings));
    process.exit(1);
  }
}

async function start(settings: Settings): Promise<void> {
  const { host, port, v2Port } = settings;
  const ready = Promise.withResolvers<Service>();
  // The addresses come first: a port that is taken is said at once, not after a million campaigns are written. Who
  // asks before the service is ready waits for it.
  const answerTo =
    (isMine: (path: string) => boolean): Answer =>
    async (request, env) =>
      isMine(new URL(request.url).pathname)
        ? (await ready.promise).app.fetch(request, env)
        : new Response(null, { status: 404 });
  const isV2 = (path: string) => path.startsWith('/v2/');
  const main = await listen(
    answerTo((path) => v2Port === undefined || !isV2(path)),
    { host, port },
  );
  const second = v2Port === undefined ? null : await listen(answerTo(isV2), { host, port: v2Port });
  const address = (listener: Listener) =>
    `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;

  const service = await createService({
    ...settings,
    origin: settings.origin ?? address(main),
    openRenderer: () =>
      settings.render ? openRenderer({ chromiumPath: process.env.CHROMIUM_PATH }) : Promise.resolve(null),
  });
  ready.resolve(service);

  const stop = async () => {
    await Promise.all([main.close(), second?.close()]);
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  console.log(`service ready at ${address(main)}${second ? `, v2 at ${address(second)}` : ''}`);
}

function sentenceFor(error: unknown, { host, port, databaseUrl }: Settings): string {
  if (error instanceof FolderInUse) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `The port ${port} is taken by another program. Choose another with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  const message = error instanceof Error ? error.message : String(error);
  if (databaseUrl !== undefined) return `The database could not be opened: ${message}`;
  return `The service could not start: ${message}`;
}

await main();
