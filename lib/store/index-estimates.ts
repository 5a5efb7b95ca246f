/** Asks the database for the estimated number of matching campaigns, without reading any campaigns. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { joinUnionAll } from './sql-fragments.ts';

interface Plan {
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

/**
 * Estimates the number of campaigns that match each condition, from the statistics that the database collects. Accurate
 * enough to choose how to read campaigns, but not to show to members.
 */
export async function estimateMatches(db: Database, conditions: readonly SQL[]): Promise<readonly number[]> {
  // PostgreSQL lists the parts of a union only if there are at least two.
  const queries = [sql`${campaigns.campaignId} = 0`, ...conditions].map(
    (condition) => sql`(select 1 from ${campaigns} where ${condition})`,
  );
  const result = await db.execute(sql`explain (format json) ${joinUnionAll(queries)}`);
  const [row] = (result as unknown as { rows: Record<'QUERY PLAN', unknown>[] }).rows;
  const plans = row?.['QUERY PLAN'];
  const [root] = (typeof plans === 'string' ? JSON.parse(plans) : plans) as { readonly Plan: Plan }[];
  return (root?.Plan.Plans ?? []).slice(1).map((plan) => plan['Plan Rows']);
}
