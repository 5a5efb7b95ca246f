/** How often open pages poll for changes. */

/** The factor by which the polling interval grows after each poll. */
export const BACKOFF_FACTOR = 1.5;

/** How often the overview and lists from the campaign index are refreshed, in milliseconds. */
export const LIST_REFRESH_MS = 15_000;

export interface PollingPace {
  /** The first polling interval, in milliseconds. Later intervals increase up to `maxMs`. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** For a campaign page while a proof or an attempt's outcome is expected. */
export const WAITING_CAMPAIGN: PollingPace = { firstMs: 2_000, maxMs: 20_000 };
/** For a campaign page on which no change is expected soon. */
export const QUIET_CAMPAIGN: PollingPace = { firstMs: 10_000, maxMs: 60_000 };

/** For a payment that the mail service is confirming. */
export const CONFIRMING_PAYMENT: PollingPace = { firstMs: 1_500, maxMs: 10_000 };
/** For a payment that isn't complete, or whose state can't be read. */
export const OPEN_PAYMENT: PollingPace = { firstMs: 5_000, maxMs: 30_000 };

/** For a guest review page while one of the proof's files is missing. */
export const WAITING_FILE: PollingPace = { firstMs: 1_500, maxMs: 15_000 };

/** For a job that is running or being checked. Pages show new progress at least every two seconds. */
export const MOVING_JOB: PollingPace = { firstMs: 1_200, maxMs: 1_200 };
