import { createServer } from 'node:net';

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EADDRINUSE' || error.code === 'EACCES'),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(false)));
  });
}

/**
 * Returns a sentence that explains why a program can't listen on the port. Returns null if the port is free.
 * @param setting the name of the setting that contains the port
 */
export async function portProblem(port: number, setting: string): Promise<string | null> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return `${setting} must be a port number from 1 to 65535.`;
  // Probe one host at a time. Listening on `::` also covers IPv4, so parallel probes would block each other.
  for (const host of ['127.0.0.1', '::']) {
    if (await isTaken(port, host)) {
      return `Port ${port} is in use by another program. Stop that program first, or set ${setting} to a free port.`;
    }
  }
  return null;
}

/** Returns a port that no program is using. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
