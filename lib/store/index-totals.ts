/** Totals of the campaign index, from the stored sums where possible. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { type IndexFilter, MAX_SUMMED_DRAFTS, maxSummedCampaigns } from '#lib/domain/index-filter.ts';
import { needsDecisions, readConditions } from './index-conditions.ts';
import { readDecisionConditions } from './index-decisions.ts';
import { estimateMatches } from './index-estimates.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { campaignTotals as totals } from './schema/campaign-totals.ts';
import { joinUnionAll } from './sql-fragments.ts';
import { planTotal } from './totals-plan.ts';

/** Sums for campaigns whose prices are in the same currency. Amounts are in minor units, such as cents. */
interface CurrencyTotal {
  /** The currency sign or code. Null if the price has no currency or isn't known. */
  readonly currency: string | null;
  readonly campaigns: number;
  readonly recipients: number;
  readonly price: number;
  /** The number of campaigns whose price isn't clearly an amount. */
  readonly unpriced: number;
  /** Covers only campaigns whose checkout has been read. The same applies to `credit` and `leftToPay`. */
  readonly alreadyPaid: number;
  /** Counts only drafts. The same applies to `leftToPay`. Several drafts can show the same credit. */
  readonly credit: number;
  readonly leftToPay: number;
}

export interface IndexTotals {
  readonly campaigns: number;
  readonly byCurrency: readonly CurrencyTotal[];
  /** Whether more campaigns match than were included in the sums, in which case all numbers are too low. */
  readonly isPartial: boolean;
}

/**
 * @param maxSummed how many campaigns to include in the sums if the stored sums don't suffice
 * @throws RangeError if one of the filter's lists has too many values
 */
export async function totalsOf(db: Database, filter: IndexFilter, maxSummed?: number): Promise<IndexTotals> {
  const { groups, ...rest } = await sumBy(db, filter, 'currency', maxSummed);
  const byCurrency = groups.map(({ group, ...sums }) => ({ currency: group, ...sums }));
  return { campaigns: byCurrency.reduce((sum, total) => sum + total.campaigns, 0), byCurrency, ...rest };
}

export interface StatusCounts {
  readonly counts: readonly { readonly status: string | null; readonly campaigns: number }[];
  /** Whether more campaigns match than were counted, in which case the counts are too low. */
  readonly isPartial: boolean;
}

/**
 * @param maxSummed how many campaigns to count if the stored sums don't suffice
 * @throws RangeError if one of the filter's lists has too many values
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

/** Reads all sources in one statement, so that they reflect the same moment. */
async function sumBy(
  db: Database,
  filter: IndexFilter,
  group: 'currency' | 'status',
  givenMaximum: number | undefined,
) {
  const conditions = await readConditions(db, filter);
  if (conditions === undefined) return { groups: [], isPartial: false };
  const exclusions = needsDecisions(filter) ? (await readDecisionConditions(db, filter)).exclusions : {};
  const sources = planTotal(filter, conditions, exclusions);
  const [listed = 0] = sources.areRowsScattered
    ? await estimateMatches(db, [sql`${campaigns.isListed}`])
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
      sql`(select "group", ${sums}, sum(rows) as rows from (${joinUnionAll(queries)}) as sources ("group", ${sql.join(
        SUMS.map((name) => sql.identifier(name)),
        sql`, `,
      )}, rows) group by 1 having sum(campaigns) <> 0) as sums`,
    )
    .orderBy(sql`campaigns desc, "group" nulls last`);
  const summedRows = rows.reduce((sum, row) => sum + row.rows, 0);
  return {
    groups: rows.map(({ rows: _, ...sumsOfGroup }) => sumsOfGroup),
    isPartial: summedRows > maxSummed,
  };
}

/**
 * Selects the stored sums that match a condition. The stored credits also include those of campaigns that
 * aren't drafts.
 */
const selectStored = (condition: SQL, group: 'currency' | 'status'): SQL =>
  sql`select ${totals[group]} as "group", ${sql.join(
    SUMS.map((name) =>
      name === 'credit'
        ? sql`case when ${totals.status} = 'draft' then ${totals.credit} else 0 end as credit`
        : sql.identifier(name),
    ),
    sql`, `,
  )}, 0 as rows from ${totals} where ${condition}`;

/**
 * Selects the campaigns that match a condition, with the columns of the stored sums.
 * @param sign -1 to subtract the campaigns
 */
function selectRows(condition: SQL, group: 'currency' | 'status', maxSummed: number, sign: 1 | -1 = 1): SQL {
  const times = sign === 1 ? sql`` : sql`-1 * `;
  const ofDraft = (column: typeof campaigns.credit | typeof campaigns.leftToPay) =>
    sql`case when ${campaigns.status} = 'draft' then coalesce(${column}, 0) else 0 end`;
  return sql`(select ${campaigns[group]}, ${times}1, ${times}coalesce(${campaigns.recipients}, 0),
    ${times}coalesce(${campaigns.priceMinor}, 0), ${times}(${campaigns.priceMinor} is null)::integer,
    ${times}coalesce(${campaigns.alreadyPaid}, 0), ${times}${ofDraft(campaigns.credit)}, ${times}${ofDraft(campaigns.leftToPay)}, 1
    from ${campaigns} where ${campaigns.isListed} and ${condition} limit ${maxSummed + 1})`;
}
