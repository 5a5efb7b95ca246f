import 'server-only';
import type { IndexedSummary, OverviewData } from '#components/overview/overview-data.ts';
import { serviceNow } from '#lib/data/service.ts';
import { type IndexedWorklists, readWorklists } from '#lib/data/worklists.ts';
import { GUEST_APPROVALS, type GuestApproval } from '#lib/domain/index-filter.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  guestsHref,
  nextDays,
  oldDraftsHref,
  requestOf,
  type WeekDay,
  worklistRequests,
} from '#lib/forms/worklists.ts';
import { pageForbidden } from '../page-error.tsx';
import { loadLiveOverview } from './live-overview.ts';

/**
 * Reads the worklists from the campaign index. Until every campaign is indexed, reads them from the mail service's
 * lists instead.
 * @param zone the member's time zone
 */
export async function loadOverview(zone: string): Promise<Outcome<OverviewData>> {
  const now = serviceNow();
  const days = nextDays(now, zone);
  const oldHref = oldDraftsHref(now, zone);
  const reading = await readWorklists({
    lists: worklistRequests(zone),
    oldDrafts: requestOf(oldHref, zone),
    guests: Object.fromEntries(
      GUEST_APPROVALS.map((guestState) => [guestState, requestOf(guestsHref(guestState), zone)]),
    ) as Record<GuestApproval, ReturnType<typeof requestOf>>,
    days,
  });
  if (!reading.ok && reading.failure.kind === 'forbidden') pageForbidden();
  if (!reading.ok) return reading;
  const { freshness } = reading.value;
  if (reading.value.kind === 'indexed') {
    const { lists } = reading.value;
    return ok({ lists, freshness, indexed: summarize(reading.value, days, oldHref), live: undefined, now });
  }
  const live = await loadLiveOverview(zone);
  if (!live.ok && live.failure.kind === 'forbidden') pageForbidden();
  return live.ok ? ok({ ...live.value, freshness }) : live;
}

const summarize = (
  { oldDrafts, draftsWithoutCheckout, guests, production, days, week, isWeekPartial }: IndexedWorklists,
  dates: readonly WeekDay[],
  oldHref: string,
): IndexedSummary => ({
  week: {
    days: dates.flatMap(({ day }, i) => {
      const sum = days[i];
      return sum ? [{ day, sum }] : [];
    }),
    sum: week,
    isPartial: isWeekPartial,
  },
  oldDrafts: { count: oldDrafts, href: oldHref },
  draftsWithoutCheckout,
  guests,
  production,
});
