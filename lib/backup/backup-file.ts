/**
 * The file format of backups: a compressed tar archive with a description, `mailroom-backup.json`, followed by the files
 * of the embedded database in `pgdata`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';
import { DATABASE_FOLDER } from '#lib/database/folder-contents.ts';
import { BackupError, isSystemError } from './backup-error.ts';
import { tableDigests } from './table-digests.ts';

const FORMAT = 'mailroom-backup';
const VERSION = 1;
const DESCRIPTION = 'mailroom-backup.json';
const MAX_DESCRIPTION_BYTES = 1024 * 1024;

const description = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  created_at: z.string(),
  /** When the database's last migration was generated, in milliseconds since the epoch. */
  migrated_to: z.number(),
  /** The size of the database's files. Missing from older backups. */
  database_bytes: z.number().optional(),
  tables: tableDigests,
});

type Description = Omit<z.infer<typeof description>, 'format' | 'version'>;

/**
 * Writes a backup.
 * @param file the path of the new file
 * @param folder a folder that contains only a copy of the database, in DATABASE_FOLDER
 */
export async function writeBackup(file: string, folder: string, about: Description): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...about });
  await writeFile(join(folder, DESCRIPTION), text);
  await create({ file, cwd: folder, gzip: true, portable: true, mode: 0o600 }, [
    DESCRIPTION,
    DATABASE_FOLDER,
  ]);
}

/** Reads a backup's description. @throws BackupError if the file isn't a backup, or was made by a newer release */
export async function readDescription(file: string): Promise<Description> {
  const parts: Buffer[] = [];
  let isFirst = true;
  const readEntry = (entry: ReadEntry) => {
    const isDescription = isFirst && entry.path === DESCRIPTION && entry.size <= MAX_DESCRIPTION_BYTES;
    isFirst = false;
    if (isDescription) entry.on('data', (part: Buffer) => parts.push(part));
    else entry.resume();
  };
  try {
    await list({ file, strict: true, onReadEntry: readEntry });
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new BackupError(`${file} isn’t a Mailroom backup, or is damaged.`);
  }
  const parsed = description.safeParse(parseJson(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) throw new BackupError(`${file} isn’t a Mailroom backup.`);
  if (parsed.data.version > VERSION)
    throw new BackupError(`${file} was made by a newer release of Mailroom. Install that release first.`);
  return parsed.data;
}

/** Extracts the database's files into the folder. The backup must have a valid description. */
export async function extractDatabase(file: string, folder: string): Promise<void> {
  await extract({
    file,
    cwd: folder,
    strict: true,
    umask: 0o077,
    filter: (path, entry) =>
      (path === DATABASE_FOLDER || path.startsWith(`${DATABASE_FOLDER}/`)) &&
      'type' in entry &&
      (entry.type === 'File' || entry.type === 'Directory'),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
