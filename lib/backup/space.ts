import { statfs } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

const MB = 1024 ** 2;

/**
 * Filling the disk would keep the database from storing changes.
 * @param bytes the size of what will be written to the folder
 * @throws BackupError if less free space than 10% of `bytes` would be left in the folder
 */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [Math.floor((bavail * bsize) / MB), Math.ceil((bytes * 1.1) / MB)];
  if (free < needed)
    throw new BackupError(`${needed} MB of free space is needed in ${folder}, which has ${free} MB.`);
}
