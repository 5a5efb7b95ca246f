/** The reason why a backup or restore can't be done. The message is a sentence for the operator. */
export class BackupError extends Error {}

/** Returns a sentence for an error that the system reported, such as a full disk. Undefined for other errors. */
export function describeFileError(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message;
  if (!isSystemError(error)) return undefined;
  const path = error.path ?? 'The file';
  if (error.code === 'ENOSPC')
    return `There is no space left for ${error.path ?? 'the file'}. Nothing was changed. Free some space, or use another disk.`;
  if (error.code === 'ENOENT') return `${path} doesn’t exist.`;
  return `${path} can’t be used (${error.code}).`;
}

/** Returns whether the system reported the error, for example because a file doesn't exist or the disk is full. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;
