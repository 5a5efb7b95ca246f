import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { ago } from './attempts.ts';
import { attempts } from './schema/attempts.ts';

interface Copy {
  readonly id: number;
  /** The campaign that was copied. */
  readonly originalId: number;
}

/**
 * Returns whether the member made the copy in the last `ms` milliseconds, according to the database's clock.
 */
export async function findRecentCopy(
  db: Database,
  { id, originalId }: Copy,
  memberId: string,
  ms: number,
): Promise<boolean> {
  const [row] = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        eq(attempts.campaignId, originalId),
        eq(attempts.operation, 'cloneCampaign'),
        eq(attempts.state, 'done'),
        eq(attempts.memberId, memberId),
        gt(attempts.settledAt, ago(ms)),
        sql`${attempts.result} ->> 'campaignId' = ${String(id)}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
