/**
 * What an operator wants to know about a console that might not be working: its release, database, mail
 * service, and queues.
 */
import 'server-only';
import { isEmailConfigured } from '#lib/email/transport.ts';
import { readRelease } from '#lib/runtime/release.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { countUnsettledAttempts, listLeases, readOutboxState } from '#lib/store/monitoring.ts';
import { readDatabaseSchema, store } from '#lib/store/open.ts';
import { type BreakerState, readBreakerState } from '#lib/upstream/breaker.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClockOffset } from '#lib/upstream/service-clock.ts';
import { SHORT_READ_MS } from '#lib/upstream/time-limits.ts';
import { findUnreadiness, type Unreadiness } from './readiness.ts';
import { withinLimit } from './within-limit.ts';

export interface HealthReport {
  readonly status: 'ready' | 'not ready';
  readonly reason: Unreadiness | null;
  readonly version: string;
  readonly commit: string | null;
  readonly uptimeSeconds: number;
  /** Null if the database didn't answer in time. */
  readonly database: DatabaseHealth | null;
  readonly mailService: ServiceHealth;
}

interface DatabaseHealth {
  readonly schema: {
    /** When the newest migration was generated, in ISO 8601. */
    readonly newestMigration: string | null;
    /** The release that applied the newest migration, if that release recorded its version. */
    readonly upgradedBy: string | null;
  };
  /** Whether one of the servers holds the lease for settling attempts. */
  readonly hasReconciler: boolean;
  readonly unknownAttempts: number;
  /** Null if no attempt's outcome is unknown. */
  readonly oldestUnknownSeconds: number | null;
  /** Null if the console doesn't send email. */
  readonly outbox: {
    readonly due: number;
    readonly scheduled: number;
    readonly oldestDueSeconds: number;
  } | null;
}

interface ServiceHealth {
  readonly isReachable: boolean;
  /** How long the mail service took to answer. Null if it didn't answer. */
  readonly responseMs: number | null;
  /** How far the mail service's clock is ahead of this computer's clock. */
  readonly clockOffsetSeconds: number;
  readonly breaker: BreakerState;
}

/** How long a response from the mail service is reused. */
const CACHED_MS = 5_000;

/** Has no permission check. Only lib/data and the metrics server may call this function. */
export async function readHealthReport(): Promise<HealthReport> {
  const [reason, database, mailService] = await Promise.all([
    findUnreadiness(),
    withinLimit(readDatabaseHealth(), null),
    readServiceHealth(),
  ]);
  return {
    status: reason === null ? 'ready' : 'not ready',
    reason,
    ...readRelease(),
    uptimeSeconds: Math.round(process.uptime()),
    database,
    mailService,
  };
}

async function readDatabaseHealth(): Promise<DatabaseHealth> {
  const db = await store();
  const [schema, leases, attempts, outbox] = await Promise.all([
    readDatabaseSchema(),
    listLeases(db),
    countUnsettledAttempts(db),
    isEmailConfigured() ? readOutboxState(db) : null,
  ]);
  const unknown = attempts.filter(({ state }) => state === 'unknown');
  const ages = unknown.map(({ oldestMs }) => Number(oldestMs));
  return {
    schema: {
      newestMigration: schema.newest === null ? null : new Date(schema.newest).toISOString(),
      upgradedBy: schema.release,
    },
    hasReconciler: leases.some(({ name, isActive }) => name === 'reconciler' && isActive),
    unknownAttempts: unknown.reduce((sum, { count }) => sum + count, 0),
    oldestUnknownSeconds: ages.length === 0 ? null : Math.round(Math.max(...ages) / 1_000),
    outbox: outbox && {
      due: outbox.due,
      scheduled: outbox.scheduled,
      oldestDueSeconds: Math.round(outbox.oldestDueMs / 1_000),
    },
  };
}

async function readServiceHealth(): Promise<ServiceHealth> {
  const responseMs = await measureResponse();
  return {
    isReachable: responseMs !== null,
    responseMs,
    clockOffsetSeconds: Math.round(serviceClockOffset() / 1_000),
    breaker: readBreakerState(),
  };
}

const latest = () =>
  singleton('mailServiceCheck', () => ({
    at: Number.NEGATIVE_INFINITY,
    result: Promise.resolve<number | null>(null),
  }));

/**
 * Measures how long reading one customer takes, or reuses a recent measurement.
 * @returns null if the mail service doesn't answer in time
 */
function measureResponse(): Promise<number | null> {
  const state = latest();
  const startedAt = performance.now();
  if (startedAt - state.at < CACHED_MS) return state.result;
  state.at = startedAt;
  const options = { fresh: true, deadline: deadlineIn(SHORT_READ_MS) };
  state.result = readFromService('listCustomers', { page: 1, per_page: 1 }, options).then(({ ok }) =>
    ok ? Math.round(performance.now() - startedAt) : null,
  );
  return state.result;
}
