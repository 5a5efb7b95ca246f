/** What members paid for campaigns, by month. */

/**
 * A month in a member's time zone. A campaign counts toward the month in which it was sent or is scheduled to be sent,
 * or otherwise the month in which it was created.
 */
export interface SpendingMonth {
  /** The number of months since January of year 0. */
  readonly index: number;
  /** When the month begins, and when the next month begins. In milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** The maximum number of months in a period. */
export const MAX_MONTHS = 36;

export const SPENDING_GROUPS = ['customer', 'template', 'postage', 'size'] as const;
type SpendingGroup = (typeof SPENDING_GROUPS)[number];
/** Groups campaigns by a field, or by the values of a metadata key. */
export type Grouping = SpendingGroup | { readonly metadataKey: string };

/** The amount that a chart shows. `open` is the amount that monthly invoices include. */
export type SpendingMeasure = 'paid' | 'open';

/** Totals of campaigns with the same currency. Amounts are in minor units, such as cents. */
export interface SpendingAmounts {
  /** The campaigns with an amount already paid. */
  readonly paidCampaigns: number;
  readonly paidRecipients: number;
  /** The amount that checkout shows as already paid. */
  readonly paid: number;
  /** The credits that checkout shows for campaigns that aren't drafts. */
  readonly credit: number;
  /**
   * Campaigns that aren't drafts and whose price hasn't been paid. Credits don't count as paid, because
   * monthly invoices don't use them.
   */
  readonly openCampaigns: number;
  readonly openRecipients: number;
  readonly open: number;
  /** Like the open amounts, but without the amounts that the campaigns' credits cover. */
  readonly unpaidCampaigns: number;
  readonly unpaidRecipients: number;
  readonly unpaid: number;
  /** Campaigns whose checkout hasn't been read since they last changed. */
  readonly unread: number;
  /** Campaigns whose price or paid amount in checkout is unclear. */
  readonly unclear: number;
}

export interface CurrencySpending extends SpendingAmounts {
  /** The currency sign or code. Null if the price has no currency or isn't known. */
  readonly currency: string | null;
}

export interface MonthSpending extends CurrencySpending {
  /** The month's `index`. */
  readonly month: number;
}

export interface GroupSpending extends SpendingAmounts {
  /** The customer's or template's id, or the group's text. Blank if it isn't known. */
  readonly key: string;
}

/**
 * The customers and templates whose campaigns are included in the totals. An empty list means all customers
 * or all templates.
 */
export interface SpendingScope {
  readonly customerIds: readonly number[];
  readonly templateIds: readonly number[];
}

const HOUR_MS = 3_600_000;
/**
 * How much earlier or later a month can begin in another time zone than in UTC. Totals of whole UTC months
 * don't include campaigns in this interval.
 */
const EDGE = { beforeMs: 14 * HOUR_MS, afterMs: 12 * HOUR_MS } as const;

const UNIT_MONTHS = { year: 12, quarter: 3, month: 1 } as const;

/** A month, quarter, or year in UTC. */
export interface SpendingUnit {
  readonly name: keyof typeof UNIT_MONTHS;
  readonly startsAt: number;
}

/** The parts of a period: whole units, and the edges between them. */
export interface SplitPeriod {
  readonly units: readonly SpendingUnit[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

const utcMonth = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12);

/**
 * Splits consecutive months into as few units as possible.
 * @param names the units to use
 */
export function splitPeriod(
  months: readonly SpendingMonth[],
  names: readonly SpendingUnit['name'][] = ['year', 'quarter', 'month'],
): SplitPeriod {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return { units: [], edges: [] };
  const end = last.index + 1;
  const starts: { readonly name: SpendingUnit['name']; readonly index: number }[] = [];
  for (let index = first.index; index < end; ) {
    const name = names.find((unit) => index % UNIT_MONTHS[unit] === 0 && index + UNIT_MONTHS[unit] <= end);
    starts.push({ name: name ?? 'month', index });
    index += UNIT_MONTHS[name ?? 'month'];
  }
  const boundaries = [...starts.map(({ index }) => index), end].map(utcMonth);
  return {
    units: starts.map(({ name, index }) => ({ name, startsAt: utcMonth(index) })),
    edges: boundaries.map((at, i) => ({
      from: i === 0 ? first.from : at - EDGE.beforeMs,
      to: i === boundaries.length - 1 ? last.to : at + EDGE.afterMs,
    })),
  };
}
