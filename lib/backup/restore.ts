/** Restores the embedded database from a backup. */
import 'server-only';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { openCopy } from '#lib/database/copy.ts';
import {
  DATABASE_FOLDER,
  FOLDER_CONTENTS,
  REPLACED_FOLDER,
  RESTORING_FOLDER,
} from '#lib/database/folder-contents.ts';
import { LOCK_FILES, lockFolder } from '#lib/database/folder-lock.ts';
import { createPrivateFolder, makeContentsPrivate } from '#lib/database/private-folder.ts';
import { migrationsFolder } from '#lib/store/open.ts';
import { BackupError, isSystemError } from './backup-error.ts';
import { extractDatabase, readDescription } from './backup-file.ts';
import { requireSpace } from './space.ts';
import { findDifferences, readTableDigests, type TableDigests } from './table-digests.ts';

export interface Restored {
  readonly createdAt: string;
  readonly tables: TableDigests;
  /** Where the replaced database is kept. Null if there was none. */
  readonly replaced: string | null;
}

/**
 * Restores a backup. Checks the number and the hashes of the rows before the restored database replaces the
 * current one, which is kept elsewhere.
 * @param folder the console's folder in MAILROOM_DATA
 * @param isReplacing whether to replace the folder's existing database
 * @throws BackupError | FolderInUse
 */
export async function restoreFolder(folder: string, file: string, isReplacing: boolean): Promise<Restored> {
  const about = await readDescription(file);
  if (about.migrated_to > newestMigration())
    throw new BackupError(
      `${file} was made by a newer release of Mailroom, whose tables this release doesn’t recognize. Install that release first.`,
    );
  createPrivateFolder(folder);
  const unlock = lockFolder(folder);
  const [current, restoring] = [join(folder, DATABASE_FOLDER), join(folder, RESTORING_FOLDER)];
  try {
    const isEmpty = await isEmptyFolder(current);
    if (!isEmpty && !isReplacing)
      throw new BackupError(
        `${folder} has a database already. To replace it, add --replace. The current database is then kept in ${join(folder, REPLACED_FOLDER)}.`,
      );
    await rm(restoring, { recursive: true, force: true });
    await requireSpace(folder, about.database_bytes ?? (await stat(file)).size * ASSUMED_COMPRESSION);
    await mkdir(restoring);
    await extractChecked(file, restoring, about.tables);
    const replaced = isEmpty ? null : await moveAside(folder, current);
    if (isEmpty) await rm(current, { recursive: true, force: true });
    await rename(join(restoring, DATABASE_FOLDER), current);
    makeContentsPrivate(folder, [...FOLDER_CONTENTS, ...LOCK_FILES]);
    return { createdAt: about.created_at, tables: about.tables, replaced };
  } finally {
    await rm(restoring, { recursive: true, force: true });
    unlock();
  }
}

/**
 * If a backup doesn't state its database's size, the size is assumed to be this many times the backup's size.
 */
const ASSUMED_COMPRESSION = 10;

const newestMigration = (): number =>
  Math.max(
    ...readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ folderMillis }) => folderMillis),
  );

/** Extracts the database, opens it, and compares its rows with the backup's description. */
async function extractChecked(file: string, folder: string, expected: TableDigests): Promise<void> {
  let different: readonly string[];
  try {
    await extractDatabase(file, folder);
    const { db, close } = await openCopy(join(folder, DATABASE_FOLDER));
    different = findDifferences(await readTableDigests(db), expected);
    await close();
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new BackupError(
      `${file} can’t be restored, because its database can’t be opened. The file may be damaged, or it may have been made on another type of processor.`,
    );
  }
  if (different.length > 0)
    throw new BackupError(`${file} is damaged. These tables differ: ${different.join(', ')}.`);
}

async function isEmptyFolder(path: string): Promise<boolean> {
  const isMissing = await access(path).then(
    () => false,
    () => true,
  );
  return isMissing || (await readdir(path)).length === 0;
}

/** Moves the current database to REPLACED_FOLDER. @returns its new path */
async function moveAside(folder: string, current: string): Promise<string> {
  const kept = join(folder, REPLACED_FOLDER, new Date().toISOString().replaceAll(':', '.'));
  await mkdir(join(folder, REPLACED_FOLDER), { recursive: true });
  await rename(current, kept);
  return kept;
}
