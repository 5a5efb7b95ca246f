/** Runs a real PgBouncer in transaction mode. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#scripts/ports.ts';
import { createServerFolder, startServer } from './server-programs.ts';

export interface PgBouncer {
  /** The URL of the database through PgBouncer. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The number of PostgreSQL connections that PgBouncer shares among all clients. */
const POOL_SIZE = 5;

/** @param options lines for the configuration file, in addition to the usual ones */
export async function startPgBouncer(databaseUrl: string, ...options: readonly string[]): Promise<PgBouncer> {
  const { folder, remove } = await createServerFolder('pgbouncer');
  const { hostname, port, username } = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  url.port = String(await freePort());
  const [users, config] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  await writeFile(users, `"${username}" ""\n`, { mode: 0o644 });
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${url.port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${POOL_SIZE}`,
    ...options,
  ];
  await writeFile(config, `${lines.join('\n')}\n`, { mode: 0o644 });
  const program = await startServer('pgbouncer', [config], 'process up');
  return {
    url: url.href,
    stop: async () => {
      await program.end('SIGINT');
      await remove();
    },
  };
}
