/** Totals of the campaign index, from the stored sums where possible. */
import 'server-only';
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { type IndexFilter, MAX_SUMMED_DRAFTS, maxSummedCampaigns } from '#lib/domain/index-filter.ts';
import {
  allConditions,
  duringTime,
  type FilterConditions,
  needsDecisions,
  readConditions,
} from './index-conditions.ts';
import { type DecisionConditions, readDecisionConditions } from './index-decisions.ts';
import { estimateMatches } from './index-estimates.ts';
import { splitDays, splitMonths } from './index-ranges.ts';
import { indexedCampaigns as campaigns, campaignTotals as totals } from './schema/campaign-index.ts';

/** Sums of campaigns whose prices have the same currency. Amounts are in minor units, such as cents. */
interface CurrencyTotal {
  /** The currency sign or code. Null if the price has none, or isn't known. */
  readonly currency: string | null;
  readonly campaigns: number;
  readonly recipients: number;
  readonly price: number;
  /** The number of campaigns whose price isn't clearly an amount. */
  readonly unpriced: number;
  /** Only as far as checkout has been read. The same applies to the other two amounts. */
  readonly alreadyPaid: number;
  readonly credit: number;
  /** Counts only drafts. */
  readonly leftToPay: number;
}

export interface IndexTotals {
  readonly campaigns: number;
  readonly byCurrency: readonly CurrencyTotal[];
  /** Whether more campaigns match than were added up, so that all numbers are too small. */
  readonly isPartial: boolean;
  /** About how many campaigns match, according to the database's statistics. Null unless the total is partial. */
  readonly estimate: number | null;
}

/**
 * @param maxSummed how many campaigns are added up if the stored sums don't suffice
 * @throws RangeError if a list of the filter has too many values
 */
export async function totalsOf(db: Database, filter: IndexFilter, maxSummed?: number): Promise<IndexTotals> {
  const { groups, ...rest } = await sumBy(db, filter, 'currency', maxSummed);
  const byCurrency = groups.map(({ group, ...sums }) => ({ currency: group, ...sums }));
  return { campaigns: byCurrency.reduce((sum, total) => sum + total.campaigns, 0), byCurrency, ...rest };
}

export interface StatusCounts {
  readonly counts: readonly { readonly status: string | null; readonly campaigns: number }[];
  /** Whether more campaigns match than were counted, so that the counts are too small. */
  readonly isPartial: boolean;
  /** About how many campaigns match, according to the database's statistics. Null unless the counts are partial. */
  readonly estimate: number | null;
}

/**
 * @param maxSummed how many campaigns are counted if the stored sums don't suffice
 * @throws RangeError if a list of the filter has too many values
 */
export async function countsByStatus(
  db: Database,
  filter: IndexFilter,
  maxSummed?: number,
): Promise<StatusCounts> {
  const { groups, ...rest } = await sumBy(db, filter, 'status', maxSummed);
  return {
    counts: groups.map(({ group, campaigns: count }) => ({ status: group, campaigns: count })),
    ...rest,
  };
}

const SUMS = [
  'campaigns',
  'recipients',
  'price',
  'unpriced',
  'already_paid',
  'credit',
  'left_to_pay',
] as const;

/** All sources in one statement, so that they show the same moment. */
async function sumBy(
  db: Database,
  filter: IndexFilter,
  group: 'currency' | 'status',
  givenMaximum: number | undefined,
) {
  const conditions = await readConditions(db, filter);
  if (conditions === undefined) return { groups: [], isPartial: false, estimate: null };
  const exclusions = needsDecisions(filter) ? (await readDecisionConditions(db, filter)).exclusions : {};
  const sources = planSources(filter, conditions, exclusions);
  const [listed = 0, matching = 0] = sources.areRowsScattered
    ? await estimateMatches(db, [sql`${campaigns.isListed}`, sql`${campaigns.isListed} and ${sources.rows}`])
    : [];
  const isDraftsOnly = filter.approval !== undefined;
  const maxSummed = givenMaximum ?? (isDraftsOnly ? MAX_SUMMED_DRAFTS : maxSummedCampaigns(listed));
  const queries = [
    ...(sources.stored ? [selectStored(sources.stored, group)] : []),
    ...(sources.rows ? [selectRows(sources.rows, group, maxSummed)] : []),
    ...(sources.subtracted ? [selectRows(sources.subtracted, group, maxSummed, -1)] : []),
  ];
  const sums = sql.join(
    SUMS.map((name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`),
    sql`, `,
  );
  const rows = await db
    .select({
      group: sql<string | null>`sums."group"`,
      campaigns: sql`campaigns`.mapWith(Number),
      recipients: sql`recipients`.mapWith(Number),
      price: sql`price`.mapWith(Number),
      unpriced: sql`unpriced`.mapWith(Number),
      alreadyPaid: sql`already_paid`.mapWith(Number),
      credit: sql`credit`.mapWith(Number),
      leftToPay: sql`left_to_pay`.mapWith(Number),
      rows: sql`rows`.mapWith(Number),
    })
    .from(
      sql`(select "group", ${sums}, sum(rows) as rows from (${sql.join(queries, sql` union all `)}) as sources ("group", ${sql.join(
        SUMS.map((name) => sql.identifier(name)),
        sql`, `,
      )}, rows) group by 1 having sum(campaigns) <> 0) as sums`,
    )
    .orderBy(sql`campaigns desc, "group" nulls last`);
  const summedRows = rows.reduce((sum, row) => sum + row.rows, 0);
  const isPartial = summedRows > maxSummed;
  return {
    groups: rows.map(({ rows: _, ...sumsOfGroup }) => sumsOfGroup),
    isPartial,
    estimate: isPartial ? Math.max(matching, summedRows) : null,
  };
}

/** Sums the stored sums that match a condition. */
const selectStored = (condition: SQL, group: 'currency' | 'status'): SQL =>
  sql`select ${totals[group]} as "group", ${sql.join(
    SUMS.map((name) => sql.identifier(name)),
    sql`, `,
  )}, 0 as rows from ${totals} where ${condition}`;

/**
 * Returns the campaigns that match a condition, with the columns of the stored sums.
 * @param sign -1 to subtract the campaigns
 */
function selectRows(condition: SQL, group: 'currency' | 'status', maxSummed: number, sign: 1 | -1 = 1): SQL {
  const times = sign === 1 ? sql`` : sql`-1 * `;
  const leftToPay = sql`case when ${campaigns.status} = 'draft' then coalesce(${campaigns.leftToPay}, 0) else 0 end`;
  return sql`(select ${campaigns[group]}, ${times}1, ${times}coalesce(${campaigns.recipients}, 0),
    ${times}coalesce(${campaigns.priceMinor}, 0), ${times}(${campaigns.priceMinor} is null)::integer,
    ${times}coalesce(${campaigns.alreadyPaid}, 0), ${times}coalesce(${campaigns.credit}, 0), ${times}${leftToPay}, 1
    from ${campaigns} where ${campaigns.isListed} and ${condition} limit ${maxSummed + 1})`;
}

type Kind = (typeof totals.$inferSelect)['kind'];

/** The kinds that a single field selects from. */
type FieldKind = Exclude<Kind, `customer_${string}`>;

/** The kind of stored sums that each field selects from. 'all' means every kind. */
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
};

interface Sources {
  /** A condition for stored sums. */
  readonly stored?: SQL | undefined;
  /** A condition for campaigns that the stored sums don't include. */
  readonly rows?: SQL | undefined;
  /** A condition for campaigns that the stored sums and the rows include, but that don't match. */
  readonly subtracted?: SQL | undefined;
  /** Whether the rows aren't near each other in the database, which makes them slow to read in a large index. */
  readonly areRowsScattered?: boolean;
}

function planSources(
  filter: IndexFilter,
  conditions: FilterConditions,
  exclusions: DecisionConditions['exclusions'],
): Sources {
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
function planWithoutExclusions(filter: IndexFilter, conditions: FilterConditions, status?: string): Sources {
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

/** Plans a total of customers during one time range, for which the sums of whole months are stored. */
function planMonths(
  filter: IndexFilter,
  kinds: ReadonlySet<FieldKind | undefined>,
  every: SQL,
  status: string | undefined,
): Sources | null {
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
