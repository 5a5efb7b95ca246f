/** Limits above which a member has to type the number of campaigns before a bulk job starts. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import type { JobKind } from '#lib/domain/job.ts';
import { env } from '#lib/env/env.ts';
import { sumByCurrency } from '#lib/store/job-items.ts';
import type { JobRow } from '#lib/store/jobs.ts';

/** These actions cost nothing and do no harm, so only the number of campaigns is compared with a limit. */
const HARMLESS: ReadonlySet<JobKind> = new Set(['copy', 'label', 'share', 'ask_approval']);

/**
 * Returns the number that a member has to type before the job starts, or null if no number is required.
 * @param campaigns the number of campaigns that aren't left out
 */
export async function readNumberToType(
  db: Database,
  { id, action }: Pick<JobRow, 'id' | 'action'>,
  campaigns: number,
): Promise<number | null> {
  const limit = env().bulkConfirmAbove;
  if (campaigns > limit.campaigns) return campaigns;
  if (HARMLESS.has(action.kind)) return null;
  const totals = await sumByCurrency(db, id);
  const isAbove = totals.some(({ price, unpriced }) => price > limit.amount || unpriced > 0);
  return isAbove ? campaigns : null;
}
