import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

interface ServiceFacts {
  offsetMs: number;
  /** Undefined until the service has responded. */
  isSandbox: boolean | undefined;
}

const observed = singleton<ServiceFacts>('serviceFacts', () => ({ offsetMs: 0, isSandbox: undefined }));

/**
 * Updates the clock and the sandbox flag from response headers. The Date header is in whole seconds, so half a second
 * is added.
 */
export function recordServiceDate(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  if (Number.isFinite(date)) observed.offsetMs = date + 500 - Date.now();
  // An error may come from a proxy in front of the service, so only a success rules out the sandbox.
  if (headers['x-mailroom-service'] === 'embedded') observed.isSandbox = true;
  else if (status < 300) observed.isSandbox = false;
}

/**
 * Returns milliseconds since the epoch on the service's clock, or on this computer's clock until the service has
 * responded.
 */
export const serviceClock = (): number => Date.now() + observed.offsetMs;

export const isSandboxService = (): boolean | undefined => observed.isSandbox;
