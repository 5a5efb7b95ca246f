/** Reads the calendar from the campaign index. */
import 'server-only';
import type { CalendarSums, DayCount } from '#lib/domain/calendar.ts';
import { sumCounts } from '#lib/domain/calendar.ts';
import {
  type Freshness,
  isIndexComplete,
  type ListedCampaign,
  type ListRequest,
  type UnknownNames,
} from '#lib/domain/campaign-list.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { countDays, type DayRange, readFirstOfDays } from '#lib/store/index-calendar.ts';
import { store } from '#lib/store/open.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';
import { resolveFilter } from './campaign-list.ts';

export interface RequestedDay extends DayRange {
  /** Whether the day belongs to the month or week. Other days have sums, but no campaigns. */
  readonly isInSpan: boolean;
}

export interface CalendarDayContent {
  readonly sums: CalendarSums;
  /** The first campaigns of the day, without drafts, in the order in which they go out. */
  readonly campaigns: readonly ListedCampaign[];
}

export type CalendarReading =
  | {
      readonly kind: 'indexed';
      readonly freshness: Freshness;
      /** One entry for each requested day. */
      readonly days: readonly CalendarDayContent[];
      /** The sums of the days that belong to the month or week. */
      readonly sums: CalendarSums;
      /**
       * Whether there are too many campaigns to count. If so, the counts for the last days in `days` are too
       * low.
       */
      readonly isPartial: boolean;
    }
  | { readonly kind: 'unknown_names'; readonly freshness: Freshness; readonly names: UnknownNames }
  /** Not every campaign has been indexed. */
  | { readonly kind: 'incomplete'; readonly freshness: Freshness };

/**
 * Returns the campaigns that go out, or went out, on each day.
 * @param days consecutive days in the member's time zone
 * @param perDay how many campaigns to return for each day
 */
export function readCalendar(
  request: ListRequest,
  days: readonly RequestedDay[],
  perDay: number,
): Promise<Outcome<CalendarReading>> {
  return runInSpan('data readCalendar', {}, async () => {
    const allowed = await authorize('listCampaigns');
    if (!allowed.ok) return allowed;
    const freshness = await readFreshness();
    if (!isIndexComplete(freshness)) return ok({ kind: 'incomplete', freshness });
    const resolved = await resolveFilter(request);
    if (!resolved.ok) return resolved;
    if ('unknown' in resolved.value)
      return ok({ kind: 'unknown_names', freshness, names: resolved.value.unknown });
    const { filter } = resolved.value;
    const db = await store();
    const inSpan = days.filter(({ isInSpan }) => isInSpan);
    const [{ counts, isPartial }, first] = await Promise.all([
      countDays(db, filter, days),
      readFirstOfDays(db, filter, inSpan, perDay),
    ]);
    const byDay = Map.groupBy(counts, ({ day }) => day);
    const isCounted = ({ day }: DayCount) => days[day]?.isInSpan === true;
    return ok({
      kind: 'indexed',
      freshness,
      days: days.map((day, i) => ({
        sums: sumCounts(byDay.get(i) ?? []),
        campaigns: (first[inSpan.indexOf(day)] ?? []).map(listedCampaign),
      })),
      sums: sumCounts(counts.filter(isCounted)),
      isPartial,
    });
  });
}
