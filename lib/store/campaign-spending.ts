/** Adds up spending from individual campaigns, for scopes and groups that have no stored sums. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { maxSummedCampaigns } from '#lib/domain/index-filter.ts';
import type { Grouping, SpendingMonth, SpendingScope } from '#lib/domain/spending.ts';
import { estimateMatches } from './index-estimates.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { spendingSums as sums } from './schema/spending.ts';
import { spendingTime } from './schema/spending-columns.ts';
import { SUM_COLUMNS } from './spending-sums.ts';
import { isOneOf, toTimestamp } from './sql-fragments.ts';

/** The maximum number of campaigns whose spending is added up. The limit is lower in large indexes. */
const MAX_READ_CAMPAIGNS = 5_000;

/**
 * Selects each campaign's month, key, currency, and sums.
 * @param by null to include all campaigns in the scope
 * @param period 'undated' for the campaigns that are in no month
 * @param maxRead the maximum number of campaigns that may match
 * @returns null if more campaigns match
 */
export async function selectCampaignSpending(
  db: Database,
  { customerIds, templateIds }: SpendingScope,
  by: Grouping | null,
  period: readonly SpendingMonth[] | 'undated',
  maxRead: number | undefined,
): Promise<SQL | null> {
  const spentAt = spendingTime(campaigns);
  const times = period === 'undated' ? UNDATED : selectTimes(period);
  if (times === null)
    return sql`select 0 as month, '' as key, '' as currency, ${SUM_COLUMNS} from ${sums} where false`;
  const matches = sql.join(
    [
      sql`${campaigns.isListed}`,
      times.matches(spentAt),
      ...(customerIds.length > 0 ? [isOneOf(sql`${campaigns.customerId}`, customerIds)] : []),
      ...(templateIds.length > 0 ? [isOneOf(sql`${campaigns.templateId}`, templateIds)] : []),
    ],
    sql` and `,
  );
  const limit = maxRead ?? (await readLimit(db));
  const [counted] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select 1 from ${campaigns} where ${matches} limit ${limit + 1}) as matching`);
  if (counted && counted.count > limit) return null;
  return sql`select m.month, ${keyOf(by)} as key, s.currency_key as currency, s.paid_campaigns, s.paid_recipients,
      s.paid, s.credit_used as credit, s.open_campaigns, s.open_recipients, s.open, s.unpaid_campaigns,
      s.unpaid_recipients, s.unpaid, s.unread, s.unclear
    from (select *, ${spentAt} as spent_at from ${campaigns} where ${matches}) as c
    join ${times.months},
    lateral spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency, c.status, c.price_minor,
      c.recipients, c.already_paid, c.credit, c.spent_at, c.checkout_read_at, c.changed_at) as s
    where s.kind = 'all'`;
}

interface SelectedTimes {
  readonly matches: (spentAt: SQL) => SQL;
  /** The table `m` of months, and how campaigns are joined to it. */
  readonly months: SQL;
}

const UNDATED: SelectedTimes = {
  matches: (spentAt) => sql`${spentAt} is null`,
  months: sql`(values (0)) as m (month) on true`,
};

/** Returns null if there are no months. */
function selectTimes(months: readonly SpendingMonth[]): SelectedTimes | null {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const ranges = months.map(
    ({ index, from, to }) => sql`(${index}::integer, ${toTimestamp(from)}, ${toTimestamp(to)})`,
  );
  return {
    matches: (spentAt) =>
      sql`${spentAt} >= ${toTimestamp(first.from)} and ${spentAt} < ${toTimestamp(last.to)}`,
    months: sql`(values ${sql.join(ranges, sql`, `)}) as m (month, from_at, to_at)
      on spent_at >= m.from_at and spent_at < m.to_at`,
  };
}

async function readLimit(db: Database): Promise<number> {
  const [listed = 0] = await estimateMatches(db, [sql`${campaigns.isListed}`]);
  return Math.min(MAX_READ_CAMPAIGNS, maxSummedCampaigns(listed));
}

function keyOf(by: Grouping | null): SQL {
  if (by === null) return sql`''`;
  if (typeof by === 'object') return sql`coalesce(c.metadata ->> ${by.metadataKey}::text, '')`;
  const columns = {
    customer: sql`c.customer_id::text`,
    template: sql`c.template_id::text`,
    size: sql`c.size`,
    postage: sql`c.postage`,
  };
  return sql`coalesce(${columns[by]}, '')`;
}
