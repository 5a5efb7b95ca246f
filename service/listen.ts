import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

export type Answer = (
  request: Request,
  env: Parameters<Parameters<typeof getRequestListener>[0]>[1],
) => Response | Promise<Response>;

/** Answers HTTP/1.1 at an address. Rejects, with Node's own error, when it can't be had. */
export async function listen(
  answer: Answer,
  where: { readonly port: number; readonly host: string },
): Promise<Listener> {
  const server = createServer(getRequestListener(answer));
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
