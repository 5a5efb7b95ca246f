import 'server-only';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { ActivityOutcome, SettledBy } from '#lib/domain/activity.ts';
import type { AttemptOperation, AttemptResult, CampaignSnapshot, LockScope } from '#lib/domain/attempt.ts';
import { record } from './activity.ts';
import { announceSent } from './notifications.ts';
import { attempts } from './schema.ts';

export type AttemptRow = typeof attempts.$inferSelect;

const UNSETTLED = ['open', 'unknown'] as const;

/** By the database's clock, which is one for all servers. */
const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
export const startedWithin = (ms: number) => gt(attempts.startedAt, ago(ms));

export interface NewAttempt {
  readonly campaignId: number;
  readonly lockScope: LockScope;
  readonly operation: AttemptOperation;
  readonly memberId: string;
  readonly by: string;
  readonly amount: string | null;
  /** Where the request came from. */
  readonly from?: string | null;
  /** The member's own words. */
  readonly reason?: string | null;
}

/** Claims the campaign's lane; undefined when somebody holds it. The index decides, so servers and tabs can't both win. */
export async function claimAttempt(db: Database, wanted: NewAttempt): Promise<AttemptRow | undefined> {
  const [row] = await db.insert(attempts).values(wanted).onConflictDoNothing().returning();
  return row;
}

/** Who holds the lane. */
export async function findUnsettledAttempt(
  db: Database,
  campaignId: number,
  lane: LockScope,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.campaignId, campaignId),
        eq(attempts.lockScope, lane),
        inArray(attempts.state, UNSETTLED),
      ),
    )
    .limit(1);
  return row;
}

/**
 * The call is about to be made: from here on the attempt counts, even if this process dies.
 * @param amount what it moves, as far as that is known
 * @returns false when the claim is gone (this process stood still for too long): then the call must not be made
 */
export async function beginAttempt(
  db: Database,
  id: string,
  before: CampaignSnapshot,
  amount: string | null = null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ before, amount })
      .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
      .returning();
    await record(tx, rows.map(activityEntryFor('began')));
    return rows.length > 0;
  });
}

/** What the trail keeps of an attempt: always who began it, from where and why, however it became known how it ended. */
export const activityEntryFor =
  (outcome: ActivityOutcome) =>
  ({ id, campaignId, operation, amount, by, from, reason, ...row }: AttemptRow) => ({
    attemptId: id,
    campaignId,
    operation,
    amount,
    outcome,
    by,
    from,
    reason,
    settledBy: outcome === 'paid' ? ('reading' as const) : outcome === 'began' ? null : row.settledBy,
    wordOf: row.settledByMember,
  });

/** The call was never made; nothing is left of the claim. */
export async function releaseClaim(db: Database, id: string): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.id, id), eq(attempts.state, 'open')));
}

export interface Settlement {
  readonly state: 'done' | 'refused';
  readonly settledBy: SettledBy;
  /** The address of the person who decided. */
  readonly settledByMember?: string;
  readonly result?: AttemptResult;
}

/** Settles what is open or unknown; undefined when it was settled already, which then stands. */
export async function settleAttempt(
  db: Database,
  id: string,
  { state, settledBy, settledByMember, result }: Settlement,
): Promise<AttemptRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(attempts)
      .set({ state, settledBy, settledByMember, settledAt: sql`now()`, ...(result ? { result } : {}) })
      .where(and(eq(attempts.id, id), inArray(attempts.state, UNSETTLED)))
      .returning();
    if (!row) return undefined;
    await record(tx, [activityEntryFor(settledBy === 'person' ? `said_${state}` : state)(row)]);
    await announceSent(tx, row);
    return row;
  });
}

export async function markUnknown(db: Database, id: string): Promise<void> {
  await loseAnswer(db, and(eq(attempts.id, id), eq(attempts.state, 'open')));
}

async function loseAnswer(db: Database, which: SQL | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.update(attempts).set({ state: 'unknown' }).where(which).returning();
    await record(tx, rows.map(activityEntryFor('unknown')));
  });
}

/** Keeps what a reading showed of an attempt that is unknown. */
export async function saveReading(db: Database, id: string, seen: CampaignSnapshot | null): Promise<void> {
  await db
    .update(attempts)
    .set({ readAt: sql`now()`, ...(seen ? { seen } : {}) })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'unknown')));
}

/**
 * Open attempts whose server must have died, because no call lasts that long: those that had begun are unknown, the
 * others never left and are gone.
 */
export async function expireOpenAttempts(db: Database, olderThanMs: number): Promise<void> {
  const dead = and(eq(attempts.state, 'open'), not(startedWithin(olderThanMs)));
  await db.delete(attempts).where(and(dead, isNull(attempts.before)));
  await loseAnswer(db, dead);
}

/** With how old it is, in milliseconds by the database's clock. */
export type AgedAttemptRow = AttemptRow & { readonly ageMs: number };

const aged = {
  ...getTableColumns(attempts),
  ageMs: sql<number>`(extract(epoch from now() - ${attempts.startedAt}) * 1000)::float8`,
};

export async function findAttempt(db: Database, id: string): Promise<AgedAttemptRow | undefined> {
  const [row] = await db.select(aged).from(attempts).where(eq(attempts.id, id)).limit(1);
  return row;
}

/** Newest first. */
export function listCampaignAttempts(db: Database, campaignId: number): Promise<AgedAttemptRow[]> {
  return db
    .select(aged)
    .from(attempts)
    .where(eq(attempts.campaignId, campaignId))
    .orderBy(desc(attempts.startedAt))
    .limit(200);
}

/** Open and unknown ones. The oldest first: those are the ones that wait for a person. */
export function listUnsettledAttempts(db: Database): Promise<AgedAttemptRow[]> {
  return db
    .select(aged)
    .from(attempts)
    .where(inArray(attempts.state, UNSETTLED))
    .orderBy(asc(attempts.startedAt))
    .limit(200);
}

/** From five seconds after the last reading on, and later and later for what stays unknown: a quarter of its age. */
const nextReading = sql`coalesce(${attempts.readAt}, ${attempts.startedAt}) + least(greatest(
  (coalesce(${attempts.readAt}, ${attempts.startedAt}) - ${attempts.startedAt}) / 4, interval '5 seconds'), interval '2 minutes')`;

/** Unknown attempts whose turn it is to be read back, the longest unread first. Copies never show, so they are left out. */
export function listAttemptsDue(db: Database, limit: number): Promise<AttemptRow[]> {
  return db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.state, 'unknown'),
        eq(attempts.lockScope, 'mail'),
        or(isNull(attempts.readAt), lte(nextReading, sql`now()`)),
      ),
    )
    .orderBy(sql`${attempts.readAt} nulls first`)
    .limit(limit);
}

/** The campaign's latest attempt of this kind that was done less than that ago. */
export async function findRecentSuccess(
  db: Database,
  campaignId: number,
  operation: AttemptOperation,
  lessThanMs: number,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.campaignId, campaignId),
        eq(attempts.operation, operation),
        eq(attempts.state, 'done'),
        gt(attempts.settledAt, ago(lessThanMs)),
      ),
    )
    .orderBy(desc(attempts.startedAt))
    .limit(1);
  return row;
}
