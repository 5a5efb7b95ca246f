/** Reads the current values that the metrics show, such as how many attempts are unknown. */
import 'server-only';
import type { PoolState } from '#lib/database/open.ts';
import { isEmailConfigured } from '#lib/email/transport.ts';
import { countRequestsInFlight } from '#lib/http/request-log.ts';
import type { GaugeName } from '#lib/metrics/definitions.ts';
import type { MetricRegistry } from '#lib/metrics/registry.ts';
import { readRelease } from '#lib/runtime/release.ts';
import { countUnsettledAttempts, listLeases, readOutboxState } from '#lib/store/monitoring.ts';
import { isStoreReadOnly, readPoolState, store } from '#lib/store/open.ts';
import { BREAKER_STATES, readBreakerState } from '#lib/upstream/breaker.ts';
import { countCallsInFlight } from '#lib/upstream/connection.ts';
import { serviceClockOffset } from '#lib/upstream/service-clock.ts';
import { withinLimit } from './within-limit.ts';

/** The lease that is reported even if no server has ever taken it. */
const REQUIRED_LEASE = 'reconciler';

interface DatabaseState {
  readonly attempts: Awaited<ReturnType<typeof countUnsettledAttempts>>;
  readonly outbox: Awaited<ReturnType<typeof readOutboxState>> | null;
  readonly leases: Awaited<ReturnType<typeof listLeases>>;
  readonly pool: PoolState | null;
  readonly isReadOnly: boolean;
}

async function readDatabaseState(): Promise<DatabaseState> {
  const db = await store();
  const [attempts, outbox, leases, pool, isReadOnly] = await Promise.all([
    countUnsettledAttempts(db),
    isEmailConfigured() ? readOutboxState(db) : null,
    listLeases(db),
    readPoolState(),
    isStoreReadOnly(),
  ]);
  return { attempts, outbox, leases, pool, isReadOnly };
}

/**
 * Returns a function that sets all gauges. If the database doesn't answer in time, the gauges that are read from it get
 * no values.
 */
export function createCollector(registry: MetricRegistry): () => Promise<void> {
  const { version, commit } = readRelease();
  registry.set('mailroom_build_info', { version, commit: commit ?? '', node: process.version }, 1);
  let reading: Promise<DatabaseState> | null = null;
  const readOnce = () => {
    // While the database doesn't answer, further scrapes must not add queries.
    reading ??= readDatabaseState().finally(() => {
      reading = null;
    });
    return reading;
  };
  return async () => {
    setProcessState(registry);
    const state = await withinLimit(readOnce(), null);
    registry.set('mailroom_database_up', {}, state && !state.isReadOnly ? 1 : 0);
    for (const name of DATABASE_GAUGES) registry.clear(name);
    if (state) setDatabaseState(registry, state);
  };
}

function setProcessState(registry: MetricRegistry): void {
  const state = readBreakerState();
  for (const name of BREAKER_STATES)
    registry.set('mailroom_upstream_breaker_state', { state: name }, name === state ? 1 : 0);
  registry.set('mailroom_http_requests_in_flight', {}, countRequestsInFlight());
  registry.set('mailroom_upstream_calls_in_flight', {}, countCallsInFlight());
  registry.set('mailroom_upstream_clock_offset_seconds', {}, serviceClockOffset() / 1_000);
}

/** The gauges that are read from the database. */
const DATABASE_GAUGES = [
  'mailroom_attempts_unsettled',
  'mailroom_attempts_oldest_unknown_seconds',
  'mailroom_database_connections',
  'mailroom_database_waiting',
  'mailroom_lease_active',
  'mailroom_outbox_emails',
  'mailroom_outbox_oldest_due_seconds',
] as const satisfies GaugeName[];

function setDatabaseState(registry: MetricRegistry, { attempts, outbox, leases, pool }: DatabaseState): void {
  for (const { operation, state, count } of attempts)
    registry.set('mailroom_attempts_unsettled', { operation, state }, count);
  const unknownMs = attempts.filter(({ state }) => state === 'unknown').map(({ oldestMs }) => oldestMs);
  registry.set('mailroom_attempts_oldest_unknown_seconds', {}, Math.max(0, ...unknownMs) / 1_000);
  registry.set('mailroom_lease_active', { lease: REQUIRED_LEASE }, 0);
  for (const { name, isActive } of leases)
    registry.set('mailroom_lease_active', { lease: name }, isActive ? 1 : 0);
  if (pool) {
    registry.set('mailroom_database_connections', { state: 'idle' }, pool.idle);
    registry.set('mailroom_database_connections', { state: 'busy' }, pool.busy);
    registry.set('mailroom_database_waiting', {}, pool.waiting);
  }
  if (outbox) {
    registry.set('mailroom_outbox_emails', { state: 'due' }, outbox.due);
    registry.set('mailroom_outbox_emails', { state: 'scheduled' }, outbox.scheduled);
    registry.set('mailroom_outbox_oldest_due_seconds', {}, outbox.oldestDueMs / 1_000);
  }
}
