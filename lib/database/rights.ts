/** Says which PostgreSQL rights Mailroom's user lacks, and how to grant them. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The database's user lacks a right. The message says which one, and how to grant it. */
export class MissingRights extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MissingRights';
  }
}

interface Rights {
  readonly user: string;
  readonly database: string;
  /** Whether a user has migrated the database before. */
  readonly isMigrated: boolean;
  readonly createsSchemas: boolean;
  readonly createsTables: boolean;
}

/**
 * Runs work that reads or applies migrations.
 * @throws MissingRights instead of PostgreSQL's error if the user lacks a right
 */
export async function explainMissingRights<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === undefined) throw error;
    throw new MissingRights(describeMissingRights(await readRights(db), refusal));
  }
}

/**
 * Checks that the user can read and change every table of the migrated database.
 * @param tables the program's tables. The schema can also contain tables that belong to other applications or
 *   to extensions.
 * @throws MissingRights if not
 */
export async function requireTableRights(db: Database, tables: readonly string[]): Promise<void> {
  const rows = await queryRows<{ readonly user: string; readonly table: string }>(
    db,
    sql`select current_user as "user", c.relname as "table"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname in ${tables} and not (
      has_schema_privilege(n.oid, 'USAGE')
      and has_table_privilege(c.oid, 'SELECT') and has_table_privilege(c.oid, 'INSERT')
      and has_table_privilege(c.oid, 'UPDATE') and has_table_privilege(c.oid, 'DELETE')
    )
    order by c.relname`,
  );
  const [first] = rows;
  if (!first) return;
  const count =
    rows.length === 1 ? `the table ${first.table}` : `${rows.length} tables, such as ${first.table}`;
  throw new MissingRights(
    `The PostgreSQL user ${first.user} can’t read and change ${count}. As the tables’ owner, run: ${grantAccess(first.user)}`,
  );
}

/** The rights that suffice to run the console on a database that another user migrates. */
const grantAccess = (user: string): string =>
  [
    `GRANT USAGE ON SCHEMA public, drizzle TO ${quote(user)};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${quote(user)};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${quote(user)};`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${quote(user)};`,
    // Later migrations might add tables.
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${quote(user)};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${quote(user)};`,
  ].join(' ');

function describeMissingRights(rights: Rights, refusal: string): string {
  const { user, database, isMigrated, createsSchemas, createsTables } = rights;
  if (isMigrated) {
    return `The PostgreSQL user ${user} can’t migrate the database ${database} (${refusal}). Set DATABASE_MIGRATION_URL to the URL of the user that owns Mailroom’s tables. To let ${user} use a migrated database, run as that owner: ${grantAccess(user)}`;
  }
  const missing = [
    ...(createsSchemas ? [] : [`create schemas in the database ${database}`]),
    ...(createsTables ? [] : ['create tables in the schema public']),
  ];
  const grants = [
    ...(createsSchemas ? [] : [`GRANT CREATE ON DATABASE ${quote(database)} TO ${quote(user)};`]),
    ...(createsTables ? [] : [`GRANT CREATE, USAGE ON SCHEMA public TO ${quote(user)};`]),
  ];
  return `The PostgreSQL user ${user} can’t ${missing.join(' or ')}, so Mailroom can’t create its tables. As the database’s owner, run: ${grants.join(' ')} Or set DATABASE_MIGRATION_URL to the URL of a user with these rights, such as the database’s owner.`;
}

async function readRights(db: Database): Promise<Rights> {
  const [rights] = await queryRows<Rights>(
    db,
    sql`select current_user as "user", current_database() as "database",
      exists (select from pg_namespace where nspname = 'drizzle') as "isMigrated",
      has_database_privilege(current_database(), 'CREATE') as "createsSchemas",
      has_schema_privilege('public', 'CREATE') as "createsTables"`,
  );
  if (!rights) throw new Error('PostgreSQL returned no rights.');
  return rights;
}

/** Returns PostgreSQL's message, such as “permission denied for schema public”, if a right was missing. */
function findRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isRefusal = 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
  return isRefusal ? error.message : findRefusal(error.cause);
}

const quote = (name: string): string =>
  /^[a-z_][a-z\d_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
