import 'server-only';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { MAX_FEEDS, UNUSED_FEED_DAYS } from '#lib/domain/calendar-feed.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { calendarFeeds } from './schema/calendar-feeds.ts';
import { members } from './schema/members.ts';

type MemberRow = typeof members.$inferSelect;
export type CalendarFeedRow = typeof calendarFeeds.$inferSelect;

/** The minimum time between updates of a feed's time of last use. */
const USE_SECONDS = 60;

export type NewCalendarFeed = Pick<CalendarFeedRow, 'tokenHash' | 'name' | 'customerId'>;

/**
 * Adds a feed for a member. Adds nothing if the member was disabled or changed roles after the member's row
 * was read, or has too many feeds. While the member's row is locked, a concurrent change to the member waits,
 * so that it also deletes the new feed. The member's other new feeds wait, too, so that each one is counted.
 * @returns the feed's id, or why nothing was added
 */
export async function insertCalendarFeed(
  tx: Database,
  member: { readonly id: string; readonly role: Role },
  feed: NewCalendarFeed,
): Promise<{ readonly id: string } | 'changed_member' | 'too_many'> {
  const isUnchanged = and(
    eq(members.id, member.id),
    eq(members.role, member.role),
    isNull(members.disabledAt),
  );
  const found = await tx.select({ id: members.id }).from(members).where(isUnchanged).for('update');
  if (found.length === 0) return 'changed_member';
  if ((await tx.$count(calendarFeeds, eq(calendarFeeds.memberId, member.id))) >= MAX_FEEDS) return 'too_many';
  const [row] = await tx
    .insert(calendarFeeds)
    .values({ ...feed, memberId: member.id })
    .returning({ id: calendarFeeds.id });
  if (!row) throw new Error('The calendar feed was not added.');
  return row;
}

/** Returns the member's feeds, newest first. */
export const queryCalendarFeeds = (db: Database, memberId: string): Promise<CalendarFeedRow[]> =>
  db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.memberId, memberId))
    .orderBy(desc(calendarFeeds.createdAt), desc(calendarFeeds.id));

export interface FoundCalendarFeed {
  readonly feed: CalendarFeedRow;
  readonly member: MemberRow;
  /** Whether the time of the last use should be updated. */
  readonly isUseDue: boolean;
}

/** Finds a feed and its member in one query. */
export async function findCalendarFeed(
  db: Database,
  tokenHash: string,
): Promise<FoundCalendarFeed | undefined> {
  const [found] = await db
    .select({
      feed: calendarFeeds,
      member: members,
      isUseDue: sql<boolean>`${calendarFeeds.lastUsedAt} is null
        or ${calendarFeeds.lastUsedAt} < now() - ${USE_SECONDS} * interval '1 second'`,
    })
    .from(calendarFeeds)
    .innerJoin(members, eq(members.id, calendarFeeds.memberId))
    .where(eq(calendarFeeds.tokenHash, tokenHash))
    .limit(1);
  return found;
}

export async function recordFeedUse(db: Database, id: string): Promise<void> {
  await db.update(calendarFeeds).set({ lastUsedAt: sql`now()` }).where(eq(calendarFeeds.id, id));
}

/**
 * Replaces the token of one of a member's feeds, and resets the feed's dates.
 * @returns the feed, or undefined if the member doesn't have it
 */
export async function replaceFeedToken(
  tx: Database,
  id: string,
  memberId: string,
  tokenHash: string,
): Promise<CalendarFeedRow | undefined> {
  const [row] = await tx
    .update(calendarFeeds)
    .set({ tokenHash, createdAt: sql`now()`, lastUsedAt: null })
    .where(and(eq(calendarFeeds.id, id), eq(calendarFeeds.memberId, memberId)))
    .returning();
  return row;
}

/** Deletes one of a member's feeds. @returns the deleted feed, or undefined if the member doesn't have it */
export async function deleteCalendarFeed(
  tx: Database,
  id: string,
  memberId: string,
): Promise<CalendarFeedRow | undefined> {
  const [row] = await tx
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.id, id), eq(calendarFeeds.memberId, memberId)))
    .returning();
  return row;
}

export type DeletedFeed = Pick<CalendarFeedRow, 'id' | 'name'>;

/** Deletes all of a member's feeds, because the member was disabled. */
export const deleteMemberFeeds = (tx: Database, memberId: string): Promise<DeletedFeed[]> =>
  tx
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.memberId, memberId))
    .returning({ id: calendarFeeds.id, name: calendarFeeds.name });

/** Deletes the feeds that no program has read for UNUSED_FEED_DAYS. */
export async function deleteUnusedFeeds(db: Database): Promise<void> {
  const lastUse = sql`coalesce(${calendarFeeds.lastUsedAt}, ${calendarFeeds.createdAt})`;
  await db.delete(calendarFeeds).where(lt(lastUse, sql`now() - ${UNUSED_FEED_DAYS} * interval '1 day'`));
}
