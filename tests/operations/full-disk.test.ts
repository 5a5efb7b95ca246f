/**
 * Tests that a full disk causes a clear error, and that the embedded database and its backups stay intact.
 * Mounts small file systems in memory, so it must run as root.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { backUpFolder } from '#lib/backup/backup.ts';
import { restoreFolder } from '#lib/backup/restore.ts';
import { startBackups } from '#lib/backup/start.ts';
import { readTableDigests } from '#lib/backup/table-digests.ts';
import { isDatabaseOutage } from '#lib/database/outage.ts';
import { closeStore, openStore, store, storeFolder } from '#lib/store/open.ts';
import { titlesAndNotes } from '#lib/store/schema/titles-and-notes.ts';
import { useSettings } from '../console/support/settings.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const run = promisify(execFile);
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mailroom-full-disk-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Mounts a small disk, which is unmounted when the test ends. @returns its path */
async function mountDisk(name: string, megabytes: number): Promise<string> {
  const path = join(parent, name);
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path]);
  onTestFinished(async () => {
    await run('umount', ['--lazy', path]);
  });
  return path;
}

/** Fills the disk, except for a few bytes. @returns a function that frees the space */
async function fillDisk(path: string, except = 0): Promise<() => Promise<void>> {
  const file = join(path, 'filler');
  const { bavail, bsize } = await statfs(path);
  await writeFile(file, Buffer.alloc(bavail * bsize - except));
  return () => rm(file);
}

const location = (dataFolder: string) => ({ databaseUrl: undefined, dataFolder });
const addNote = (campaignId: number) => ({
  campaignId,
  note: 'a note that doesn’t compress: '.padEnd(1_500, crypto.randomUUID()),
  revision: 1,
  changedBy: 'ann@example.com',
});

it('changes that can’t be stored are refused as if the database were down, and nothing is lost', async () => {
  const disk = await mountDisk('data', 160);
  await prepareConsoleDatabase(disk);
  const first = await openStore(location(disk));
  const free = await fillDisk(disk, 1024 ** 2);
  let confirmed = 0;
  let refusal: unknown;
  for (; refusal === undefined; confirmed++) {
    const rows = Array.from({ length: 100 }, (_, i) => addNote(confirmed * 100 + i + 1));
    await first.db
      .insert(titlesAndNotes)
      .values(rows)
      .catch((error: unknown) => {
        refusal = error;
      });
  }
  confirmed--;
  expect(confirmed).toBeGreaterThan(0);
  expect(isDatabaseOutage(refusal)).toBe(true);
  await first.close().catch(() => undefined);
  await free();
  const second = await openStore(location(disk));
  expect(await second.db.$count(titlesAndNotes)).toBe(confirmed * 100);
  await second.db.insert(titlesAndNotes).values(addNote(10_000_000));
  expect(await second.db.$count(titlesAndNotes, eq(titlesAndNotes.campaignId, 10_000_000))).toBe(1);
  await second.close();
  console.log(`${confirmed * 100} rows were confirmed before the disk was full, and all of them are there.`);
});

it('a copy or backup that doesn’t fit leaves nothing behind, and the console keeps working', async () => {
  const disk = await mountDisk('source', 200);
  await prepareConsoleDatabase(disk);
  useSettings({ MAILROOM_DATA: disk });
  const db = await store();
  onTestFinished(closeStore);
  onTestFinished(await startBackups());
  const free = await fillDisk(disk);
  await expect(backUpFolder(storeFolder(disk), join(parent, 'backup'))).rejects.toThrow(
    /^\d+ MB of free space is needed/,
  );
  await free();
  await db.insert(titlesAndNotes).values(addNote(1));
  const full = await mountDisk('small', 1);
  const file = join(full, 'mailroom.backup');
  await expect(backUpFolder(storeFolder(disk), file)).rejects.toThrow(/ENOSPC/);
  expect(await readdir(full)).toEqual([]);
  const tables = await backUpFolder(storeFolder(disk), join(parent, 'fits'));
  expect(tables).toEqual(await readTableDigests(db));
});

it('a backup that doesn’t fit isn’t restored, and the current database is kept', async () => {
  const source = join(parent, 'to-restore');
  await prepareConsoleDatabase(source);
  const file = join(parent, 'to-restore.backup');
  await backUpFolder(storeFolder(source), file);
  const disk = await mountDisk('target', 120);
  await prepareConsoleDatabase(disk);
  const opened = await openStore(location(disk));
  await opened.db.insert(titlesAndNotes).values(addNote(7));
  const before = await readTableDigests(opened.db);
  await opened.close();
  const free = await fillDisk(disk);
  await expect(restoreFolder(storeFolder(disk), file, true)).rejects.toThrow(
    /disk .* is full|free space|ENOSPC/,
  );
  await free();
  // The file itself fits, but the database in it is several times as large.
  const { size } = await stat(file);
  const freeAgain = await fillDisk(disk, 2 * size);
  await expect(restoreFolder(storeFolder(disk), file, true)).rejects.toThrow(
    /^\d+ MB of free space is needed/,
  );
  await freeAgain();
  const again = await openStore(location(disk));
  expect(await readTableDigests(again.db)).toEqual(before);
  await again.close();
});
