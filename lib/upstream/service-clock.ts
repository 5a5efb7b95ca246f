import 'server-only';
import { singleton } from '#lib/runtime/singleton.ts';

interface Heard {
  offsetMs: number;
  /** Undefined until the service has answered. */
  sandbox: boolean | undefined;
}

const heard = singleton<Heard>('heard', () => ({ offsetMs: 0, sandbox: undefined }));

/** Learns the service's clock and kind from the head of an answer. Date has whole seconds: half of one is added. */
export function recordServiceDate(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  if (Number.isFinite(date)) heard.offsetMs = date + 500 - Date.now();
  // An error may come from something in between, which says nothing about the service behind it.
  if (headers['x-mailroom-service'] === 'embedded') heard.sandbox = true;
  else if (status < 300) heard.sandbox = false;
}

/** Milliseconds since the epoch on the service's clock; this computer's until the service has answered. */
export const serviceClock = (): number => Date.now() + heard.offsetMs;

export const isSandboxService = (): boolean | undefined => heard.sandbox;
