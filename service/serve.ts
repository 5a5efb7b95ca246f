import { createService, type Service } from './create-service.ts';
import { type Answer, type Listener, listen } from './listen.ts';
import { openRenderer } from './render/renderer.ts';
import type { Settings } from './settings.ts';

/**
 * Serves until SIGINT or SIGTERM, and says on one line when it is ready.
 * @throws FolderInUse, CannotListen
 */
export async function serve(settings: Settings, chromiumPath: string | undefined): Promise<void> {
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
  const first = await listen(
    answerTo((path) => v2Port === undefined || !isV2(path)),
    { host, port },
  );
  const second = v2Port === undefined ? null : await listen(answerTo(isV2), { host, port: v2Port });
  const address = (listener: Listener) =>
    `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;

  const service = await createService({
    ...settings,
    origin: settings.origin ?? address(first),
    originV2: second ? address(second) : undefined,
    openRenderer: () => (settings.render ? openRenderer({ chromiumPath }) : Promise.resolve(null)),
  });
  ready.resolve(service);

  const stop = async () => {
    await Promise.all([first.close(), second?.close()]);
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  console.log(`service ready at ${address(first)}${second ? `, v2 at ${address(second)}` : ''}`);
}
