/** Exports and erases everything that Mailroom keeps about a member. */
import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#lib/database/database.ts';
import { UNSETTLED } from './attempts.ts';
import { lockAdmins } from './member-changes.ts';
import { findMemberByEmail, type MemberRow } from './members.ts';
import type { NameInTexts } from './name-choice.ts';
import { COLUMN_KINDS, MEMBER_ID_COLUMNS } from './personal-columns.ts';
import {
  column,
  findTextsWithName,
  listTextColumns,
  mentionsAddress,
  replacePersonalData,
} from './replace-personal-data.ts';
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
    ...listTextColumns(kinds).map((name) => mentionsAddress(sql`${column(name)}::text`, email)),
  ];
  if (conditions.length === 0) return [];
  const rows = await queryRows<{ readonly row: Row }>(
    tx,
    sql`select to_jsonb(t) as row from ${sql.identifier(table)} as t where ${or(...conditions)}`,
  );
  const secrets = new Set(kinds.secret);
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !secrets.has(name))),
  );
}

export type Erased =
  | { readonly result: 'missing' | 'last_admin' | 'not_recipient' }
  | { readonly result: 'unfinished'; readonly attempts: number; readonly jobs: number }
  /** `texts` contain the name, and the operator has to decide what happens to them. */
  | { readonly result: 'name_in_texts'; readonly name: string; readonly texts: readonly string[] }
  | {
      readonly result: 'erased';
      readonly memberId: string;
      /** Used in place of the member's email address from now on. Formatted like an email address. */
      readonly pseudonym: string;
      readonly revokedAccess: RevokedAccess;
    };

/** The states of jobs that run as the member. */
const ACTIVE_JOBS = ['checking', 'running', 'stopping'] as const;

export interface ErasureOptions {
  /** The email address of the member who takes over the share links. By default, the links are revoked. */
  readonly transferTo?: string | undefined;
  /** What happens to texts that contain the member's name. Must be set if there are any such texts. */
  readonly nameInTexts?: NameInTexts | undefined;
}

/**
 * Deletes the member and everything that belongs to the account, and replaces the member's email address
 * everywhere else. Keeps the record of what happened to campaigns, including the amounts. Must run in a
 * transaction. Changes nothing if the member is the last admin, if one of the member's actions isn't
 * finished, or if `nameInTexts` is missing.
 */
export async function eraseMember(
  tx: Database,
  email: string,
  { transferTo, nameInTexts }: ErasureOptions = {},
): Promise<Erased> {
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
  const name = member.name?.trim() ?? '';
  const texts = nameInTexts === undefined && name !== '' ? await findTextsWithName(tx, name) : [];
  if (texts.length > 0) return { result: 'name_in_texts', name, texts };

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
  const replacedName = nameInTexts === 'replace' && name !== '' ? name : null;
  await replacePersonalData(tx, { email: member.email, name: replacedName }, pseudonym);
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
