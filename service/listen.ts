import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Service } from './app.ts';

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves an app over HTTP/1.1.
 * @param serves which paths this address has; the others answer 404
 */
export async function listen(
  app: Service['app'],
  where: { readonly port: number; readonly host: string },
  serves: (path: string) => boolean,
): Promise<Listener> {
  const fetch = (request: Request, env: Parameters<Parameters<typeof getRequestListener>[0]>[1]) =>
    serves(new URL(request.url).pathname) ? app.fetch(request, env) : new Response(null, { status: 404 });
  const server = createServer(getRequestListener(fetch));
  await begin(server, where);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => end(server),
  };
}

function begin(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Answers what is being worked on, and cuts off who only keeps a connection open. */
function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}
