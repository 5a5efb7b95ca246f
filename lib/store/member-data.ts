/** Exports and erases everything that Mailroom keeps about a member. */
import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { UNSETTLED } from './attempts.ts';
import { lockAdmins } from './member-changes.ts';
import { findMemberByEmail, type MemberRow } from './members.ts';
import { COLUMN_KINDS, type ColumnKinds, MEMBER_ID_COLUMNS } from './personal-columns.ts';
import { lockMemberWithPermission, type RevokedAccess, revokeLostAccess } from './revoked-access.ts';
import { attempts } from './schema/attempts.ts';
import { invitations } from './schema/invitations.ts';
import { jobs } from './schema/jobs.ts';
import { members } from './schema/members.ts';

type Row = Readonly<Record<string, unknown>>;

/** What Mailroom keeps about a member: rows by table, without secrets. */
export type MemberData = Readonly<Record<string, readonly Row[]>>;

/**
 * Returns every row that belongs to the member or contains the member's email address, without secrets.
 * @returns undefined if no member has the address
 */
export async function readMemberData(db: Database, email: string): Promise<MemberData | undefined> {
  // All tables are read as of the same moment.
  return db.transaction(
    async (tx) => {
      const member = await findMemberByEmail(tx, email);
      if (!member) return undefined;
      const tables = new Set([...Object.keys(MEMBER_ID_COLUMNS), ...Object.keys(COLUMN_KINDS)]);
      const data: [string, readonly Row[]][] = [];
      for (const table of tables) {
        const rows = await readRowsOf(tx, table, member);
        if (rows.length > 0) data.push([table, rows]);
      }
      return Object.fromEntries(data);
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function readRowsOf(
  tx: Database,
  table: string,
  { id, email }: Pick<MemberRow, 'id' | 'email'>,
): Promise<readonly Row[]> {
  const kinds = COLUMN_KINDS[table] ?? {};
  const conditions = [
    ...(MEMBER_ID_COLUMNS[table] ?? []).map((name) => sql`${column(name)} = ${id}`),
    ...(kinds.address ?? []).map((name) => sql`lower(${column(name)}) = ${email}`),
    ...[...(kinds.typed ?? []), ...(kinds.json ?? [])].map(
      (name) => sql`${column(name)}::text ~* ${addressPattern(email)}`,
    ),
  ];
  if (conditions.length === 0) return [];
  const { rows } = (await tx.execute(
    sql`select to_jsonb(t) as row from ${sql.identifier(table)} as t where ${or(...conditions)}`,
  )) as unknown as { readonly rows: readonly { readonly row: Row }[] };
  const secrets = new Set(kinds.secret);
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !secrets.has(name))),
  );
}

export type Erased =
  | { readonly result: 'missing' | 'last_admin' | 'not_recipient' }
  | { readonly result: 'unfinished'; readonly attempts: number; readonly jobs: number }
  | {
      readonly result: 'erased';
      readonly memberId: string;
      /** Stands for the member from now on. Has the form of an email address. */
      readonly pseudonym: string;
      readonly revokedAccess: RevokedAccess;
    };

/** What replaces a member's name. */
const FORMER_NAME = 'Former member';
/** The states of jobs that run as the member. */
const ACTIVE_JOBS = ['checking', 'running', 'stopping'] as const;

/**
 * Deletes the member with everything that belongs to the account, and replaces the member's email address and name
 * everywhere else. What happened to campaigns, and for which amounts, stays. Must run in a transaction. Changes nothing
 * if the member is the last admin, or if an action of the member isn't finished.
 * @param transferTo the email address of the member who takes over the share links. By default, they are revoked.
 */
export async function eraseMember(tx: Database, email: string, transferTo?: string): Promise<Erased> {
  const admins = await lockAdmins(tx);
  const member = await findMemberByEmail(tx, email);
  if (!member) return { result: 'missing' };
  if (admins.length === 1 && admins[0]?.id === member.id) return { result: 'last_admin' };
  const named = transferTo === undefined ? undefined : await findMemberByEmail(tx, transferTo);
  const recipient = named && (await lockMemberWithPermission(tx, named.id, 'shareCampaign'));
  if (transferTo !== undefined && (!recipient || recipient.id === member.id))
    return { result: 'not_recipient' };
  const unfinished = await countUnfinished(tx, member);
  if (unfinished.attempts + unfinished.jobs > 0) return { result: 'unfinished', ...unfinished };

  const [disabled] = await tx
    .update(members)
    .set({ disabledAt: sql`now()` })
    .where(eq(members.id, member.id))
    .returning();
  if (!disabled) throw new Error('The member was not returned.');
  const revokedAccess = await revokeLostAccess(tx, disabled, { recipient });
  await tx
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(
      and(eq(invitations.email, member.email), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
  const pseudonym = `former-member-${randomBytes(4).toString('hex')}@erased.invalid`;
  await tx.delete(members).where(eq(members.id, member.id));
  // The activity log's trigger allows this transaction to replace personal data.
  await tx.execute(sql`select set_config('mailroom.erases_member', 'on', true)`);
  for (const [table, kinds] of Object.entries(COLUMN_KINDS))
    await replaceIn(tx, table, kinds, member, pseudonym);
  await tx.execute(sql`select set_config('mailroom.erases_member', '', true)`);
  return { result: 'erased', memberId: member.id, pseudonym, revokedAccess };
}

async function countUnfinished(tx: Database, { id, email }: MemberRow) {
  const [open] = await tx
    .select({ count: count() })
    .from(attempts)
    .where(and(eq(attempts.by, email), inArray(attempts.state, UNSETTLED)));
  const [active] = await tx
    .select({ count: count() })
    .from(jobs)
    .where(and(eq(jobs.memberId, id), inArray(jobs.state, ACTIVE_JOBS)));
  return { attempts: open?.count ?? 0, jobs: active?.count ?? 0 };
}

/** Replaces the member's address and name in one table, and removes the member's IP addresses. */
async function replaceIn(
  tx: Database,
  table: string,
  { address = [], typed = [], json = [], origin = [] }: ColumnKinds,
  { email, name }: Pick<MemberRow, 'email' | 'name'>,
  pseudonym: string,
): Promise<void> {
  const isMember = (each: string) => sql`lower(${column(each)}) = ${email}`;
  const update = (each: string, value: SQL, condition: SQL | undefined) =>
    tx.execute(sql`update ${sql.identifier(table)} set ${column(each)} = ${value} where ${condition}`);
  for (const each of origin) await update(each, sql`null`, or(...address.map(isMember)));
  for (const each of address) await update(each, sql`${pseudonym}`, isMember(each));
  for (const each of typed) {
    const patterns = patternsFor({ email, name });
    await update(each, replaceAll(column(each), patterns, pseudonym), mentions(column(each), patterns));
  }
  for (const each of json) {
    const [text, patterns] = [sql`${column(each)}::text`, patternsFor(escapeForJson({ email, name }))];
    await update(each, sql`(${replaceAll(text, patterns, pseudonym)})::jsonb`, mentions(text, patterns));
  }
}

interface Patterns {
  readonly address: string;
  /** Null if the member has no name. */
  readonly name: string | null;
}

const patternsFor = ({ email, name }: Pick<MemberRow, 'email' | 'name'>): Patterns => ({
  address: addressPattern(email),
  name: name === null || name.trim() === '' ? null : wordPattern(name.trim()),
});

const mentions = (text: SQL, { address, name }: Patterns): SQL =>
  name === null ? sql`${text} ~* ${address}` : sql`(${text} ~* ${address} or ${text} ~ ${name})`;

function replaceAll(text: SQL, { address, name }: Patterns, pseudonym: string): SQL {
  const withoutAddress = sql`regexp_replace(${text}, ${address}, ${pseudonym}, 'gi')`;
  return name === null
    ? withoutAddress
    : sql`regexp_replace(${withoutAddress}, ${name}, ${FORMER_NAME}, 'g')`;
}

const column = (name: string): SQL => sql`${sql.identifier(name)}`;

/** Escapes every character that has a meaning in PostgreSQL's regular expressions. */
const escapePattern = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');

/** Matches the address, but not a longer address that contains it. */
const addressPattern = (email: string): string =>
  `(?<![A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-])${escapePattern(email)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`;

/** Matches the text, but not a longer word that contains it. */
const wordPattern = (text: string): string => `(?<![[:alnum:]])${escapePattern(text)}(?![[:alnum:]])`;

/** Returns the texts as they are written in JSON. */
const escapeForJson = ({ email, name }: Pick<MemberRow, 'email' | 'name'>) => ({
  email: JSON.stringify(email).slice(1, -1),
  name: name === null ? null : JSON.stringify(name).slice(1, -1),
});
