import 'server-only';
import { join } from 'node:path';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { type Env, env } from '#lib/env/env.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

/**
 * Opens Mailroom's database, for programs that close it themselves.
 * @throws FolderInUse when another process holds the PGlite folder
 */
export function openStore(where: Pick<Env, 'databaseUrl' | 'dataFolder'>): Promise<OpenDatabase> {
  return openDatabase({
    url: where.databaseUrl,
    folder: join(where.dataFolder, 'console'),
    // Relative to the working directory, because Next bundles modules away from their source files.
    migrations: join(process.cwd(), 'lib/store/migrations'),
  });
}

function openOnce(): Promise<OpenDatabase> {
  return singleton('store', () => {
    const opening = openStore(env());
    // If the database can't be opened now, the next use tries again.
    opening.catch(() => dropSingleton('store'));
    return opening;
  });
}

/** The console's database: opened at first use and shared by the whole process. */
export async function store(): Promise<Database> {
  return (await openOnce()).db;
}

export async function closeStore(): Promise<void> {
  const { close } = await openOnce();
  dropSingleton('store');
  await close();
}
