/**
 * Which migrations a program knows, and which programs can use a database that a newer program has migrated.
 * During an upgrade, two releases use the same database, so the older release must not exit just because the
 * newer one has started.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** Migrations are identified by the time when they were generated, in milliseconds since the epoch. */
export interface KnownSchema {
  /** The program's newest migration. */
  readonly newest: number;
  /**
   * The newest migration of the oldest program that can still use the database after all of this program's
   * migrations have run.
   */
  readonly oldestCompatible: number;
}

export interface DatabaseSchema {
  /** The newest migration that the database has, or null if it has none. */
  readonly newest: number | null;
  /** A program can use the database only if it knows this migration. */
  readonly oldestCompatible: number;
  /**
   * The version of the release that applied the newest migration. Null if the release didn't record its
   * version.
   */
  readonly release: string | null;
}

/** The database has migrations that this program doesn't know, and that changed what the program uses. */
export class SchemaTooNew extends Error {
  constructor(release: string | null) {
    super(
      `Mailroom ${release ?? 'of a newer release'} has upgraded the database, and this release can’t use it anymore. Start the newer release, or restore a backup from before the upgrade.`,
    );
    this.name = 'SchemaTooNew';
  }
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/**
 * Finds out which migrations a directory contains. A file in the directory names the newest migration of the
 * oldest compatible program. Without the file, no older program is compatible.
 */
export function readKnownSchema(folder: string): KnownSchema {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  const newest = Math.max(0, ...entries.map(({ when }) => when));
  const file = join(folder, 'compatibility.json');
  if (!existsSync(file)) return { newest, oldestCompatible: newest };
  const { oldest } = JSON.parse(readFileSync(file, 'utf8')) as { oldest: string };
  const entry = entries.find(({ tag }) => tag === oldest);
  if (!entry) throw new Error(`${file} names the migration ${oldest}, which doesn’t exist.`);
  return { newest, oldestCompatible: entry.when };
}

/** Whether the database's schema is too new for a program whose newest migration is `known.newest`. */
export const isTooNew = ({ newest, oldestCompatible }: DatabaseSchema, known: KnownSchema): boolean =>
  newest !== null && newest > known.newest && oldestCompatible > known.newest;

const CREATES_TABLE = /^\s*CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/;
const RENAMES_TABLE = /^\s*ALTER TABLE "(\w+)" RENAME TO "(\w+)"/;

/** Returns the latest name of every table that the migrations have created. */
export function listTables(folder: string): readonly string[] {
  const names = new Set<string>();
  for (const statement of readMigrationFiles({ migrationsFolder: folder }).flatMap(({ sql }) => sql)) {
    const [, created] = CREATES_TABLE.exec(statement) ?? [];
    if (created !== undefined) names.add(created);
    const [, earlier, newer] = RENAMES_TABLE.exec(statement) ?? [];
    if (earlier !== undefined && newer !== undefined && names.delete(earlier)) names.add(newer);
  }
  return [...names];
}

/** Returns the migrations that the database doesn't have yet, oldest first. */
export const listPending = (folder: string, { newest }: DatabaseSchema) =>
  readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => newest === null || folderMillis > newest,
  );
