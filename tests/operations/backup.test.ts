/**
 * Tests the documented commands that back up and restore a database while another program changes it:
 * `mailroom backup` and `mailroom restore` for the embedded database, and pg_dump and pg_restore for
 * PostgreSQL.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { asc, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startBackups } from '#lib/backup/start.ts';
import { readTableDigests } from '#lib/backup/table-digests.ts';
import type { Database } from '#lib/database/open.ts';
import { closeStore, migrateStore, openStore, store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { useSettings } from '../console/support/settings.ts';
import { startPostgres } from '../support/postgres.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Adds two entries at a time, until it is stopped. */
function startWriting(db: Database) {
  let written = 0;
  let isWriting = true;
  const entry = () => ({
    operation: 'member.added' as const,
    outcome: 'done' as const,
    by: `${written++}@example.com`,
    attemptId: crypto.randomUUID(),
  });
  const done = (async () => {
    while (isWriting) {
      await db.insert(activity).values([entry(), entry()]);
      // PGlite runs in this thread, so a loop that never waits for anything else keeps timers from firing.
      await nextLoop();
    }
  })();
  const stop = async () => {
    isWriting = false;
    await done;
  };
  onTestFinished(stop);
  return { stop, count: () => written };
}

/**
 * Expects the database to be as it was at a single moment: with every entry up to the last one, and only
 * complete pairs.
 */
async function expectOneMoment(db: Database): Promise<number> {
  const rows = await db.select({ by: activity.by }).from(activity).orderBy(asc(activity.id));
  expect(rows.map(({ by }) => by)).toEqual(rows.map((_, i) => `${i}@example.com`));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length % 2).toBe(0);
  return rows.length;
}

const mailroom = (args: readonly string[], dataFolder: string) =>
  run(process.execPath, ['--conditions=react-server', 'scripts/mailroom.ts', ...args], {
    env: { ...process.env, DATABASE_URL: '', MAILROOM_DATA: dataFolder },
  });

async function openDatabaseAt(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it('mailroom backup and restore reproduce the embedded database as it was at a single moment', async () => {
  const [source, target, file] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'mailroom.backup')];
  await prepareConsoleDatabase(source);
  useSettings({ MAILROOM_DATA: source });
  const db = await store();
  onTestFinished(closeStore);
  onTestFinished(await startBackups());
  const writing = startWriting(db);
  await expect.poll(() => writing.count()).toBeGreaterThan(20);
  const { stdout } = await mailroom(['backup', file], source);
  const writtenThen = writing.count();
  await expect.poll(() => writing.count()).toBeGreaterThan(writtenThen);
  await writing.stop();
  const restored = await mailroom(['restore', file], target);
  const rows = /(\d[\d,]*) rows in \d+ tables/;
  expect(rows.exec(restored.stdout)?.[0]).toBe(rows.exec(stdout)?.[0]);
  const opened = await openStore({ databaseUrl: undefined, dataFolder: target });
  const count = await expectOneMoment(opened.db);
  await opened.close();
  expect(count).toBeLessThanOrEqual(writtenThen);
  await expect(mailroom(['restore', file], target)).rejects.toThrow('has a database already');
  console.log(`${stdout.trim()} ${writing.count()} entries were written, and ${count} are in the backup.`);
});

it('the documented pg_dump and pg_restore commands also restore the rights of a user who can access only the tables', async () => {
  const versions = '/usr/lib/postgresql';
  const version = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0] ?? '';
  const bin = join(versions, version, 'bin');
  const postgres = await startPostgres(bin);
  onTestFinished(postgres.stop);
  const urlOf = (user: string, database: string) => {
    const url = new URL(postgres.url);
    [url.username, url.pathname] = [user, `/${database}`];
    return url.href;
  };
  const admin = await openDatabaseAt(postgres.url);
  await admin.query('create role migrator login');
  await admin.query('create role mailroom_app login');
  await admin.query('create database console owner migrator');
  await migrateStore({ databaseUrl: urlOf('migrator', 'console'), dataFolder: '' });
  const owner = await openDatabaseAt(urlOf('migrator', 'console'));
  const documentation = await readFile('docs/operations.md', 'utf8');
  const grants = documentation.match(/^ {3}(GRANT|ALTER DEFAULT) .*;$/gm) ?? [];
  expect(grants.length).toBeGreaterThan(4);
  for (const grant of grants) await owner.query(grant.replace(' TO mailroom;', ' TO mailroom_app;'));
  const app = await openStore({ databaseUrl: urlOf('mailroom_app', 'console'), dataFolder: '' });
  onTestFinished(app.close);
  await app.db.insert(activity).values({
    operation: 'member.added',
    outcome: 'done',
    by: 'a@example.com',
    attemptId: crypto.randomUUID(),
  });

  const { hostname, port } = new URL(postgres.url);
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: 'migrator',
    PGDATABASE: 'console',
  };
  const commands = /umask 077.*?```/s.exec(documentation)?.[0].match(/^pg_(?:dump|restore) .*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  await admin.query('create database restored owner migrator');
  for (const command of commands)
    await run(
      'sh',
      [
        '-c',
        `umask 077; PATH=${bin}:$PATH; ${command.replace(/FILE/, join(folder, 'dump')).replace('NEW_DATABASE', 'restored')}`,
      ],
      { env },
    );
  expect((await stat(join(folder, 'dump'))).mode & 0o777).toBe(0o600);
  const restored = await openStore({ databaseUrl: urlOf('mailroom_app', 'restored'), dataFolder: '' });
  expect(await readTableDigests(restored.db)).toEqual(await readTableDigests(app.db));
  await restored.close();
});

it('pg_dump and pg_restore reproduce a PostgreSQL database as it was at a single moment, with equal rows', async () => {
  const versions = '/usr/lib/postgresql';
  const version = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0] ?? '';
  const bin = join(versions, version, 'bin');
  const postgres = await startPostgres(bin);
  onTestFinished(postgres.stop);
  const { db, close } = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  onTestFinished(close);
  const restore = async (name: string) => {
    const file = join(folder, name);
    await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${file}`, postgres.url]);
    await db.execute(sql`create database ${sql.identifier(name)}`);
    const url = postgres.url.replace(/[^/]+$/, name);
    await run(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${url}`, file]);
    return openStore({ databaseUrl: url, dataFolder: '' });
  };
  const writing = startWriting(db);
  await expect.poll(() => writing.count()).toBeGreaterThan(200);
  const during = await restore('during');
  const count = await expectOneMoment(during.db);
  await during.close();
  await writing.stop();
  const after = await restore('after');
  expect(await readTableDigests(after.db)).toEqual(await readTableDigests(db));
  await after.close();
  console.log(
    `${writing.count()} entries were written, and ${count} are in the backup that was made meanwhile.`,
  );
});
