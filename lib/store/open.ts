import 'server-only';
import { join } from 'node:path';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { describeMendedAccess, makeFolderPrivate } from '#lib/database/private-folder.ts';
import { type Env, env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { releaseFolder } from '#lib/runtime/release.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

type StoreLocation = Pick<Env, 'databaseUrl' | 'dataFolder'> & Partial<Pick<Env, 'databaseTimeoutMs'>>;

const FOLDER_NAME = 'console';
/** The names of all files and folders that Mailroom's programs store in MAILROOM_DATA by default. */
const DATA_FOLDER_CONTENTS = [FOLDER_NAME, 'service', 'demo.json'];

/**
 * Opens Mailroom's database, for programs that close the database themselves.
 * @throws FolderInUse if another process has the PGlite folder open
 * @throws FolderNotAccessible if the PGlite folder belongs to another user
 */
export async function openStore({
  databaseUrl: url,
  dataFolder,
  databaseTimeoutMs: timeoutMs,
}: StoreLocation): Promise<OpenDatabase> {
  const opened = await openDatabase({
    url,
    timeoutMs,
    folder: join(dataFolder, FOLDER_NAME),
    migrations: join(releaseFolder(), 'lib/store/migrations'),
  });
  if (url !== undefined) return opened;
  const accessibleFiles = opened.accessibleFiles + makeFolderPrivate(dataFolder, DATA_FOLDER_CONTENTS);
  return { ...opened, accessibleFiles };
}

function openOnce(): Promise<OpenDatabase> {
  return singleton('store', () => {
    const opening = openAndReport();
    // If opening the database fails, let the next use try again.
    opening.catch(() => dropSingleton('store'));
    return opening;
  });
}

async function openAndReport(): Promise<OpenDatabase> {
  const { dataFolder } = env();
  const opened = await openStore(env());
  if (opened.accessibleFiles > 0) log().warn(describeMendedAccess(opened.accessibleFiles, dataFolder));
  return opened;
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
