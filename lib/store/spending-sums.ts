/** Merges the stored sums of campaign costs, and updates customers' figures. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexedCustomers } from './schema/campaign-index.ts';
import { campaignTotals } from './schema/campaign-totals.ts';
import { customerChanges, spendingSums } from './schema/spending.ts';

/** How many rows one statement merges, so that PGlite isn't busy for long. */
const ROWS_AT_A_TIME = 5_000;
const CUSTOMERS_AT_A_TIME = 500;

const names = (list: readonly string[]): SQL =>
  sql.join(
    list.map((name) => sql.identifier(name)),
    sql`, `,
  );
const KEYS = names(['kind', 'key', 'unit', 'starts_at', 'currency']);
const SUM_NAMES = [
  'paid_campaigns',
  'paid_recipients',
  'paid',
  'credit',
  'open_campaigns',
  'open_recipients',
  'open',
  'unpaid_campaigns',
  'unpaid_recipients',
  'unpaid',
  'unread',
  'unclear',
] as const;
/** The columns of `spending_sums` that are added up. */
export const SUM_COLUMNS = names(SUM_NAMES);
/** Adds up each column, and names each sum after its column. */
export const SUMMED = sql.join(
  SUM_NAMES.map((name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`),
  sql`, `,
);
const IS_ANY_SET = sql.join(
  SUM_NAMES.map((name) => sql`sum(${sql.identifier(name)}) <> 0`),
  sql` or `,
);

/**
 * Merges new sums with the existing sums that have the same keys. Two calls at the same time don't count a
 * row twice, because a row can be deleted only once.
 */
export async function mergeSpending(db: Database): Promise<void> {
  for (;;) {
    const result = await db.execute(sql`
      with added as (
        delete from ${spendingSums} where id in (
          select id from ${spendingSums} where not is_merged order by id limit ${ROWS_AT_A_TIME}
        ) returning *
      ), merged as (
        delete from ${spendingSums} using (select distinct ${KEYS} from added) as k
        where ${spendingSums.isMerged} and ${spendingSums.kind} = k.kind and ${spendingSums.key} = k.key
          and ${spendingSums.unit} = k.unit and ${spendingSums.startsAt} = k.starts_at
          and ${spendingSums.currency} = k.currency
        returning ${spendingSums}.*
      ), inserted as (
        insert into ${spendingSums} (${KEYS}, ${SUM_COLUMNS}, is_merged)
        select ${KEYS}, ${SUMMED}, true from (select * from added union all select * from merged) as both_rows
        group by ${KEYS} having ${IS_ANY_SET}
      )
      select count(*)::integer as added from added`);
    const [row] = (result as unknown as { rows: { added: number }[] }).rows;
    if ((row?.added ?? 0) < ROWS_AT_A_TIME) return;
  }
}

/** Updates the figures of the customers whose campaigns have changed. */
export async function updateCustomers(db: Database): Promise<void> {
  for (;;) {
    const result = await db.execute(sql`
      with chosen as (
        select distinct customer_id from ${customerChanges} order by customer_id limit ${CUSTOMERS_AT_A_TIME}
      ), changed as (
        delete from ${customerChanges} where customer_id in (select customer_id from chosen) returning customer_id
      ), sums as (
        select customer_id, currency, sum(campaigns) as campaigns, sum(already_paid) as paid
        from ${campaignTotals} where kind = 'customer' and customer_id in (select customer_id from chosen)
        group by 1, 2
      ), saved as (
        insert into ${indexedCustomers}
          (customer_id, campaigns, spending, main_currency, main_spending, last_mailing_at, next_mailing_at)
        select customer_id,
          coalesce((select sum(campaigns) from sums where sums.customer_id = chosen.customer_id), 0),
          coalesce((select jsonb_object_agg(coalesce(currency, ''), paid)
            from sums where sums.customer_id = chosen.customer_id and paid <> 0), '{}'),
          main.currency, coalesce(main.paid, 0),
          (select max(sent_at) from ${indexedCampaigns}
            where customer_id = chosen.customer_id and is_listed and sent_at is not null),
          (select min(scheduled_at) from ${indexedCampaigns}
            where customer_id = chosen.customer_id and is_listed and status = 'queued')
        from chosen left join lateral (
          select coalesce(currency, '') as currency, paid from sums
          where sums.customer_id = chosen.customer_id and paid <> 0 order by paid desc, currency limit 1
        ) as main on true
        on conflict (customer_id) do update set campaigns = excluded.campaigns, spending = excluded.spending,
          main_currency = excluded.main_currency, main_spending = excluded.main_spending,
          last_mailing_at = excluded.last_mailing_at, next_mailing_at = excluded.next_mailing_at
      )
      select count(*)::integer as chosen from chosen`);
    const [row] = (result as unknown as { rows: { chosen: number }[] }).rows;
    if ((row?.chosen ?? 0) < CUSTOMERS_AT_A_TIME) return;
  }
}
