/** Selects the stored sums and the campaigns that a total of the campaign index is computed from. */
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { IndexFilter } from '#lib/domain/index-filter.ts';
import { allConditions, duringTime, type FilterConditions } from './index-conditions.ts';
import type { DecisionConditions } from './index-decisions.ts';
import { splitDays, splitMonths } from './index-ranges.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { campaignTotals as totals } from './schema/campaign-totals.ts';

type Kind = (typeof totals.$inferSelect)['kind'];

/** The kinds of stored sums that a filter on a single field can use. */
type FieldKind = Exclude<Kind, `customer_${string}`>;

/** The kind of stored sums that a filter can use, for each field. */
const KINDS: Readonly<Record<keyof IndexFilter, FieldKind | undefined>> = {
  statuses: 'all',
  payment: 'all',
  customerIds: 'customer',
  templateIds: 'order',
  sizes: 'order',
  postages: 'order',
  scheduled: 'scheduled',
  created: 'created',
  sent: 'sent',
  words: undefined,
  metadata: undefined,
  priceMinor: undefined,
  recipients: undefined,
  attempts: undefined,
  approval: undefined,
  guests: undefined,
  job: undefined,
};

export interface TotalSources {
  /** A condition for stored sums. */
  readonly stored?: SQL | undefined;
  /** A condition for campaigns that the stored sums don't include. */
  readonly rows?: SQL | undefined;
  /**
   * A condition for campaigns that must be subtracted because they don't match the filter but are included in
   * the stored sums and the rows.
   */
  readonly subtracted?: SQL | undefined;
  /** Whether the rows are scattered across the database, which makes them slow to read in a large index. */
  readonly areRowsScattered?: boolean;
}

/** Selects the stored sums and the campaigns from which a total is computed. */
export function planTotal(
  filter: IndexFilter,
  conditions: FilterConditions,
  exclusions: DecisionConditions['exclusions'],
): TotalSources {
  const excluded = Object.values(exclusions);
  if (excluded.length > 0) {
    const { attempts, approval, ...others } = conditions;
    const rest = {
      ...others,
      ...(exclusions.attempts === undefined && attempts && { attempts }),
      ...(exclusions.approval === undefined && approval && { approval }),
    };
    const status = excluded.find((each) => each.status !== undefined)?.status;
    const all = planWithoutExclusions(filter, rest, status);
    const isExcluded = or(...excluded.map((each) => each.excluded));
    if (all.stored) return { ...all, subtracted: sql`${joinConditions(rest, status)} and (${isExcluded})` };
  }
  return planWithoutExclusions(filter, conditions);
}

const joinConditions = (conditions: FilterConditions, status?: string): SQL =>
  sql.join(
    [sql`true`, ...allConditions(conditions), ...(status ? [eq(campaigns.status, status)] : [])],
    sql` and `,
  );

/** @param status if set, only campaigns with this status match */
function planWithoutExclusions(
  filter: IndexFilter,
  conditions: FilterConditions,
  status?: string,
): TotalSources {
  const every = joinConditions(conditions, status);
  const kinds = new Set((Object.keys(conditions) as (keyof IndexFilter)[]).map((field) => KINDS[field]));
  kinds.delete('all');
  const months = planMonths(filter, kinds, every, status);
  if (months) return months;
  const [kind = 'all', ...others] = kinds;
  if (kinds.has(undefined) || others.length > 0) return { rows: every, areRowsScattered: true };
  if (kind === 'all' || kind === 'order' || kind === 'customer')
    return { stored: storedOf(kind, filter, status) };
  const { fullDays, partialDays } = splitDays(filter[kind] ?? {});
  if (!fullDays) return { rows: every };
  const column = campaigns[`${kind}At`];
  const partial = or(...partialDays.map((range) => duringTime(column, range)));
  return {
    stored: and(
      storedOf(kind, filter, status),
      fullDays.from === undefined ? undefined : gte(totals.day, utcDay(fullDays.from)),
      fullDays.to === undefined ? undefined : lt(totals.day, utcDay(fullDays.to)),
    ),
    rows: partial && sql`${every} and (${partial})`,
  };
}

const TIMES = ['scheduled', 'created', 'sent'] as const;

/** Plans a total for customers in one time range, using the stored sums for whole months. */
function planMonths(
  filter: IndexFilter,
  kinds: ReadonlySet<FieldKind | undefined>,
  every: SQL,
  status: string | undefined,
): TotalSources | null {
  const time = TIMES.find((name) => kinds.has(name));
  if (kinds.size !== 2 || !kinds.has('customer') || time === undefined) return null;
  const { fullMonths, partialMonths } = splitMonths(filter[time] ?? {});
  if (!fullMonths) return null;
  const column = campaigns[`${time}At`];
  const partial = or(...partialMonths.map((range) => duringTime(column, range)));
  return {
    stored: and(
      storedOf(`customer_${time}`, filter, status),
      fullMonths.from === undefined ? undefined : gte(totals.day, utcDay(fullMonths.from)),
      fullMonths.to === undefined ? undefined : lt(totals.day, utcDay(fullMonths.to)),
    ),
    rows: partial && sql`${every} and (${partial})`,
    areRowsScattered: partial !== undefined,
  };
}

function storedOf(kind: Kind, filter: IndexFilter, status?: string): SQL | undefined {
  const oneOf = (column: Parameters<typeof inArray>[0], values: readonly unknown[] = []) =>
    values.length === 0 ? undefined : inArray(column, [...values]);
  return and(
    eq(totals.kind, kind),
    status === undefined ? undefined : eq(totals.status, status),
    oneOf(totals.status, filter.statuses),
    oneOf(totals.payment, filter.payment),
    oneOf(totals.customerId, filter.customerIds),
    oneOf(totals.templateId, filter.templateIds),
    oneOf(totals.size, filter.sizes),
    oneOf(totals.postage, filter.postages),
  );
}

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
