/** Copies of an embedded database, for backups. */
import { constants } from 'node:fs';
import { cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from './database.ts';

/**
 * Copies the files of an open PGlite database. PGlite doesn't run other queries during a transaction, so no
 * files change in the meantime. The checkpoint writes the changes that are still in memory, so that the copy
 * doesn't need recovery.
 */
export function copyDatabaseFiles(db: Database, from: string, to: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`checkpoint`);
    // File systems that can share blocks between files make the copy instantly.
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  });
}

/** Opens a copy without migrating it. */
export async function openCopy(
  folder: string,
): Promise<{ readonly db: Database; readonly close: () => Promise<void> }> {
  const client = await PGlite.create(folder);
  return { db: drizzle({ client }), close: () => client.close() };
}

/** Returns the size of all files in the folder, in bytes. */
export async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
