/** Reads a calendar feed for a calendar program. The token in the feed's URL grants access, without a session. */
import 'server-only';
import { hashFeedToken, readFeedToken } from '#lib/auth/calendar-feed-token.ts';
import { rateLimitKey } from '#lib/auth/rate-limit-key.ts';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import { FEED_DAYS, MAX_FEED_CAMPAIGNS } from '#lib/domain/calendar-feed.ts';
import { isIndexComplete } from '#lib/domain/campaign-list.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { findCalendarFeed, recordFeedUse } from '#lib/store/calendar-feeds.ts';
import { type FeedCampaign, readAround } from '#lib/store/index-calendar.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { DAY_MS } from '#lib/time-units.ts';

export type FeedReading =
  | {
      readonly kind: 'feed';
      /** The only customer whose campaigns the feed contains. Null for all customers. */
      readonly customerId: number | null;
      /** In the order in which they go out. */
      readonly campaigns: readonly FeedCampaign[];
      /** Whether more campaigns match than a feed can contain. */
      readonly isCutOff: boolean;
    }
  /** The token is unknown, replaced, or deleted, or its member isn't allowed to read campaigns. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'limited'; readonly secondsLeft: number }
  /** Not every campaign has been indexed. */
  | { readonly kind: 'incomplete' }
  /** The settings turn the campaign index off. */
  | { readonly kind: 'off' };

/**
 * Checks a feed's token, counts the request, and reads the feed. Reads the token and its member again for every
 * request, so that deleting the feed or disabling the member takes effect immediately.
 * @param file the last part of the URL, such as "<token>.ics"
 */
export async function readCalendarFeed(file: string, headers: Pick<Headers, 'get'>): Promise<FeedReading> {
  const db = await store();
  const token = readFeedToken(file);
  const found = token === null ? undefined : await findCalendarFeed(db, hashFeedToken(token));
  if (!found || found.member.disabledAt !== null || !isAllowed(found.member.role, 'listCampaigns'))
    return refuse(rateLimitKey(addressFromHeaders(headers)));
  const { feed } = found;
  const limit = await consumeRateLimit(db, 'calendar-feed', feed.id);
  if (!limit.isAllowed) return { kind: 'limited', secondsLeft: limit.secondsLeft };
  if (found.isUseDue) await recordFeedUse(db, feed.id);
  const freshness = await readFreshness();
  if (!isIndexComplete(freshness)) return { kind: freshness.state === 'off' ? 'off' : 'incomplete' };
  const now = Date.now();
  const range = { start: now - FEED_DAYS.past * DAY_MS, end: now + FEED_DAYS.ahead * DAY_MS };
  const customerIds = feed.customerId === null ? undefined : [feed.customerId];
  const { campaigns, isCutOff } = await readAround(db, { customerIds }, range, now, MAX_FEED_CAMPAIGNS);
  const { customerId } = feed;
  return { kind: 'feed', customerId, campaigns, isCutOff };
}

/** Counts and records a request with an invalid token. The response doesn't reveal why the token is invalid. */
async function refuse(from: string): Promise<FeedReading> {
  const state = await consumeRateLimit(await store(), 'calendar-feed-invalid', from);
  if (state.isAllowed) {
    await recordSecurityEvent({ name: 'calendar_feed.refused', from });
    return { kind: 'invalid' };
  }
  if (state.isFirstExcess) await recordSecurityEvent({ name: 'calendar_feed.limited', from });
  return { kind: 'limited', secondsLeft: state.secondsLeft };
}
