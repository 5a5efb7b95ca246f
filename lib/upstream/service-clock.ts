import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

interface ServiceFacts {
  offsetMs: number;
  /** Whether the service is a sandbox. Undefined until the service has responded. */
  isSandbox: boolean | undefined;
}

const observed = singleton<ServiceFacts>('serviceFacts', () => ({ offsetMs: 0, isSandbox: undefined }));

/**
 * Updates the clock and the sandbox flag from response headers. The Date header omits fractions of a second, so
 * the clock adds half a second.
 */
export function recordServiceDate(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  if (Number.isFinite(date)) observed.offsetMs = date + 500 - Date.now();
  // An error response may come from a proxy in front of the service.
  // Only a successful response shows that the service isn't a sandbox.
  if (headers['x-mailroom-service'] === 'embedded') observed.isSandbox = true;
  else if (status < 300) observed.isSandbox = false;
}

/**
 * Returns the service's current time in milliseconds since the epoch. Before the service has responded for
 * the first time, returns the time on this computer.
 */
export const serviceClock = (): number => Date.now() + observed.offsetMs;

/** Returns how many milliseconds the service's clock is ahead of this computer's clock. */
export const serviceClockOffset = (): number => observed.offsetMs;

export const isSandboxService = (): boolean | undefined => observed.isSandbox;
