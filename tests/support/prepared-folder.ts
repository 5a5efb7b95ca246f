/**
 * Data folders whose database exists and is migrated, but empty. Making one takes PGlite two seconds of work, copying one
 * a fifth of a second, so one is made for each state of the migrations and every test gets a copy.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
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

/** Puts such a database where a program will look for its own. */
export async function prepareIn(folder: string, migrations: string): Promise<void> {
  const original = await originalOf(migrations);
  await cp(join(original, 'pgdata'), join(folder, 'pgdata'), { recursive: true });
}

async function originalOf(migrations: string): Promise<string> {
  const original = join(cache, stateOf(migrations));
  if (existsSync(original)) return original;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'making-'));
  // Only now: what opens a database takes a moment to load, and most who ask only get a copy.
  const { openDatabase } = await import('#lib/database/open.ts');
  const { close } = await openDatabase({ folder: own, migrations });
  await close();
  try {
    await rename(own, original);
  } catch {
    // Another worker was faster; its folder is as good.
    await rm(own, { recursive: true, force: true });
  }
  return original;
}

function stateOf(migrations: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).filter((file) => file.endsWith('.sql'))) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}
