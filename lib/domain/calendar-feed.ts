/** The rules for calendar feeds: which campaigns they contain, and when unused feeds are deleted. */

/** The maximum number of feeds per member. */
export const MAX_FEEDS = 10;

/** A feed contains the campaigns of this many past and future days. */
export const FEED_DAYS = { past: 31, ahead: 400 } as const;

/** The maximum number of campaigns in a feed. Upcoming campaigns come before past ones. */
export const MAX_FEED_CAMPAIGNS = 2_000;

/** A feed that no program has read for this many days is deleted. */
export const UNUSED_FEED_DAYS = 365;
