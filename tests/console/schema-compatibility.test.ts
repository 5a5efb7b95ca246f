/** Tests which releases can use a database that a newer release has migrated. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readKnownSchema, SchemaTooNew } from '#lib/database/known-schema.ts';
import { isSchemaUsable } from '#lib/database/migrate.ts';
import { openDatabase } from '#lib/database/open.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { findContraction } from './support/contracting-statements.ts';
import { temporaryFolder } from './support/settings.ts';

const MIGRATIONS = join(process.cwd(), 'lib/store/migrations');

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly when: number; readonly tag: string }[];
}

const readJournal = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;

const folders = temporaryFolder();
let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => Promise.all([postgres.stop(), folders.remove()]));

/**
 * Creates the migrations of a later release, which adds a table.
 * @param oldest the newest migration of the oldest release that the later release is compatible with. Undefined if no older
 * release is compatible.
 */
function createLaterRelease(oldest: string | undefined): string {
  const folder = join(folders.folder, crypto.randomUUID());
  mkdirSync(folder);
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = readJournal(folder);
  const last = journal.entries.at(-1);
  if (!last) throw new Error('There are no migrations.');
  const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9000_later' };
  writeFileSync(join(folder, '9000_later.sql'), 'CREATE TABLE "later" ("id" integer);');
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: [...journal.entries, entry] }),
  );
  writeFileSync(join(folder, 'compatibility.json'), JSON.stringify({ oldest: oldest ?? entry.tag }));
  return folder;
}

const locations = {
  PGlite: () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    return { folder, url: undefined };
  },
  PostgreSQL: () => ({ folder: '', url: postgres.url }),
};

describe.each(Object.entries(locations))('a database on %s', (_, locate) => {
  it('works with this release even after a compatible later release has migrated it', async () => {
    const location = locate();
    const newest = readJournal(MIGRATIONS).entries.at(-1)?.tag;
    const later = await openDatabase({
      ...location,
      migrations: createLaterRelease(newest),
      release: '9.0.0',
    });
    await later.close();
    const current = await openDatabase({ ...location, migrations: MIGRATIONS });
    expect(await isSchemaUsable(current.db, readKnownSchema(MIGRATIONS))).toBe(true);
    await current.db.execute(sql`drop table later`);
    const at = readKnownSchema(MIGRATIONS).newest;
    await current.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at > ${at}`);
    await current.close();
  });

  it('is refused after an incompatible later release has migrated it, and the running release isn’t ready', async () => {
    const location = locate();
    const migrations = createLaterRelease(undefined);
    if (location.url !== undefined) {
      const running = await openDatabase({ ...location, migrations: MIGRATIONS });
      const later = await openDatabase({ ...location, migrations, release: '9.0.0' });
      await later.close();
      expect(await isSchemaUsable(running.db, readKnownSchema(MIGRATIONS))).toBe(false);
      await running.close();
    } else {
      const later = await openDatabase({ ...location, migrations, release: '9.0.0' });
      await later.close();
    }
    const opening = openDatabase({ ...location, migrations: MIGRATIONS });
    await expect(opening).rejects.toThrow(SchemaTooNew);
    await expect(opening).rejects.toThrow('Mailroom 9.0.0 has upgraded the database');
    const later = await openDatabase({ ...location, migrations });
    expect(await isSchemaUsable(later.db, readKnownSchema(migrations))).toBe(true);
    await later.close();
  });
});

describe('the migration policy', () => {
  it('is followed by every migration after the oldest compatible release', () => {
    const { oldestCompatible } = readKnownSchema(MIGRATIONS);
    const recent = readJournal(MIGRATIONS).entries.filter(({ when }) => when > oldestCompatible);
    const contracting = recent.flatMap(({ tag }) => {
      const text = readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8');
      return text.split('--> statement-breakpoint').flatMap((statement) => {
        const problem = findContraction(statement, text);
        return problem === null ? [] : [`${tag}: ${problem}: ${statement.trim()}`];
      });
    });
    expect(contracting, 'see “Change the schema” in CONTRIBUTING.md').toEqual([]);
  });

  it.each([
    'ALTER TABLE "members" DROP COLUMN "name";',
    'DROP TABLE "members";',
    'DROP INDEX "members_by_email";',
    'ALTER TABLE "members" RENAME COLUMN "name" TO "full_name";',
    'ALTER TABLE "members" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "members" ALTER COLUMN "name" DROP DEFAULT;',
    'ALTER TABLE "members" ALTER COLUMN "name" SET DATA TYPE integer;',
    'ALTER TABLE "members" ADD COLUMN "age" integer NOT NULL;',
    'ALTER TABLE "members" ADD CONSTRAINT "adult" CHECK (age > 17);',
    'CREATE UNIQUE INDEX "one_name" ON "members" USING btree ("name");',
    'CREATE TRIGGER "check_name" BEFORE INSERT ON "members" FOR EACH ROW EXECUTE FUNCTION "f"();',
    '-- a reason\nDELETE FROM "members";',
    'TRUNCATE "members";',
  ])('doesn’t allow %s', (statement) => {
    expect(findContraction(statement, statement)).not.toBe(null);
  });

  it.each([
    'CREATE TABLE "pets" ("id" integer PRIMARY KEY, "name" text NOT NULL);',
    'ALTER TABLE "members" ADD COLUMN "age" integer;',
    'ALTER TABLE "members" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;',
    'CREATE INDEX "members_by_age" ON "members" USING btree ("age");',
    'ALTER TABLE "members" ALTER COLUMN "name" DROP NOT NULL;',
    '-- a reason\nUPDATE "members" SET "age" = 0;',
  ])('allows %s', (statement) => {
    expect(findContraction(statement, statement)).toBe(null);
  });

  it('allows constraints, unique indexes, and triggers on a table that the same migration creates', () => {
    const table = 'CREATE TABLE "pets" ("id" integer);';
    for (const statement of [
      'CREATE UNIQUE INDEX "one_pet" ON "pets" USING btree ("id");',
      'ALTER TABLE "pets" ADD CONSTRAINT "pets_id" FOREIGN KEY ("id") REFERENCES "members"("id");',
    ])
      expect(findContraction(statement, `${table}--> statement-breakpoint\n${statement}`)).toBe(null);
  });

  it('counts a release as compatible only with itself unless the release says otherwise', () => {
    const folder = createLaterRelease(undefined);
    rmSync(join(folder, 'compatibility.json'));
    const { newest, oldestCompatible } = readKnownSchema(folder);
    expect(oldestCompatible).toBe(newest);
    expect(readdirSync(folder)).toContain('9000_later.sql');
  });
});
