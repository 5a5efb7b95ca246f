import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

export type RequestListener = (
  request: Request,
  env: Parameters<Parameters<typeof getRequestListener>[0]>[1],
) => Response | Promise<Response>;

/** The error's message is meant for the operator. */
export class CannotListen extends Error {
  constructor({ port, host }: Address, code: string) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Choose another port with --port.`
        : `The service can't listen on ${host}, port ${port} (${code}).`,
    );
    this.name = 'CannotListen';
  }
}

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Serves HTTP/1.1 at an address.
 * @throws CannotListen
 */
export async function listen(listener: RequestListener, address: Address): Promise<Listener> {
  const server = createServer(getRequestListener(listener));
  await startListening(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => stopListening(server),
  };
}

function startListening(server: Server, { port, host }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      reject(new CannotListen({ port, host }, code));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/**
 * Stops accepting connections, closes idle connections, and lets open requests finish. After two seconds,
 * closes all remaining connections.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}
