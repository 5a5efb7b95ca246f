import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { minutes } from './notifications.ts';
import { keyRejections } from './schema/notifications.ts';

/** A rejection starts a new period if there has been no other rejection for this long. */
const QUIET_MINUTES = 60;

/**
 * Records that the mail service rejected the API key.
 * @returns the id of the period to which the rejection belongs
 */
export async function recordKeyRejection(tx: Database): Promise<string | undefined> {
  const { lastAt, period } = keyRejections;
  const [row] = await tx
    .insert(keyRejections)
    .values({ id: 1 })
    .onConflictDoUpdate({
      target: keyRejections.id,
      set: {
        lastAt: sql`now()`,
        period: sql`case when ${lastAt} < now() - ${minutes(QUIET_MINUTES)} then excluded.period else ${period} end`,
      },
    })
    .returning({ period });
  return row?.period;
}
