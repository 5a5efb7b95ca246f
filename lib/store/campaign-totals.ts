/** Keeps the stored sums of the campaign index small, and the database's statistics of the index current. */
import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { campaignTotals, indexedCampaigns } from './schema/campaign-index.ts';

const KINDS = ['all', 'order', 'customer', 'scheduled', 'created', 'sent'] as const;

const KEYS = sql.raw('kind, customer_id, template_id, size, postage, day, status, payment, currency');
const SUMS = ['campaigns', 'recipients', 'price', 'unpriced', 'already_paid', 'credit', 'left_to_pay'];
const SUM_COLUMNS = sql.raw(SUMS.join(', '));
const SUMMED = sql.raw(SUMS.map((name) => `sum(${name})`).join(', '));
const IS_ANY_SET = sql.raw(SUMS.map((name) => `sum(${name}) <> 0`).join(' or '));

/**
 * Merges stored sums with the same keys. Changes that are made at the same time add rows, which stay until the
 * next call. Two calls at the same time don't count a row twice, because a row can be deleted only once.
 */
export async function compactTotals(db: Database): Promise<void> {
  // One statement per kind, so that PGlite isn't busy for long.
  for (const kind of KINDS)
    await db.execute(sql`
      with removed as (
        delete from ${campaignTotals} where id in (
          select unnest(array_agg(id)) from ${campaignTotals} where kind = ${kind} group by ${KEYS} having count(*) > 1
        ) returning *
      )
      insert into ${campaignTotals} (${KEYS}, ${SUM_COLUMNS})
      select ${KEYS}, ${SUMMED} from removed group by ${KEYS} having ${IS_ANY_SET}`);
}

/**
 * Updates the statistics with which the database plans its queries, and frees the space of deleted rows. PGlite
 * never does either by itself.
 */
export async function maintainIndex(db: Database): Promise<void> {
  for (const table of [campaignTotals, indexedCampaigns]) await db.execute(sql`vacuum (analyze) ${table}`);
}
