/** Backs up the embedded database, even while the console is running. */
import 'server-only';
import { access, chmod, cp, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { measureFolder, openCopy } from '#lib/database/copy.ts';
import { type Database, queryRows } from '#lib/database/database.ts';
import { BACKUP_FOLDER, DATABASE_FOLDER } from '#lib/database/folder-contents.ts';
import { FolderInUse, lockFolder } from '#lib/database/folder-lock.ts';
import { BackupError } from './backup-error.ts';
import { writeBackup } from './backup-file.ts';
import { type DatabaseCopy, withCopyFromConsole } from './console-socket.ts';
import { requireSpace } from './space.ts';
import { readTableDigests, type TableDigests } from './table-digests.ts';

/**
 * Writes a backup of the embedded database into a new file.
 * @param folder the console's folder in MAILROOM_DATA
 * @returns each table's number of rows, and a hash of the rows
 * @throws BackupError | FolderInUse
 */
export async function backUpFolder(folder: string, file: string): Promise<TableDigests> {
  if (await exists(file)) throw new BackupError(`${file} exists already. Name a new file.`);
  if (!(await exists(dirname(file)))) throw new BackupError(`The folder ${dirname(file)} doesn’t exist.`);
  if (!(await exists(join(folder, DATABASE_FOLDER))))
    throw new BackupError(`${folder} has no database. Check MAILROOM_DATA.`);
  const pack = (copy: DatabaseCopy) => packCopy(copy, file);
  try {
    return await withLockedFolder(folder, pack);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const packed = await withCopyFromConsole(folder, pack);
    if (packed === null) throw error;
    return packed;
  }
}

/** Copies the database of a console that isn't running. @throws FolderInUse if the console is running */
async function withLockedFolder<Result>(folder: string, work: (copy: DatabaseCopy) => Promise<Result>) {
  const unlock = lockFolder(folder);
  const [database, copied] = [join(folder, DATABASE_FOLDER), join(folder, BACKUP_FOLDER)];
  try {
    await rm(copied, { recursive: true, force: true });
    await requireSpace(folder, await measureFolder(database));
    await mkdir(copied);
    await cp(database, join(copied, DATABASE_FOLDER), { recursive: true });
    return await work({ folder: copied, requireComplete: () => undefined });
  } finally {
    await rm(copied, { recursive: true, force: true });
    unlock();
  }
}

/**
 * Opens the copy to make sure that it works, and writes it into the file. Until the file is complete, it has
 * a different name.
 */
async function packCopy(
  { folder: copied, requireComplete }: DatabaseCopy,
  file: string,
): Promise<TableDigests> {
  const { db, close } = await openCopy(join(copied, DATABASE_FOLDER));
  const [tables, migratedTo] = [await readTableDigests(db), await readNewestMigration(db)];
  await close();
  const unfinished = `${file}.unfinished`;
  const databaseBytes = await measureFolder(copied);
  try {
    const createdAt = new Date().toISOString();
    await writeBackup(unfinished, copied, {
      created_at: createdAt,
      migrated_to: migratedTo,
      database_bytes: databaseBytes,
      tables,
    });
    requireComplete();
    await chmod(unfinished, 0o600);
    const written = await open(unfinished);
    await written.sync();
    await written.close();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return tables;
}

async function readNewestMigration(db: Database): Promise<number> {
  const [row] = await queryRows<{ readonly newest: number }>(
    db,
    sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
  );
  return row?.newest ?? 0;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
