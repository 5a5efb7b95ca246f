/** Tests that a failed attempt to open a database doesn't block the next attempt. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { FolderInUse } from '#lib/database/folder-lock.ts';
import { openDatabase } from '#lib/database/open.ts';
import { startPostgres } from '../support/postgres.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const MIGRATIONS = join(process.cwd(), 'lib/store/migrations');

function createFolder(): string {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  return folder;
}

/** Opens the database in the folder, runs a query, and closes the database. Throws if a step fails. */
async function openAndClose(folder: string): Promise<void> {
  const { db, close } = await openDatabase({ folder, migrations: MIGRATIONS });
  try {
    await db.execute(sql`select 1 from members`);
  } finally {
    await close();
  }
}

it('a database can be opened after a failed attempt to read the migrations', async () => {
  const data = createFolder();
  await prepareConsoleDatabase(data);
  const folder = join(data, 'console');
  const missing = join(data, 'no-migrations');
  await expect(openDatabase({ folder, migrations: missing })).rejects.toThrow(/_journal\.json/);
  await openAndClose(folder);
});

it('every attempt to open a damaged database reports the same error', async () => {
  const folder = join(createFolder(), 'console');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'pgdata'), 'not a directory');
  for (let attempt = 0; attempt < 2; attempt++) {
    const error: unknown = await openAndClose(folder).catch((reason: unknown) => reason);
    expect(error).toBeDefined();
    expect(error).not.toBeInstanceOf(FolderInUse);
  }
});

it('a PostgreSQL database can be migrated immediately after a failed attempt', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const location = { url: postgres.url, folder: '' };
  const missing = join(createFolder(), 'no-migrations');
  await expect(openDatabase({ ...location, migrations: missing })).rejects.toThrow(/_journal\.json/);
  const start = performance.now();
  const { close } = await openDatabase({ ...location, migrations: MIGRATIONS });
  // A connection left open by the failed attempt would hold the migration lock for 10 seconds.
  expect(performance.now() - start).toBeLessThan(9_000);
  await close();
});

it('a database folder that is already open can’t be opened again', async () => {
  const data = createFolder();
  await prepareConsoleDatabase(data);
  const folder = join(data, 'console');
  const { close } = await openDatabase({ folder, migrations: MIGRATIONS });
  await expect(openDatabase({ folder, migrations: MIGRATIONS })).rejects.toBeInstanceOf(FolderInUse);
  await close();
  await openAndClose(folder);
});
