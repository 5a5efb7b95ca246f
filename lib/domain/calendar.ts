/** Counts the campaigns and adds up their amounts for each calendar day. */
import type { V1Status, V2Status } from '#lib/contract/campaign-values.ts';

/**
 * Whether a campaign goes out at its scheduled time. A canceled campaign is a draft again, and the mail service may
 * keep its scheduled time.
 */
export type Departure = 'went_out' | 'to_go' | 'not_going' | 'unknown';

/** A campaign counts as having gone out once its production starts, because it can't be canceled after that. */
const DEPARTURES: Readonly<Record<V1Status | V2Status, Departure>> = {
  draft: 'not_going',
  queued: 'to_go',
  in_queue: 'to_go',
  processing: 'went_out',
  in_production: 'went_out',
  sent: 'went_out',
  mailed: 'went_out',
  in_transit: 'went_out',
  in_local_area: 'went_out',
  processed_for_delivery: 'went_out',
};

export const departureOf = (status: string | null | undefined): Departure =>
  status != null && Object.hasOwn(DEPARTURES, status) ? DEPARTURES[status as V1Status | V2Status] : 'unknown';

/** The campaigns of one day with the same status and currency. Amounts are in minor units. */
export interface DayCount {
  /** The day's position in the calendar, starting at 0. */
  readonly day: number;
  readonly status: string | null;
  readonly currency: string | null;
  readonly campaigns: number;
  readonly recipients: number;
  readonly price: number;
  /** The number of campaigns that the sum omits, because their price isn't clearly an amount. */
  readonly unpriced: number;
}

export interface CalendarSum {
  readonly campaigns: number;
  readonly recipients: number;
  /** One amount per currency, because amounts in different currencies can't be added. Most campaigns first. */
  readonly amounts: readonly { readonly currency: string | null; readonly price: number }[];
  readonly unpriced: number;
}

export interface CalendarSums {
  readonly wentOut: CalendarSum;
  readonly toGo: CalendarSum;
  /** All campaigns that went out or can still go out, including those with an unknown status. */
  readonly all: CalendarSum;
  /** The number of campaigns in `all` with an unknown status. */
  readonly unknown: number;
  /** The number of drafts, which aren't part of any sum. */
  readonly notGoing: number;
}

export function sumCounts(counts: readonly DayCount[]): CalendarSums {
  const of = (...departures: readonly Departure[]) =>
    counts.filter(({ status }) => departures.includes(departureOf(status)));
  return {
    wentOut: sum(of('went_out')),
    toGo: sum(of('to_go')),
    all: sum(of('went_out', 'to_go', 'unknown')),
    unknown: sum(of('unknown')).campaigns,
    notGoing: sum(of('not_going')).campaigns,
  };
}

/** Adds up the sums of several days. */
export function sumDays(sums: readonly CalendarSum[]): CalendarSum {
  const amounts = [
    ...Map.groupBy(
      sums.flatMap((day) => day.amounts),
      ({ currency }) => currency,
    ),
  ];
  const add = (value: (day: CalendarSum) => number) => sums.reduce((total, day) => total + value(day), 0);
  return {
    campaigns: add(({ campaigns }) => campaigns),
    recipients: add(({ recipients }) => recipients),
    amounts: amounts.map(([currency, of]) => ({
      currency,
      price: of.reduce((total, { price }) => total + price, 0),
    })),
    unpriced: add(({ unpriced }) => unpriced),
  };
}

function sum(counts: readonly DayCount[]): CalendarSum {
  const add = (value: (count: DayCount) => number, of = counts) =>
    of.reduce((total, count) => total + value(count), 0);
  const priced = ({ campaigns, unpriced }: DayCount) => campaigns - unpriced;
  const byCurrency = [...Map.groupBy(counts, ({ currency }) => currency)];
  return {
    campaigns: add(({ campaigns }) => campaigns),
    recipients: add(({ recipients }) => recipients),
    amounts: byCurrency
      .map(([currency, of]) => ({ currency, price: add(({ price }) => price, of), priced: add(priced, of) }))
      .filter((amount) => amount.priced > 0)
      .sort((a, b) => b.priced - a.priced || (a.currency ?? '').localeCompare(b.currency ?? ''))
      .map(({ currency, price }) => ({ currency, price })),
    unpriced: add(({ unpriced }) => unpriced),
  };
}
