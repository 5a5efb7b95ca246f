/** The names of the files and folders in a program's data folder. */

/** The embedded database. */
export const DATABASE_FOLDER = 'pgdata';
/** The socket through which other programs ask the running program for a copy of its database. */
export const BACKUP_SOCKET = 'backup.sock';
/** A copy of the database that exists only while a backup is being made. */
export const BACKUP_FOLDER = 'backup';
/** A database that is being restored from a backup. */
export const RESTORING_FOLDER = 'restoring';
/** The databases that were replaced by restored ones. */
export const REPLACED_FOLDER = 'replaced';

export const FOLDER_CONTENTS = [
  DATABASE_FOLDER,
  BACKUP_SOCKET,
  BACKUP_FOLDER,
  RESTORING_FOLDER,
  REPLACED_FOLDER,
];
