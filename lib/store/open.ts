import 'server-only';
import { join } from 'node:path';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { type Env, env } from '#lib/env/env.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

/**
 * Opens Mailroom's own database, for programs that hold it themselves.
 * @throws FolderInUse when another process holds the PGlite folder
 */
export function openStore(where: Pick<Env, 'databaseUrl' | 'dataFolder'>): Promise<OpenDatabase> {
  return openDatabase({
    url: where.databaseUrl,
    folder: join(where.dataFolder, 'console'),
    // From the working directory, because inside Next a module no longer stands where its source does.
    migrations: join(process.cwd(), 'lib/store/migrations'),
  });
}

function opened(): Promise<OpenDatabase> {
  return singleton('store', () => {
    const opening = openStore(env());
    // A database that was down is tried again at the next use.
    opening.catch(() => dropSingleton('store'));
    return opening;
  });
}

/** The console's database: opened at the first use, one for the whole process. */
export async function store(): Promise<Database> {
  return (await opened()).db;
}

export async function closeStore(): Promise<void> {
  const { close } = await opened();
  dropSingleton('store');
  await close();
}
