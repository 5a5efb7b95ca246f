/** The checks in `mailroom doctor` that read the file system. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Env } from '#lib/env/env.ts';
import { MAX_KEPT_BYTES } from '#lib/files/size-limits.ts';
import { storeFolder } from '#lib/store/open.ts';
import type { Finding } from './doctor-finding.ts';

/** The embedded database and its log need room for growth. */
const MIN_FREE_BYTES = 1_000_000_000;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

function existingParent(path: string): string {
  return existsSync(path) ? path : existingParent(dirname(path));
}

/** Whether this user can create the folder. */
export function canCreate(folder: string): boolean {
  const parent = existingParent(folder);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return statSync(parent).isDirectory();
  } catch {
    return false;
  }
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(existingParent(folder));
  return bavail * bsize;
}

/** Checks the free space for the embedded database, and for temporary copies of images and proofs. */
export function checkDisk({ databaseUrl, dataFolder }: Env): Finding {
  const data = resolve(dataFolder);
  const needed: [folder: string, bytes: number][] = [[tmpdir(), MAX_KEPT_BYTES]];
  if (databaseUrl === undefined) needed.unshift([data, MIN_FREE_BYTES]);
  const free = needed.map(([folder, bytes]) => ({ folder, bytes, free: readFreeBytes(folder) }));
  const short = free.find((each) => each.free < each.bytes);
  if (short)
    return {
      problem: `${short.folder} has ${megabytes(short.free)} free, and Mailroom needs ${megabytes(short.bytes)}. Delete other files, or move the folder to a larger disk.`,
    };
  return { ok: `${free.map((each) => `${each.folder} has ${megabytes(each.free)} free`).join(', ')}.` };
}

/** Checks that only this user can read the embedded database. */
export function checkFileModes({ databaseUrl, dataFolder }: Env): Finding {
  if (databaseUrl !== undefined)
    return { ok: 'PostgreSQL stores the data, so this computer has no data folder.' };
  const folder = resolve(storeFolder(dataFolder));
  if (!existsSync(folder))
    return { ok: `${folder} doesn’t exist yet. Mailroom creates it so that only its own user can open it.` };
  const { uid, mode } = statSync(folder);
  const user = process.getuid?.();
  if (user !== undefined && uid !== user)
    return {
      problem: `${folder} belongs to the user ID ${uid}, and this command runs as ${user}. Run Mailroom as the owner, or run: chown -R ${user} ${folder}`,
    };
  if ((mode & 0o077) !== 0)
    return {
      problem: `Other users of this computer can open ${folder}. Assume that they have read the data. To remove their access, run: chmod -R go= ${folder}`,
    };
  return { ok: `only this user can open ${folder}.` };
}
