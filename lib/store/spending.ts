/** Adds up what campaigns cost, from the stored sums where possible. */
import 'server-only';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import {
  type CurrencySpending,
  type Grouping,
  type GroupSpending,
  type MonthSpending,
  type SpendingAmounts,
  type SpendingMeasure,
  type SpendingMonth,
  type SpendingScope,
  splitPeriod,
} from '#lib/domain/spending.ts';
import { selectCampaignSpending } from './campaign-spending.ts';
import { spendingSums as sums } from './schema/spending.ts';
import { SUM_COLUMNS, SUMMED } from './spending-sums.ts';
import { isOneOf, joinUnionAll, toTimestamp } from './sql-fragments.ts';

/** Too many campaigns match to read them all for the sums, and the stored sums don't suffice. */
export interface TooMany {
  readonly tooMany: true;
}
const TOO_MANY: TooMany = { tooMany: true };

/** Returns the sums for each month and currency. */
export async function sumMonths(
  db: Database,
  scope: SpendingScope,
  months: readonly SpendingMonth[],
  maxRead?: number,
): Promise<readonly MonthSpending[] | TooMany> {
  const source = await monthSource(db, scope, null, months, maxRead);
  if (source === null) return TOO_MANY;
  const rows = await selectRows(
    db,
    sql`select month, currency, ${SUMMED} from (${source}) as s group by 1, 2`,
  );
  return rows
    .map((row) => ({ month: Number(row.month), currency: row.currency || null, ...amountsOf(row) }))
    .filter(isAnySet)
    .sort((a, b) => a.month - b.month);
}

/** Returns the sums of campaigns without any date, by currency. */
export async function sumUndated(
  db: Database,
  scope: SpendingScope,
  maxRead?: number,
): Promise<readonly CurrencySpending[] | TooMany> {
  const source = await undatedSource(db, scope, null, maxRead);
  if (source === null) return TOO_MANY;
  const rows = await selectRows(db, sql`select currency, ${SUMMED} from (${source}) as s group by 1`);
  return rows.map((row) => ({ currency: row.currency || null, ...amountsOf(row) })).filter(isAnySet);
}

export interface TopGroups {
  /** The keys of the groups with the greatest amounts, greatest first. */
  readonly keys: readonly string[];
  /** The number of groups with an amount. */
  readonly count: number;
}

interface GroupRequest {
  readonly scope: SpendingScope;
  readonly by: Grouping;
  readonly months: readonly SpendingMonth[];
  readonly currency: string | null;
}

/**
 * Returns the groups with the greatest total amounts over the months. Reads only the amount to sort by, which
 * a database index contains, because thousands of customers might have an amount but the page shows only a
 * few.
 */
export async function topGroups(
  db: Database,
  { scope, by, months, currency }: GroupRequest,
  measure: SpendingMeasure,
  limit: number,
  maxRead?: number,
): Promise<TopGroups | TooMany> {
  const amount = sql.identifier(measure);
  const source = await periodSource(db, { scope, by, months, currency }, amount, maxRead);
  if (source === null) return TOO_MANY;
  const rows = await selectRows(
    db,
    sql`select key, count(*) over () as count from (${source}) as s
      where currency = ${currency ?? ''} group by key having sum(${amount}) <> 0
      order by sum(${amount}) desc, key collate "C" limit ${limit}`,
  );
  return { keys: rows.map((row) => row.key ?? ''), count: Number(rows[0]?.count ?? 0) };
}

/** Returns the sums of groups in each month, in one currency. */
export async function sumGroupMonths(
  db: Database,
  { scope, by, months, currency }: GroupRequest,
  keys: readonly string[],
  maxRead?: number,
): Promise<readonly (GroupSpending & { readonly month: number })[] | TooMany> {
  const source = await monthSource(db, scope, by, months, maxRead, keys);
  if (source === null) return TOO_MANY;
  const rows = await selectRows(
    db,
    sql`select month, key, ${SUMMED} from (${source}) as s
      where currency = ${currency ?? ''} and ${isOneOf(sql`key`, keys)} group by 1, 2`,
  );
  return rows
    .map((row) => ({ month: Number(row.month), key: row.key ?? '', ...amountsOf(row) }))
    .filter(isAnySet);
}

/**
 * Returns the sums of all groups in one month, in all currencies, for exports.
 * @param month 'undated' for campaigns without any date
 */
export async function sumGroupsOfMonth(
  db: Database,
  scope: SpendingScope,
  by: Grouping,
  month: SpendingMonth | 'undated',
  maxRead: number,
): Promise<readonly (GroupSpending & CurrencySpending)[] | TooMany> {
  const source =
    month === 'undated'
      ? await undatedSource(db, scope, by, maxRead)
      : await monthSource(db, scope, by, [month], maxRead);
  if (source === null) return TOO_MANY;
  const rows = await selectRows(
    db,
    sql`select key, currency, ${SUMMED} from (${source}) as s group by 1, 2 order by currency, sum(paid) desc, key collate "C"`,
  );
  return rows
    .map((row) => ({ key: row.key ?? '', currency: row.currency || null, ...amountsOf(row) }))
    .filter(isAnySet);
}

/**
 * Returns a condition for the stored sums of each group, or null if there are none.
 * @param by null to sum over all campaigns in the scope
 */
function storedKind({ customerIds, templateIds }: SpendingScope, by: Grouping | null): SQL | null {
  if (typeof by === 'object' && by !== null) return null;
  const fields = [
    ...(customerIds.length > 0 ? (['customer'] as const) : []),
    ...(templateIds.length > 0 ? (['template'] as const) : []),
  ];
  const [field, other] = fields;
  if (other !== undefined || (field !== undefined && by !== null && by !== field)) return null;
  const ids = field === 'customer' ? customerIds : templateIds;
  if (field === undefined) return sql`kind = ${by ?? 'all'}`;
  return sql`kind = ${field} and ${isOneOf(sql`key`, ids.map(String))}`;
}

/** Selects the key, the currency, and an amount for the period, in one or more rows per key and currency. */
async function periodSource(
  db: Database,
  { scope, by, months, currency }: GroupRequest,
  amount: Name,
  maxRead: number | undefined,
): Promise<SQL | null> {
  const stored = storedKind(scope, by);
  if (stored === null) return selectCampaignSpending(db, scope, by, months, maxRead);
  const hasUnits = by === 'customer' || by === 'template';
  const { units, edges } = splitPeriod(months, hasUnits ? undefined : ['month']);
  const parts = [
    ...(['year', 'quarter', 'month'] as const).flatMap((name) => {
      const starts = units.filter((unit) => unit.name === name).map(({ startsAt }) => toTimestamp(startsAt));
      return starts.length === 0 ? [] : [sql`unit = ${name} and starts_at in (${sql.join(starts, sql`, `)})`];
    }),
    ...edges.map(({ from, to }) => duringQuarterHours(toTimestamp(from), toTimestamp(to))),
  ];
  return joinUnionAll(
    parts.map(
      (part) => sql`select key, currency, ${amount} from ${sums}
        where ${stored} and ${part} and currency = ${currency ?? ''}`,
    ),
  );
}

/**
 * Selects the month's number, the key, the currency, and all sums, in one or more rows per month, key, and currency.
 */
async function monthSource(
  db: Database,
  scope: SpendingScope,
  by: Grouping | null,
  months: readonly SpendingMonth[],
  maxRead: number | undefined,
  keys?: readonly string[],
): Promise<SQL | null> {
  const stored = storedKind(scope, by);
  if (stored === null) return selectCampaignSpending(db, scope, by, months, maxRead);
  const wanted = keys === undefined ? stored : sql`${stored} and ${isOneOf(sql`key`, keys)}`;
  const selectMonth = (index: number, part: SQL) =>
    sql`select ${index}::integer as month, key, currency, ${SUM_COLUMNS} from ${sums} where ${wanted} and ${part}`;
  return joinUnionAll(
    months.flatMap((month) => {
      const [unit] = splitPeriod([month], ['month']).units;
      return [
        selectMonth(month.index, sql`unit = 'month' and starts_at = ${toTimestamp(unit?.startsAt ?? 0)}`),
        selectMonth(month.index, duringQuarterHours(toTimestamp(month.from), toTimestamp(month.to))),
      ];
    }),
  );
}

/** Like `periodSource`, but for campaigns without any date. */
async function undatedSource(
  db: Database,
  scope: SpendingScope,
  by: Grouping | null,
  maxRead: number | undefined,
): Promise<SQL | null> {
  const stored = storedKind(scope, by);
  if (stored === null) return selectCampaignSpending(db, scope, by, 'undated', maxRead);
  return sql`select key, currency, ${SUM_COLUMNS} from ${sums} where ${stored} and unit = 'undated'`;
}

const duringQuarterHours = (from: SQL, to: SQL): SQL =>
  sql`unit = 'quarter_hour' and starts_at >= ${from} and starts_at < ${to}`;

type SpendingRow = Readonly<Record<string, string>>;

async function selectRows(db: Database, query: SQL): Promise<readonly SpendingRow[]> {
  return ((await db.execute(query)) as unknown as { rows: SpendingRow[] }).rows;
}

const amountsOf = (row: SpendingRow): SpendingAmounts => ({
  paidCampaigns: Number(row.paid_campaigns),
  paidRecipients: Number(row.paid_recipients),
  paid: Number(row.paid),
  credit: Number(row.credit),
  openCampaigns: Number(row.open_campaigns),
  openRecipients: Number(row.open_recipients),
  open: Number(row.open),
  unpaidCampaigns: Number(row.unpaid_campaigns),
  unpaidRecipients: Number(row.unpaid_recipients),
  unpaid: Number(row.unpaid),
  unread: Number(row.unread),
  unclear: Number(row.unclear),
});

const isAnySet = ({ paidCampaigns, credit, open, unread, unclear }: SpendingAmounts): boolean =>
  paidCampaigns !== 0 || credit !== 0 || open !== 0 || unread !== 0 || unclear !== 0;
