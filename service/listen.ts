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

/** The address can't be had; the message is a sentence for a person. */
export class CannotListen extends Error {
  constructor({ port, host }: Address, code: string) {
    super(
      code === 'EADDRINUSE'
        ? `The port ${port} is taken by another program. Choose another with --port.`
        : `This program can't listen at ${host}, port ${port} (${code}).`,
    );
    this.name = 'CannotListen';
  }
}

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Answers HTTP/1.1 at an address.
 * @throws CannotListen
 */
export async function listen(answer: Answer, where: Address): Promise<Listener> {
  const server = createServer(getRequestListener(answer));
  await begin(server, where);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => end(server),
  };
}

function begin(server: Server, { port, host }: Address): Promise<void> {
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

/** Answers what is being worked on, and cuts off who only keeps a connection open. */
function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}
