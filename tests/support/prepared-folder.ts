/**
 * Provides data folders with a migrated but empty database. Creating a folder with PGlite takes two seconds, but
 * copying one takes a tenth of a second. Tests therefore create an original folder once for the current migrations, and
 * copy it.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const cacheFolder = join(root, 'node_modules/.cache/mailroom-databases');

/** Creates a temporary folder with a migrated database. The caller must delete the folder. */
export async function createPreparedFolder(migrations: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-data-'));
  await copyPrepared(folder, migrations);
  return folder;
}

/** Adds a migrated console database to `dataFolder`. */
export const prepareConsoleDatabase = (dataFolder: string) =>
  copyPrepared(join(dataFolder, 'console'), join(root, 'lib/store/migrations'));

async function copyPrepared(folder: string, migrations: string): Promise<void> {
  const original = await findOrCreateOriginal(migrations);
  // Only the current user gets access, because the console reports folders that other users can access.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A synchronous copy takes a third less CPU time than an asynchronous copy.
  cpSync(join(original, 'pgdata'), join(folder, 'pgdata'), { recursive: true });
}

async function findOrCreateOriginal(migrations: string): Promise<string> {
  const original = join(cacheFolder, hashSources(migrations));
  if (existsSync(original)) return original;
  await mkdir(cacheFolder, { recursive: true });
  const created = await mkdtemp(join(cacheFolder, 'creating-'));
  await createOriginal(created, migrations);
  try {
    await rename(created, original);
  } catch {
    // Another worker has already created the original folder.
    await rm(created, { recursive: true, force: true });
  }
  return original;
}

async function createOriginal(folder: string, migrations: string): Promise<void> {
  // Import the database only when needed, because the import is slow and most callers only copy a folder.
  const [{ openDatabase }, { sql }] = await Promise.all([
    import('#lib/database/open.ts'),
    import('drizzle-orm'),
  ]);
  const { db, close } = await openDatabase({ folder, migrations });
  // Delete the template databases, because they hold 60% of the files and no test creates another database.
  for (const name of ['template0', 'template1']) {
    await db.execute(sql`alter database ${sql.identifier(name)} is_template false`);
    await db.execute(sql`drop database ${sql.identifier(name)}`);
  }
  await db.execute(sql`checkpoint`);
  await close();
}

/** Returns a hash of everything that determines the content of an original folder. */
function hashSources(migrations: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql'))) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  hash.update(readFileSync(join(import.meta.dirname, 'prepared-folder.ts')));
  return hash.digest('hex').slice(0, 16);
}
