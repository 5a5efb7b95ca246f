import 'server-only';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll, isBrokenCircuitError } from 'cockatiel';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

/**
 * The number of consecutive failures that opens the breaker. A page load makes fewer reads than this number,
 * so one failed page load doesn't open the breaker.
 */
const MAX_CONSECUTIVE_FAILURES = 12;
const HALF_OPEN_AFTER_MS = 3_000;

function newBreaker() {
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  const last: { error: unknown } = { error: undefined };
  policy.onBreak((reason) => {
    if ('error' in reason) last.error = reason.error;
  });
  return { policy, last };
}

const breakers = () => singleton('breakers', () => new Map<string, ReturnType<typeof newBreaker>>());

/**
 * Runs a page's read through the circuit breaker for `origin`. While the breaker is open, one read is allowed
 * every three seconds to test the origin, and all other reads fail immediately. The breaker doesn't apply to
 * writes or to `fresh` reads, such as the reads before irreversible operations.
 * @throws the error that `work` throws, or, while the breaker is open, the last read's error
 */
export async function withBreaker<T>(origin: string, work: () => Promise<T>): Promise<T> {
  const breaker = breakers().get(origin) ?? newBreaker();
  breakers().set(origin, breaker);
  const { policy, last } = breaker;
  try {
    return await policy.execute(work);
  } catch (error) {
    throw isBrokenCircuitError(error) ? (last.error ?? error) : error;
  }
}

export const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Returns the worst state of all breakers. */
export function readBreakerState(): BreakerState {
  const states = [...breakers().values()].map(({ policy }) => policy.state);
  if (states.includes(CircuitState.Open)) return 'open';
  return states.includes(CircuitState.HalfOpen) ? 'half_open' : 'closed';
}

export const resetBreakers = (): void => dropSingleton('breakers');
