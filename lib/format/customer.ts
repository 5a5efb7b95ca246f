import { MINUTE_MS } from '#lib/time-units.ts';
import { type DateSettings, formatMoment } from './dates.ts';

/**
 * Returns the customer's email address, because customers have no names. If the service doesn't return an
 * address, returns the customer's number.
 */
export function customerName(id: number, email: string | undefined): string {
  return email?.trim() || `Customer ${id}`;
}

/** Production starts a little after a campaign's send time, and the index shows the start even later. */
const DUE_MS = 15 * MINUTE_MS;

/**
 * Describes when a customer's earliest queued campaign goes out. A campaign is overdue if it is still queued
 * long after its scheduled time.
 * @param at the time for which the campaign is scheduled. Both times are in milliseconds.
 */
export function describeNextMailing(at: number, dateSettings: DateSettings, now: number): string {
  if (at > now) return formatMoment(at, dateSettings, now);
  return now - at < DUE_MS ? 'now' : `overdue: ${formatMoment(at, dateSettings, now)}`;
}
