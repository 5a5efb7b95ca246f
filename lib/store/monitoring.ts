/** Reads the values of the metrics about work that all servers share. */
import 'server-only';
import { and, count, inArray, isNull, max, notLike, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { AttemptOperation, AttemptState } from '#lib/domain/attempt.ts';
import { UNSETTLED } from './attempts.ts';
import { msSince } from './elapsed.ts';
import { attempts } from './schema/attempts.ts';
import { leases } from './schema/leases.ts';
import { notifications } from './schema/notifications.ts';
import { SECRET_PREFIX } from './secret-use.ts';

export interface UnsettledAttempts {
  readonly operation: AttemptOperation;
  readonly state: AttemptState;
  readonly count: number;
  /** The age of the oldest of these attempts, in milliseconds on the database's clock. */
  readonly oldestMs: number;
}

/** Counts the attempts that are open or unknown. */
export const countUnsettledAttempts = (db: Database): Promise<UnsettledAttempts[]> =>
  db
    .select({
      operation: attempts.operation,
      state: attempts.state,
      count: count(),
      oldestMs: sql<number>`${max(msSince(attempts.startedAt))}`,
    })
    .from(attempts)
    .where(inArray(attempts.state, UNSETTLED))
    .groupBy(attempts.operation, attempts.state);

export interface OutboxState {
  /** The emails that are due now. */
  readonly due: number;
  /** The emails that will be sent or retried later. */
  readonly scheduled: number;
  /** How long the oldest due email has been due, in milliseconds on the database's clock. 0 if none is due. */
  readonly oldestDueMs: number;
}

export async function readOutboxState(db: Database): Promise<OutboxState> {
  const wait = msSince(notifications.nextDeliveryAt);
  const [row] = await db
    .select({
      due: sql<number>`(count(*) filter (where ${wait} >= 0))::int`,
      scheduled: sql<number>`(count(*) filter (where ${wait} < 0))::int`,
      oldestDueMs: sql<number>`greatest(coalesce(max(${wait}), 0), 0)::float8`,
    })
    .from(notifications)
    .where(and(isNull(notifications.closedAt), isNull(notifications.digestAt)));
  return row ?? { due: 0, scheduled: 0, oldestDueMs: 0 };
}

export interface LeaseState {
  readonly name: string;
  /** Whether a server holds the lease now. */
  readonly isActive: boolean;
}

export const listLeases = (db: Database): Promise<LeaseState[]> =>
  db
    .select({ name: leases.name, isActive: sql<boolean>`${leases.expiresAt} > now()` })
    .from(leases)
    // Anyone who can read the metrics could test guesses of a secret against its hash.
    .where(notLike(leases.name, `${SECRET_PREFIX}%`))
    .orderBy(leases.name);
