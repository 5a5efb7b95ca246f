import 'server-only';
import { ConsecutiveBreaker, circuitBreaker, handleAll, isBrokenCircuitError } from 'cockatiel';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';

/** More than one page asks for at once, so that one bad moment of one page doesn't count. */
const IN_A_ROW = 12;
const REST_MS = 3_000;

function newBreaker() {
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: REST_MS,
    breaker: new ConsecutiveBreaker(IN_A_ROW),
  });
  const last: { error: unknown } = { error: undefined };
  policy.onBreak((reason) => {
    if ('error' in reason) last.error = reason.error;
  });
  return { policy, last };
}

const byOrigin = () => singleton('breakers', () => new Map<string, ReturnType<typeof newBreaker>>());

/**
 * Around reads that pages share. While nothing that an origin answers can be read whole, only one read in three seconds waits for it and
 * the others are told at once; when it answers again, those that came in the meantime go on. Reads that decide about
 * something irreversible are made in any case, and so are writes.
 * @throws what `work` throws; when it isn't begun, what the last read that was waited for threw
 */
export async function withBreaker<T>(origin: string, work: () => Promise<T>): Promise<T> {
  const breaker = byOrigin().get(origin) ?? newBreaker();
  byOrigin().set(origin, breaker);
  const { policy, last } = breaker;
  try {
    return await policy.execute(work);
  } catch (error) {
    throw isBrokenCircuitError(error) ? (last.error ?? error) : error;
  }
}

export const resetBreakers = (): void => dropSingleton('breakers');
