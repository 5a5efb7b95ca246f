/** Settings for how long Mailroom keeps data that accumulates. All numbers are in days. */
import { z } from 'zod';

/** A number of days. Null means that the data is kept forever. */
export type KeepDays = number | null;

export interface Retention {
  readonly activity: KeepDays;
  /**
   * Security events that callers without an account can repeat. Must be deleted so that callers can't fill
   * the database.
   */
  readonly repeatedEvents: number;
  /** Refused attempts. All other attempts are always kept. */
  readonly refusedAttempts: KeepDays;
  /** Bulk jobs and payment runs that have ended. */
  readonly jobs: KeepDays;
  /** Share links that have ended, including guests' decisions. */
  readonly shareLinks: KeepDays;
  readonly visits: KeepDays;
  readonly invitations: KeepDays;
  readonly notifications: KeepDays;
  /** Sessions that expired. */
  readonly sessions: number;
}

const MAX_DAYS = 36_500;
/** Payments by link and unfinished jobs can still change during their first 30 days. */
const MIN_RECORD_DAYS = 30;

const isDays = (text: string, min: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= MAX_DAYS;

const days = (byDefault: string, max = MAX_DAYS) =>
  z
    .string()
    .refine(
      (text) => isDays(text, 1) && Number(text) <= max,
      `must be a whole number of days from 1 to ${max}`,
    )
    .default(byDefault)
    .transform(Number);

const daysOrForever = (byDefault: string, min = 1) =>
  z
    .string()
    .refine(
      (text) => text === 'forever' || isDays(text, min),
      `must be a whole number of days from ${min} to ${MAX_DAYS}, or forever`,
    )
    .default(byDefault)
    .transform((text): KeepDays => (text === 'forever' ? null : Number(text)));

/** The schemas of the settings, by name. */
export const retentionSettings = {
  KEEP_ACTIVITY_DAYS: daysOrForever('forever', MIN_RECORD_DAYS),
  KEEP_REPEATED_EVENTS_DAYS: days('365'),
  KEEP_REFUSED_ATTEMPTS_DAYS: daysOrForever('forever', MIN_RECORD_DAYS),
  KEEP_JOBS_DAYS: daysOrForever('forever', MIN_RECORD_DAYS),
  KEEP_SHARE_LINKS_DAYS: daysOrForever('forever', MIN_RECORD_DAYS),
  KEEP_VISITS_DAYS: daysOrForever('365'),
  KEEP_INVITATIONS_DAYS: daysOrForever('365'),
  KEEP_NOTIFICATIONS_DAYS: daysOrForever('90'),
  KEEP_SESSIONS_DAYS: days('1', 365),
};

type Read = { readonly [Name in keyof typeof retentionSettings]: z.output<(typeof retentionSettings)[Name]> };

export const readRetention = (read: Read): Retention => ({
  activity: read.KEEP_ACTIVITY_DAYS,
  repeatedEvents: read.KEEP_REPEATED_EVENTS_DAYS,
  refusedAttempts: read.KEEP_REFUSED_ATTEMPTS_DAYS,
  jobs: read.KEEP_JOBS_DAYS,
  shareLinks: read.KEEP_SHARE_LINKS_DAYS,
  visits: read.KEEP_VISITS_DAYS,
  invitations: read.KEEP_INVITATIONS_DAYS,
  notifications: read.KEEP_NOTIFICATIONS_DAYS,
  sessions: read.KEEP_SESSIONS_DAYS,
});
