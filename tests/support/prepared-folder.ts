/**
 * Data folders whose database exists and is migrated, but empty. Making one takes PGlite two seconds of work, copying one
 * a tenth of a second, so one is made for each state of the migrations and every test gets a copy.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/mailroom-databases');

/** A new folder under the system's temporary one; whoever asked for it removes it. */
export async function preparedFolder(migrations: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-data-'));
  await prepareIn(folder, migrations);
  return folder;
}

/** Puts the console's database into `dataFolder`, where the console looks for it. */
export const prepareStore = (dataFolder: string) =>
  prepareIn(join(dataFolder, 'console'), join(root, 'lib/store/migrations'));

async function prepareIn(folder: string, migrations: string): Promise<void> {
  const original = await originalOf(migrations);
  // Not by the copy that waits for each file: it takes half as much work again.
  cpSync(join(original, 'pgdata'), join(folder, 'pgdata'), { recursive: true });
}

async function originalOf(migrations: string): Promise<string> {
  const original = join(cache, stateOf(migrations));
  if (existsSync(original)) return original;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'making-'));
  await make(own, migrations);
  try {
    await rename(own, original);
  } catch {
    // Another worker was faster; its folder is as good.
    await rm(own, { recursive: true, force: true });
  }
  return original;
}

async function make(folder: string, migrations: string): Promise<void> {
  // Only now: what opens a database takes a moment to load, and most who ask only get a copy.
  const [{ openDatabase }, { sql }] = await Promise.all([
    import('#lib/database/open.ts'),
    import('drizzle-orm'),
  ]);
  const { db, close } = await openDatabase({ folder, migrations });
  // What further databases would be made from: nobody makes any, and six in ten of all files to copy are theirs.
  for (const name of ['template0', 'template1']) {
    await db.execute(sql`alter database ${sql.identifier(name)} is_template false`);
    await db.execute(sql`drop database ${sql.identifier(name)}`);
  }
  await db.execute(sql`checkpoint`);
  await close();
}

/** Of all that a copy's contents come from. */
function stateOf(migrations: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql'))) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  hash.update(readFileSync(join(import.meta.dirname, 'prepared-folder.ts')));
  return hash.digest('hex').slice(0, 16);
}
