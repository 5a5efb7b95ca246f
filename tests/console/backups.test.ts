/** Tests backing up and restoring the embedded database, including while another program changes it. */
import { once } from 'node:events';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { create, extract } from 'tar';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backUpFolder } from '#lib/backup/backup.ts';
import { withCopyFromConsole } from '#lib/backup/console-socket.ts';
import { restoreFolder } from '#lib/backup/restore.ts';
import { startBackups } from '#lib/backup/start.ts';
import { readTableDigests } from '#lib/backup/table-digests.ts';
import type { Database } from '#lib/database/open.ts';
import { closeStore, openStore, store, storeFolder } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { startPostgres } from '../support/postgres.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder, useSettings } from './support/settings.ts';

// Copying and packing a database can be slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let dataFolder: string;
let folder: string;
let file: string;
beforeEach(async () => {
  const { folder: created, remove } = temporaryFolder();
  onTestFinished(remove);
  dataFolder = created;
  folder = storeFolder(dataFolder);
  file = join(dataFolder, 'mailroom.backup');
  await prepareConsoleDatabase(dataFolder);
  useSettings({ MAILROOM_DATA: dataFolder });
});

async function withStore<Result>(work: (db: Database) => Promise<Result>, of = dataFolder): Promise<Result> {
  const { db, close } = await openStore({ databaseUrl: undefined, dataFolder: of });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const addEntries = (db: Database, by: string, count = 1) =>
  db.insert(activity).values(
    Array.from({ length: count }, () => ({
      operation: 'member.added' as const,
      outcome: 'done' as const,
      by,
      attemptId: crypto.randomUUID(),
    })),
  );

/** Opens the store as the running console does. */
async function runConsole(): Promise<Database> {
  const db = await store();
  onTestFinished(closeStore);
  onTestFinished(await startBackups());
  return db;
}

describe('a backup', () => {
  it('is restored with the same rows into an empty folder, and the restored database can be written to', async () => {
    const before = await withStore(async (db) => {
      await addEntries(db, 'ann@example.com', 2_000);
      return readTableDigests(db);
    });
    expect(await backUpFolder(folder, file)).toEqual(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { folder: other, remove } = temporaryFolder();
    onTestFinished(remove);
    expect(await restoreFolder(storeFolder(other), file, false)).toMatchObject({ replaced: null });
    const after = await withStore(async (db) => {
      const digests = await readTableDigests(db);
      await addEntries(db, 'more@example.com');
      return digests;
    }, other);
    expect(after).toEqual(before);
    expect(before.activity?.rows).toBe(2_000);
  });

  it('contains the database as of a single moment, even if the console is writing', async () => {
    const db = await runConsole();
    let written = 0;
    let isWriting = true;
    onTestFinished(() => {
      isWriting = false;
    });
    const writing = (async () => {
      for (; isWriting; written += 2) {
        await db.transaction(async (tx) => {
          await addEntries(tx, `${written}@example.com`);
          await addEntries(tx, `${written + 1}@example.com`);
        });
        // PGlite runs in this thread, so a loop that never waits for anything else keeps timers from firing.
        await nextLoop();
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(20);
    const tables = await backUpFolder(folder, file);
    const writtenThen = written;
    await expect.poll(() => written).toBeGreaterThan(writtenThen);
    isWriting = false;
    await writing;
    const { folder: other, remove } = temporaryFolder();
    onTestFinished(remove);
    await restoreFolder(storeFolder(other), file, false);
    const rows = await withStore(async (restored) => {
      expect(await readTableDigests(restored)).toEqual(tables);
      return restored.select({ by: activity.by }).from(activity).orderBy(activity.id);
    }, other);
    expect(rows.length).toBeGreaterThan(20);
    // Every transaction is complete, and no transaction before the last one is missing.
    expect(rows.map(({ by }) => by)).toEqual(rows.map((_, i) => `${i}@example.com`));
    expect(rows.length % 2).toBe(0);
    expect(await readdir(folder)).not.toContain('backup');
  });

  it('doesn’t overwrite an existing file', async () => {
    await writeFile(file, 'precious');
    await expect(backUpFolder(folder, file)).rejects.toThrow('exists already');
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  it('waits for another backup to end, even if the other backup is interrupted', async () => {
    await runConsole();
    const first = connect(join(folder, 'backup.sock'));
    await once(first, 'data');
    let isDone = false;
    const second = backUpFolder(folder, file).then((tables) => {
      isDone = true;
      return tables;
    });
    expect(isDone).toBe(false);
    first.destroy();
    expect(Object.keys(await second)).toContain('activity');
    expect(Object.keys(await backUpFolder(folder, `${file}2`))).toContain('activity');
  });

  it('fails with a clear message and leaves no file if the console stops in the meantime', async () => {
    await store();
    onTestFinished(closeStore);
    const stop = await startBackups();
    const failed = backUpFolder(folder, file).catch((error: Error) => error.message);
    await expect.poll(() => readdir(folder)).toContain('backup');
    await stop();
    expect(await failed).toContain('The console stopped before the backup was finished.');
    expect((await readdir(dataFolder)).filter((name) => name.startsWith('mailroom.backup'))).toEqual([]);
    expect(await readdir(folder)).not.toContain('backup');
  });

  it('fails if the copy might have been deleted while it was being read', async () => {
    await store();
    onTestFinished(closeStore);
    const stop = await startBackups();
    const backUp = withCopyFromConsole(folder, async ({ requireComplete }) => {
      expect(requireComplete).not.toThrow();
      await stop();
      requireComplete();
    });
    await expect(backUp).rejects.toThrow('The console stopped before');
  });

  it('fails if a program other than the console is using the database', async () => {
    await withStore(async () => {
      await expect(backUpFolder(folder, file)).rejects.toThrow('is in use');
    });
  });

  it('fails if the folder has no database', async () => {
    const { folder: other, remove } = temporaryFolder();
    onTestFinished(remove);
    await expect(backUpFolder(storeFolder(other), file)).rejects.toThrow('has no database');
    await expect(backUpFolder(folder, join(other, 'none/file'))).rejects.toThrow(
      `The folder ${join(other, 'none')} doesn’t exist.`,
    );
  });
});

describe('restoring', () => {
  beforeEach(async () => {
    await withStore((db) => addEntries(db, 'backed-up@example.com'));
    await backUpFolder(folder, file);
  });

  const readActivity = () =>
    withStore(async (db) => (await db.select({ by: activity.by }).from(activity)).map(({ by }) => by));

  it('replaces a database only when asked to, and keeps the old database', async () => {
    await withStore((db) => addEntries(db, 'newer@example.com'));
    await expect(restoreFolder(folder, file, false)).rejects.toThrow('has a database already');
    expect(await readActivity()).toContain('newer@example.com');
    const { replaced } = await restoreFolder(folder, file, true);
    expect(await readActivity()).toEqual(['backed-up@example.com']);
    expect(await readdir(replaced ?? '')).toContain('PG_VERSION');
  });

  it('isn’t possible while the console is running', async () => {
    await runConsole();
    await expect(restoreFolder(folder, file, true)).rejects.toThrow('is in use');
  });

  /** Extracts the backup, changes its description, and packs it again. */
  async function changeDescription(change: (text: string) => string): Promise<string> {
    const { folder: unpacked, remove } = temporaryFolder();
    onTestFinished(remove);
    await extract({ file, cwd: unpacked });
    const description = join(unpacked, 'mailroom-backup.json');
    await writeFile(description, change(await readFile(description, 'utf8')));
    await create({ file: `${file}-changed`, cwd: unpacked, gzip: true }, ['mailroom-backup.json', 'pgdata']);
    return `${file}-changed`;
  }

  it.each<[string, () => Promise<string>, string]>([
    [
      'another file',
      async () => {
        await writeFile(`${file}-other`, 'text');
        return `${file}-other`;
      },
      'isn’t a Mailroom backup',
    ],
    [
      'another archive',
      async () => {
        await writeFile(join(dataFolder, 'text'), 'text');
        await create({ file: `${file}-tar`, cwd: dataFolder, gzip: true }, ['text']);
        return `${file}-tar`;
      },
      'isn’t a Mailroom backup',
    ],
    [
      'a cut backup',
      async () => {
        await truncate(file, (await stat(file)).size - 2_000);
        return file;
      },
      'isn’t a Mailroom backup, or is damaged',
    ],
    [
      'a backup of a newer release',
      () => changeDescription((text) => text.replace(/"migrated_to":\d+/, '"migrated_to":9999999999999')),
      'newer release of Mailroom',
    ],
    [
      'a backup in a newer format',
      () => changeDescription((text) => text.replace('"version":1', '"version":2')),
      'newer release of Mailroom',
    ],
    [
      'a backup whose rows differ',
      () => changeDescription((text) => text.replace(/("activity":\{"rows":)\d+/, '$19')),
      'These tables differ: activity',
    ],
  ])('refuses %s, and changes nothing', async (_, prepare, message) => {
    const given = await prepare();
    await withStore((db) => addEntries(db, 'newer@example.com'));
    await expect(restoreFolder(folder, given, true)).rejects.toThrow(message);
    expect(await readActivity()).toContain('newer@example.com');
    expect(await readdir(folder)).not.toContain('restoring');
  });

  it('refuses a backup with changed bytes', async () => {
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0, middle, middle + 64);
    await writeFile(`${file}-changed`, bytes);
    await expect(restoreFolder(folder, `${file}-changed`, true)).rejects.toThrow(/damaged|isn’t a Mailroom/);
  });
});

it('the hashes are the same on PostgreSQL, and differ if a row differs', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const { db, close } = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  const attemptId = crypto.randomUUID();
  const add = (target: Database, by: string) =>
    target.insert(activity).values({
      operation: 'member.added',
      outcome: 'done',
      by,
      attemptId,
      at: new Date('2026-11-23T10:00:00.123Z'),
    });
  await add(db, 'ann@example.com');
  await db.execute(sql`set time zone 'America/New_York'`);
  const other = await readTableDigests(db);
  await close();
  await withStore((folderDb) => add(folderDb, 'ann@example.com'));
  expect((await withStore(readTableDigests)).activity).toEqual(other.activity);
  await withStore((folderDb) => add(folderDb, 'bo@example.com'));
  expect((await withStore(readTableDigests)).activity).not.toEqual(other.activity);
});
