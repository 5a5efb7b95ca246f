/**
 * Keeps other users of the machine out of data folders: folders get the mode 0700, and files the mode 0600. On
 * Windows, which has neither file modes nor user IDs, this module does nothing.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The permissions of users other than the owner. */
const OTHERS = 0o077;

/** Lets only this process's user access the files and folders that the process creates. */
export function createOnlyPrivateFiles(): void {
  process.umask(OTHERS);
}

export class FolderNotAccessible extends Error {
  constructor(folder: string, problem: string) {
    super(`The data folder ${folder} ${problem}. Start Mailroom as another user, or choose another folder.`);
    this.name = 'FolderNotAccessible';
  }
}

/**
 * Creates a folder that only this process's user can access. Doesn't change an existing folder.
 * @throws FolderNotAccessible if the folder belongs to another user or can't be created
 */
export function createPrivateFolder(folder: string): void {
  explainRefusals(folder, () => {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    requireOwner(folder, statSync(folder));
  });
}

/**
 * Removes other users' access to the named contents of a folder, and to the folder itself.
 * @returns how many files and folders other users could access
 * @throws FolderNotAccessible if any of the contents belongs to another user
 */
export function makeContentsPrivate(folder: string, contents: readonly string[]): number {
  if (process.getuid === undefined) return 0;
  return explainRefusals(folder, () => {
    const isReachable = (statSync(folder).mode & OTHERS) !== 0;
    let count: number = makeFolderPrivate(folder, contents);
    for (const name of readdirSync(folder)) {
      if (contents.includes(name)) count += makeTreePrivate(folder, join(folder, name), isReachable);
    }
    return count;
  });
}

/**
 * Removes other users' access to a folder, but not to its contents. Doesn't change a folder that belongs to
 * another user or, like /tmp, contains anything besides `contents`.
 * @returns 1 if other users had access, and 0 otherwise
 */
export function makeFolderPrivate(folder: string, contents: readonly string[]): 0 | 1 {
  const stats = statSync(folder);
  if (stats.uid !== process.getuid?.()) return 0;
  return readdirSync(folder).every((name) => contents.includes(name)) ? makePrivate(folder, stats) : 0;
}

export const describeMendedAccess = (count: number, folder: string): string =>
  `Other users of this machine had access to ${count} files and folders in ${folder}. Mailroom removed their access.`;

/**
 * @param isReachable whether other users have access to the parent folder
 * @returns how many files and folders other users could access
 */
function makeTreePrivate(folder: string, path: string, isReachable: boolean): number {
  const stats = lstatSync(path);
  // A symbolic link has no permissions of its own, and its target isn't part of the folder.
  if (stats.isSymbolicLink()) return 0;
  requireOwner(folder, stats);
  const mended = makePrivate(path, stats);
  const wasReached = isReachable && mended === 1;
  let count = wasReached ? 1 : 0;
  if (!stats.isDirectory()) return count;
  for (const name of readdirSync(path)) count += makeTreePrivate(folder, join(path, name), wasReached);
  return count;
}

/** @returns 1 if other users had permissions, and 0 otherwise */
function makePrivate(path: string, stats: Stats): 0 | 1 {
  if ((stats.mode & OTHERS) === 0) return 0;
  chmodSync(path, stats.isDirectory() ? FOLDER_MODE : FILE_MODE);
  return 1;
}

function requireOwner(folder: string, { uid }: Stats): void {
  const user = process.getuid?.();
  if (user === undefined || uid === user) return;
  throw new FolderNotAccessible(folder, `belongs to another user (user ID ${uid}, not ${user})`);
}

function explainRefusals<R>(folder: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new FolderNotAccessible(folder, `can’t be opened by this user (${code})`);
  }
}
