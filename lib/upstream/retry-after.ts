/**
 * Remembers how long the mail service asked its callers to wait. Only background work waits: members make few calls,
 * and they wait for the results.
 */
import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';
import { singleton } from '#lib/runtime/singleton.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

/** A longer time is probably a mistake, and would stop the background work. */
const MAX_WAIT_MS = 10 * MINUTE_MS;
const OVERLOADED = new Set([429, 503]);

const requested = () => singleton('retryAfter', () => ({ until: Number.NEGATIVE_INFINITY }));

/** Reads the Retry-After header of a response, which contains seconds or a date. */
export function recordRetryAfter(status: number, headers: IncomingHttpHeaders): void {
  const value = headers['retry-after'];
  if (!OVERLOADED.has(status) || value === undefined) return;
  // A date refers to the mail service's clock, which can differ from this computer's clock.
  const now = Date.parse(headers.date ?? '') || Date.now();
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  if (ms > 0) requested().until = performance.now() + Math.min(ms, MAX_WAIT_MS);
}

/** Returns how long background work has to wait before its next call, in milliseconds. */
export const msUntilRetryAllowed = (): number => Math.max(0, requested().until - performance.now());
