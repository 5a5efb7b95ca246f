/** Starts answering requests for backups. Doesn't import what only the commands need. */
import 'server-only';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { measureFolder } from '#lib/database/copy.ts';
import { DATABASE_FOLDER } from '#lib/database/folder-contents.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { storeCopier, storeFolder } from '#lib/store/open.ts';
import { answerBackupRequests } from './console-socket.ts';
import { requireSpace } from './space.ts';

const NEED_STOP = 'backups need a stop of the console';

/**
 * Lets `mailroom backup` ask this console for a copy of its database. Does nothing if the database is
 * PostgreSQL.
 * @returns a function that stops answering
 */
export async function startBackups(): Promise<() => Promise<void>> {
  const [copier, folder] = [await storeCopier(), storeFolder(env().dataFolder)];
  const doNothing = async () => undefined;
  if (copier === undefined) return doNothing;
  const copy = async (to: string) => {
    await requireSpace(folder, await measureFolder(join(folder, DATABASE_FOLDER)));
    await mkdir(to);
    await copier(join(to, DATABASE_FOLDER));
  };
  try {
    const stop = await answerBackupRequests(folder, copy);
    if (stop !== null) return stop;
    log().warn(`${NEED_STOP}, because the path of MAILROOM_DATA is too long for a socket`);
  } catch (error) {
    // Some network and container file systems don't support sockets.
    log().warn({ err: error }, `${NEED_STOP}, because its folder can’t contain a socket`);
  }
  return doNothing;
}
