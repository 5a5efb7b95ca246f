/** Counts the campaigns in the campaign index by the day on which they are scheduled. */
import 'server-only';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { DayCount } from '#lib/domain/calendar.ts';
import type { IndexFilter } from '#lib/domain/index-filter.ts';
import { allConditions, readConditions } from './index-conditions.ts';
import { type IndexedCampaign, readIndexed } from './index-list.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { toTimestamp } from './sql-fragments.ts';

const { campaignId, customerId, status, price, recipients, scheduledAt, updatedAt, firstTemplateName } =
  campaigns;
const feedColumns = {
  campaignId,
  customerId,
  status,
  price,
  recipients,
  scheduledAt,
  updatedAt,
  firstTemplateName,
};

/** A day in a member's time zone, in milliseconds. `end` is exclusive. */
export interface DayRange {
  readonly start: number;
  readonly end: number;
}

/** The maximum number of campaigns that a calendar counts. */
const MAX_COUNTED = 60_000;

export interface DayCounts {
  readonly counts: readonly DayCount[];
  /** Whether more campaigns match than were counted, which makes the last days' numbers too low. */
  readonly isPartial: boolean;
}

/**
 * Counts the matching campaigns of each day. Reads only a database index, which contains all the required columns.
 * @param days consecutive days
 * @throws RangeError if one of the filter's lists has too many values
 */
export async function countDays(
  db: Database,
  filter: IndexFilter,
  days: readonly DayRange[],
  maxCounted = MAX_COUNTED,
): Promise<DayCounts> {
  const conditions = await readConditions(db, filter);
  if (conditions === undefined || days.length === 0) return { counts: [], isPartial: false };
  const scheduled = matchRange(
    { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 },
    allConditions(conditions),
  );
  const { currency, priceMinor } = campaigns;
  const starts = sql.join(
    days.map(({ start }) => toTimestamp(start)),
    sql`, `,
  );
  const rows = await db
    .select({
      day: sql`day`.mapWith(Number),
      status: sql<string | null>`status`,
      currency: sql<string | null>`currency`,
      campaigns: sql`campaigns`.mapWith(Number),
      recipients: sql`recipients`.mapWith(Number),
      price: sql`price`.mapWith(Number),
      unpriced: sql`unpriced`.mapWith(Number),
    })
    .from(
      sql`(select width_bucket(scheduled_at, array[${starts}]) - 1 as day, status, currency, count(*) as campaigns,
        coalesce(sum(recipients), 0) as recipients, coalesce(sum(price_minor), 0) as price,
        count(*) - count(price_minor) as unpriced
        from (select ${scheduledAt}, ${status}, ${currency}, ${recipients}, ${priceMinor} from ${campaigns}
          where ${scheduled} order by ${scheduledAt}, ${campaignId} limit ${maxCounted + 1}) as scheduled
        group by 1, 2, 3) as counts`,
    )
    .orderBy(sql`day, campaigns desc, status, currency`);
  const counted = rows.reduce((total, row) => total + row.campaigns, 0);
  return { counts: rows, isPartial: counted > maxCounted };
}

/**
 * Returns the first matching campaigns of each day, without drafts, in the order in which they go out.
 * @param limit the number of campaigns per day
 * @returns a list for each of the days
 * @throws RangeError if one of the filter's lists has too many values
 */
export async function readFirstOfDays(
  db: Database,
  filter: IndexFilter,
  days: readonly DayRange[],
  limit: number,
): Promise<readonly (readonly IndexedCampaign[])[]> {
  const conditions = await readConditions(db, filter);
  if (conditions === undefined || days.length === 0) return days.map(() => []);
  const isNoDraft = sql`${status} is distinct from 'draft'`;
  const all = sql.join([sql`${campaigns.isListed}`, ...allConditions(conditions), isNoDraft], sql` and `);
  const timesOf = (edge: keyof DayRange) =>
    sql`array[${sql.join(
      days.map((day) => toTimestamp(day[edge])),
      sql`, `,
    )}]`;
  // Uses one query for all days, so that the database plans the query only once.
  const found = await db
    .select({ id: sql`first_of_day.campaign_id`.mapWith(Number), day: sql`days.number - 1`.mapWith(Number) })
    .from(
      sql`unnest(${timesOf('start')}, ${timesOf('end')}) with ordinality as days (day_start, day_end, number),
        lateral (select ${campaignId} from ${campaigns} where ${scheduledAt} >= days.day_start
          and ${scheduledAt} < days.day_end and ${all} order by ${scheduledAt}, ${campaignId} limit ${limit}) as first_of_day`,
    );
  const dayOf = new Map(found.map(({ id, day }) => [id, day]));
  const rows = await readIndexed(db, [...dayOf.keys()]);
  const byDay = Map.groupBy(rows, ({ campaignId: id }) => dayOf.get(id));
  const inOrder = (a: IndexedCampaign, b: IndexedCampaign) =>
    (a.scheduledAt?.getTime() ?? 0) - (b.scheduledAt?.getTime() ?? 0) || a.campaignId - b.campaignId;
  return days.map((_, i) => (byDay.get(i) ?? []).toSorted(inOrder));
}

/** The parts of a campaign that a calendar feed shows. */
export type FeedCampaign = Pick<IndexedCampaign, keyof typeof feedColumns>;

/**
 * Returns the campaigns in a time range, in the order in which they go out. If there are more than `limit`, the
 * campaigns at and after `now` come first, and then those shortly before `now`.
 * @throws RangeError if one of the filter's lists has too many values
 */
export async function readAround(
  db: Database,
  filter: IndexFilter,
  { start, end }: DayRange,
  now: number,
  limit: number,
): Promise<{ readonly campaigns: readonly FeedCampaign[]; readonly isCutOff: boolean }> {
  const conditions = allConditions((await readConditions(db, filter)) ?? {});
  const find = (range: DayRange, order: SQL, atMost: number): Promise<FeedCampaign[]> =>
    db.select(feedColumns).from(campaigns).where(matchRange(range, conditions)).orderBy(order).limit(atMost);
  // Reads one more than the limit, to find out whether there are more.
  const ahead = await find({ start: now, end }, sql`${scheduledAt}, ${campaignId}`, limit + 1);
  const latestFirst = sql`${scheduledAt} desc, ${campaignId} desc`;
  const before = await find({ start, end: now }, latestFirst, limit + 1 - ahead.length);
  return {
    campaigns: [...before.slice(0, Math.max(0, limit - ahead.length)).reverse(), ...ahead.slice(0, limit)],
    isCutOff: ahead.length + before.length > limit,
  };
}

function matchRange({ start, end }: DayRange, conditions: readonly SQL[]): SQL {
  const during = and(gte(scheduledAt, new Date(start)), lt(scheduledAt, new Date(end)));
  return sql.join([sql`${campaigns.isListed}`, sql`${during}`, ...conditions], sql` and `);
}
