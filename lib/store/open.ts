import 'server-only';
import { join } from 'node:path';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { type Env, env } from '#lib/env/env.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

/**
 * Opens Mailroom's database, for programs that close the database themselves.
 * @throws FolderInUse if another process has the PGlite folder open
 */
export function openStore(where: Pick<Env, 'databaseUrl' | 'dataFolder'>): Promise<OpenDatabase> {
  return openDatabase({
    url: where.databaseUrl,
    folder: join(where.dataFolder, 'console'),
    // The path is relative to the working directory, because Next moves modules when it bundles them.
    migrations: join(process.cwd(), 'lib/store/migrations'),
  });
}

function openOnce(): Promise<OpenDatabase> {
  return singleton('store', () => {
    const opening = openStore(env());
    // If the database can't be opened, the next use of the database tries again.
    opening.catch(() => dropSingleton('store'));
    return opening;
  });
}

/** Returns the console's database, which is opened on first use and shared by the whole process. */
export async function store(): Promise<Database> {
  return (await openOnce()).db;
}

export async function closeStore(): Promise<void> {
  const { close } = await openOnce();
  dropSingleton('store');
  await close();
}
