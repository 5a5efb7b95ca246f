import { createService, type Service } from './create-service.ts';
import { type Listener, listen, type RequestListener } from './listen.ts';
import { openRenderer } from './render/renderer.ts';
import type { Settings } from './settings.ts';

/**
 * Runs the service until SIGINT or SIGTERM. Prints one line when the service is ready.
 * @throws FolderInUse, FolderNotAccessible, CannotListen
 */
export async function serve(settings: Settings, chromiumPath: string | undefined): Promise<void> {
  const { host, port, v2Port } = settings;
  const ready = Promise.withResolvers<Service>();
  // Listens before creating the service, so that a port conflict is reported before the database is seeded.
  // Requests that arrive early wait until the service is ready.
  const serveIf =
    (isServed: (path: string) => boolean): RequestListener =>
    async (request, env) =>
      isServed(new URL(request.url).pathname)
        ? (await ready.promise).app.fetch(request, env)
        : new Response(null, { status: 404 });
  const isV2 = (path: string) => path.startsWith('/v2/');
  const mainListener = await listen(
    serveIf((path) => v2Port === undefined || !isV2(path)),
    { host, port },
  );
  const v2Listener = v2Port === undefined ? null : await listen(serveIf(isV2), { host, port: v2Port });
  const originOf = (listener: Listener) =>
    `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;

  const service = await createService({
    ...settings,
    origin: settings.origin ?? originOf(mainListener),
    originV2: v2Listener ? originOf(v2Listener) : undefined,
    openRenderer: () => (settings.render ? openRenderer({ chromiumPath }) : Promise.resolve(null)),
  });
  ready.resolve(service);

  const stop = async () => {
    await Promise.all([mainListener.close(), v2Listener?.close()]);
    await service.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const v2Origin = v2Listener ? `, v2 at ${originOf(v2Listener)}` : '';
  console.log(`service ready at ${originOf(mainListener)}${v2Origin}`);
}
