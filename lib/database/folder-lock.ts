import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'lock.sqlite';
/** The names of the files that a lock creates in the folder. */
export const LOCK_FILES = [LOCK_FILE, `${LOCK_FILE}-journal`];

export class FolderInUse extends Error {
  readonly folder: string;
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another program. Stop the other program, or choose another folder.`,
    );
    this.name = 'FolderInUse';
    this.folder = folder;
  }
}

export class DiskFull extends Error {
  constructor(folder: string) {
    super(`The disk with the data folder ${folder} is full. Free some space, and try again.`);
    this.name = 'DiskFull';
  }
}

/**
 * Locks a folder for this process until the returned function is called or the process ends.
 *
 * Uses SQLite's exclusive file lock, which the operating system releases when the process ends. Unlike a pid
 * file or a heartbeat file, the lock never remains after `kill -9`.
 * @throws FolderInUse if another process has locked the folder
 * @throws DiskFull if the folder's disk has no space for the lock
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /database is locked/.test(error.message)) throw new FolderInUse(folder);
    if (error instanceof Error && /disk is full/.test(error.message)) throw new DiskFull(folder);
    throw error;
  }
  return () => lock.close();
}
