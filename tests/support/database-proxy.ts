/** Runs a proxy in front of PostgreSQL that simulates network and server failures. */
import { connect, createServer, type Socket } from 'node:net';

/**
 * `frozen`: the connections stay open, but nothing is forwarded. `closed`: the connections are closed, and new
 * connections are refused right away, as when PostgreSQL is stopped.
 */
type ProxyState = 'open' | 'frozen' | 'closed';

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  readonly set: (state: ProxyState) => void;
  /**
   * Silently cuts off all current connections, as a failover does: they stay open, but nothing is forwarded
   * anymore. New connections are forwarded to `databaseUrl`, or to the same server.
   */
  readonly failOver: (databaseUrl?: string) => void;
  readonly stop: () => void;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** A connection is cut off if it was made before the last failover. */
  let failovers = 0;
  let state: ProxyState = 'open';
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (state === 'closed') return client.destroy();
    const upstream = connect(Number(port), hostname);
    const madeAfter = failovers;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from
        .on('data', (data) => state !== 'frozen' && madeAfter === failovers && to.write(data))
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          // If the server ends a connection that was cut off, the console isn't informed.
          if (madeAfter === failovers || to === upstream) to.destroy();
        });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: url.href,
    set: (next) => {
      state = next;
      if (next === 'closed') closeAll();
    },
    failOver: (nextUrl = databaseUrl) => {
      failovers++;
      ({ hostname, port } = new URL(nextUrl));
    },
    stop: () => {
      closeAll();
      server.close();
    },
  };
}
