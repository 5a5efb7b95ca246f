/**
 * Restores a PostgreSQL database as it was at a given moment, with the settings and commands from
 * docs/operations.md: an archive of the write-ahead log, a base backup, and a recovery target.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readTableDigests } from '#lib/backup/table-digests.ts';
import type { Database } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { freePort } from '#scripts/ports.ts';
import { createServerFolder, runAsServer, startServer } from './support/server-programs.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Returns the documented block of settings that contains a setting. */
async function readDocumentedSettings(name: string): Promise<string> {
  const text = await readFile('docs/operations.md', 'utf8');
  const blocks = [...text.matchAll(/^ {3}```\n([^`]*)^ {3}```$/gm)].map(([, block = '']) => block);
  const found = blocks.find((block) => block.includes(`${name} =`));
  if (found === undefined) throw new Error(`docs/operations.md has no block with ${name}.`);
  return found.replaceAll(/^ {3}/gm, '');
}

async function createFolder(name: string): Promise<string> {
  const { folder, remove } = await createServerFolder(name);
  onTestFinished(remove);
  return folder;
}

async function startDatabase(folder: string) {
  const port = await freePort();
  const settings = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'];
  const server = await startServer(
    'postgres',
    ['-D', folder, '-p', `${port}`, ...settings],
    'ready to accept',
  );
  onTestFinished(() => server.end('SIGQUIT'));
  const client = new pg.Client(`postgres://mailroom@127.0.0.1:${port}/postgres`);
  await client.connect();
  const query = async (text: string) => Object.values((await client.query(text)).rows[0] ?? {})[0];
  const stop = async () => {
    await client.end();
    await server.end('SIGINT');
  };
  return { port, query, stop, url: `postgres://mailroom@127.0.0.1:${port}/postgres` };
}

const addEntry = (db: Database, by: string) =>
  db
    .insert(activity)
    .values({ operation: 'member.added', outcome: 'done', by, attemptId: crypto.randomUUID() });

it('restores what was stored before a given moment, and nothing that was stored after it', async () => {
  const [first, archive, base, second] = [
    await createFolder('first'),
    await createFolder('archive'),
    await createFolder('base'),
    await createFolder('second'),
  ];
  await runAsServer('initdb', '-D', first, '-U', 'mailroom', '--auth=trust', '-E', 'UTF8', '--locale=C');
  const archiving = await readDocumentedSettings('archive_command');
  await appendFile(join(first, 'postgresql.conf'), archiving.replaceAll('/archive/', `${archive}/`));
  const database = await startDatabase(first);
  const { db, close } = await openStore({ databaseUrl: database.url, dataFolder: '' });
  await addEntry(db, 'before the base backup');
  const from = ['-h', '127.0.0.1', '-p', `${database.port}`, '-U', 'mailroom'];
  await runAsServer('pg_basebackup', ...from, '--checkpoint=fast', `--pgdata=${base}`);
  await addEntry(db, 'before the moment');
  const expected = await readTableDigests(db);
  const moment = await database.query('select clock_timestamp()::text');
  await addEntry(db, 'after the moment');
  await close();
  const file = await database.query('select pg_walfile_name(pg_switch_wal())');
  await expect
    .poll(() => database.query('select last_archived_wal from pg_stat_archiver'), { timeout: 60_000 })
    .toBe(file);
  expect(await database.query('select failed_count::int from pg_stat_archiver')).toBe(0);
  await database.stop();

  await runAsServer('cp', '-a', `${base}/.`, second);
  const recovery = (await readDocumentedSettings('restore_command'))
    .replaceAll('/archive/', `${archive}/`)
    .replace(/(recovery_target_time = ').*'/, `$1${moment}'`);
  await appendFile(join(second, 'postgresql.auto.conf'), recovery);
  await runAsServer('touch', join(second, 'recovery.signal'));
  const restored = await startDatabase(second);
  await expect.poll(() => restored.query('select pg_is_in_recovery()'), { timeout: 60_000 }).toBe(false);
  const opened = await openStore({ databaseUrl: restored.url, dataFolder: '' });
  const entries = await opened.db.select({ by: activity.by }).from(activity).orderBy(asc(activity.id));
  expect(entries.map(({ by }) => by)).toEqual(['before the base backup', 'before the moment']);
  expect(await readTableDigests(opened.db)).toEqual(expected);
  await addEntry(opened.db, 'after the restore');
  await opened.close();
  await restored.stop();
});
