import { createServer } from 'node:net';

/** Returns the code of the error if a program can't listen on the port. */
function findListenError(port: number, host: string): Promise<string | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
  });
}

/** Where a program listens if it doesn't choose a host. A computer without IPv6 has no address `::`. */
const ALL_HOSTS = ['127.0.0.1', '::'];

/**
 * Returns a sentence that explains why a program can't listen on the port. Returns null if it can.
 * @param setting the name of the setting that contains the port
 * @param host the only host on which the program listens, and the name of the setting that contains it
 */
export async function portProblem(
  port: number,
  setting: string,
  host?: { readonly name: string; readonly setting: string },
): Promise<string | null> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return `${setting} must be a port number from 1 to 65535.`;
  // Probe one host at a time. Listening on `::` also covers IPv4, so parallel probes would block each other.
  for (const name of host ? [host.name] : ALL_HOSTS) {
    const code = await findListenError(port, name);
    if (code === 'EADDRINUSE')
      return `Port ${port} is in use by another program. Stop that program first, or set ${setting} to a free port.`;
    if (code === 'EACCES')
      return `The console’s user isn’t allowed to listen on port ${port}. Set ${setting} to port 1024 or higher, and let a proxy listen on port ${port}.`;
    if (code !== null && host) return `No program can listen on ${name} (${code}). Check ${host.setting}.`;
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
