/** Finds and lists attempts. */
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
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { prepareOnce } from '#lib/database/prepared.ts';
import type { AttemptOperation, LockScope } from '#lib/domain/attempt.ts';
import { type AttemptRow, ago, UNSETTLED } from './attempts.ts';
import { msSince } from './elapsed.ts';
import { attempts } from './schema/attempts.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

/** Finds the latest attempt that meets the condition. */
export async function findLatestAttempt(
  db: Database,
  condition: SQL | undefined,
): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(attempts).where(condition).orderBy(desc(attempts.startedAt)).limit(1);
  return row;
}

/** Finds the unsettled attempt that holds the campaign's lock. */
export const findUnsettledAttempt = (
  db: Database,
  campaignId: number,
  lockScope: LockScope,
): Promise<AttemptRow | undefined> =>
  findLatestAttempt(
    db,
    and(
      eq(attempts.campaignId, campaignId),
      eq(attempts.lockScope, lockScope),
      inArray(attempts.state, UNSETTLED),
    ),
  );

/** An attempt with its age in milliseconds, according to the database's clock. */
export type AgedAttemptRow = AttemptRow & { readonly ageMs: number };

const withAge = {
  ...getTableColumns(attempts),
  ageMs: msSince<number>(attempts.startedAt),
};

export async function findAttempt(db: Database, id: string): Promise<AgedAttemptRow | undefined> {
  const [row] = await db.select(withAge).from(attempts).where(eq(attempts.id, id)).limit(1);
  return row;
}

/** Finds the attempt that was made for the item of a bulk job or payment run with this key. */
export const findItemAttempt = (db: Database, itemKey: string): Promise<AttemptRow | undefined> =>
  findLatestAttempt(db, eq(attempts.itemKey, itemKey));

const campaignAttempts = prepareOnce((db) =>
  db
    .select(withAge)
    .from(attempts)
    .where(eq(attempts.campaignId, sql.placeholder('campaignId')))
    .orderBy(desc(attempts.startedAt))
    .limit(200)
    .prepare(''),
);

/** Returns the campaign's attempts, newest first. */
export const listCampaignAttempts = (db: Database, campaignId: number): Promise<AgedAttemptRow[]> =>
  campaignAttempts(db).execute({ campaignId });

const unsettledAttempts = prepareOnce((db) =>
  db
    .select(withAge)
    .from(attempts)
    .where(inArray(attempts.state, UNSETTLED))
    .orderBy(asc(attempts.startedAt))
    .limit(200)
    .prepare(''),
);

/** Returns open and unknown attempts, oldest first, because the oldest should be reviewed first. */
export const listUnsettledAttempts = (db: Database): Promise<AgedAttemptRow[]> =>
  unsettledAttempts(db).execute();

/**
 * When the console should next read the campaign back. The wait between reads is a quarter of the attempt's
 * age, but at least 5 seconds and at most 2 minutes.
 */
const nextReading = sql`coalesce(${attempts.readAt}, ${attempts.startedAt}) + least(greatest(
  (coalesce(${attempts.readAt}, ${attempts.startedAt}) - ${attempts.startedAt}) / 4, interval '5 seconds'), interval '2 minutes')`;

/**
 * Returns unknown attempts whose campaign is due to be read back, least recently read first. Excludes clones,
 * because reading a campaign back doesn't show whether it was copied.
 */
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

/** Finds the campaign's latest successful attempt at this operation in the last `lessThanMs` milliseconds. */
export const findRecentSuccess = (
  db: Database,
  campaignId: number,
  operation: AttemptOperation,
  lessThanMs: number,
): Promise<AttemptRow | undefined> =>
  findLatestAttempt(
    db,
    and(
      eq(attempts.campaignId, campaignId),
      eq(attempts.operation, operation),
      eq(attempts.state, 'done'),
      gt(attempts.settledAt, ago(lessThanMs)),
    ),
  );

const later = alias(attempts, 'later');

const wasFollowed = sql`exists (select 1 from ${attempts} as ${later} where ${later.campaignId} = ${attempts.campaignId}
  and ${later.lockScope} = 'mail' and ${later.operation} <> 'payCampaign' and ${later.startedAt} > ${attempts.startedAt}
  and (${later.state} = 'done' or ${later.state} = 'refused' and ${later.reschedule} ->> 'part' = 'send'))`;

/**
 * Selects the reschedules that canceled a campaign and didn't send it again, except those with a later
 * successful attempt and those that a member has dismissed.
 */
export const leftUnscheduled = and(
  sql`${attempts.state} = 'refused' and ${attempts.reschedule} ->> 'part' = 'send'`,
  sql`${attempts.reschedule} ->> 'isDismissed' is null`,
  not(wasFollowed),
);

/**
 * Returns the reschedules that canceled a campaign and didn't send it again, latest first, as long as the
 * campaign is a draft according to the index. Leaves out a reschedule if a later attempt on the campaign
 * succeeded, or if a member dismissed the reschedule.
 */
export function listUnscheduledAttempts(db: Database, limit: number): Promise<AgedAttemptRow[]> {
  return db
    .select(withAge)
    .from(attempts)
    .innerJoin(indexedCampaigns, eq(indexedCampaigns.campaignId, attempts.campaignId))
    .where(and(leftUnscheduled, eq(indexedCampaigns.status, 'draft'), isNull(indexedCampaigns.goneAt)))
    .orderBy(desc(attempts.settledAt))
    .limit(limit);
}
