/**
 * A folder for the console's database in which everything is made already: PGlite takes seconds of work to make one, and
 * a moment to open a copy. Kept from run to run until the migrations or PGlite change.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '#lib/store/open.ts';

const CACHE = 'node_modules/.cache/mailroom-tests';

/** Puts one into `dataFolder`, where the console looks for it. */
export async function prepareStore(dataFolder: string): Promise<void> {
  const made = join(CACHE, `console-${await version()}`);
  if (!existsSync(made)) await make(made);
  await cp(made, dataFolder, { recursive: true });
}

async function version(): Promise<string> {
  const migrations = 'lib/store/migrations';
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  const files = [
    ...names.map((name) => join(migrations, name)),
    'node_modules/@electric-sql/pglite/package.json',
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function make(made: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  const { close } = await openStore({ databaseUrl: undefined, dataFolder: draft });
  await close();
  try {
    await rename(draft, made);
  } catch {
    // Another worker was faster; both are alike.
    await rm(draft, { recursive: true });
  }
}
