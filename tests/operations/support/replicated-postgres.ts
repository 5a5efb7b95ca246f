/** Runs two real PostgreSQL servers. The second one is a synchronous standby of the first. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#scripts/ports.ts';
import { createServerFolder, runAsServer, type ServerProgram, startServer } from './server-programs.ts';

const READY = 'ready to accept';
const USER = 'mailroom';
const SETTINGS = [
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  // After a restart, changes wait until the standby is connected again.
  'wal_retrieve_retry_interval=200ms',
];

export interface ReplicatedPostgres {
  /** The URL of the first server. */
  readonly url: string;
  /** Stops the first server and its connections, as a shutdown does. */
  readonly stop: () => Promise<void>;
  /** Starts the first server again. */
  readonly start: () => Promise<void>;
  /** Kills the first server, and makes the standby accept changes. @returns the standby's URL */
  readonly failOver: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const urlAt = (port: number) => `postgres://${USER}@127.0.0.1:${port}/postgres`;

async function runSql(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const [{ folder: first, remove: removeFirst }, { folder: second, remove: removeSecond }] = [
    await createServerFolder('primary'),
    await createServerFolder('standby'),
  ];
  const [firstPort, secondPort] = [await freePort(), await freePort()];
  const run = (folder: string, port: number) =>
    startServer(
      'postgres',
      ['-D', folder, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])],
      READY,
    );
  await runAsServer('initdb', '-D', first, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C');
  let primary: ServerProgram = await run(first, firstPort);
  const from = ['-h', '127.0.0.1', '-p', String(firstPort), '-U', USER];
  await runAsServer('pg_basebackup', ...from, '-D', second, '-R', '-c', 'fast');
  const standby = await run(second, secondPort);
  // A change counts as done only when the standby has stored it, so a failover doesn't lose it.
  await appendFile(join(first, 'postgresql.conf'), "synchronous_standby_names = '*'\n");
  await runSql(urlAt(firstPort), 'select pg_reload_conf()');
  return {
    url: urlAt(firstPort),
    stop: () => primary.end('SIGINT'),
    start: async () => {
      primary = await run(first, firstPort);
    },
    failOver: async () => {
      await primary.end('SIGKILL');
      await runSql(urlAt(secondPort), 'select pg_promote(true)');
      return urlAt(secondPort);
    },
    close: async () => {
      await Promise.all([primary.end('SIGQUIT'), standby.end('SIGQUIT')]);
      await Promise.all([removeFirst(), removeSecond()]);
    },
  };
}
