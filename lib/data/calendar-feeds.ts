/** The signed-in member's calendar feeds. */
import 'server-only';
import { createFeedToken, feedUrl, hashFeedToken } from '#lib/auth/calendar-feed-token.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { MAX_FEEDS } from '#lib/domain/calendar-feed.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  type CalendarFeedRow,
  deleteCalendarFeed,
  insertCalendarFeed,
  queryCalendarFeeds,
  replaceFeedToken,
} from '#lib/store/calendar-feeds.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize, authorizeRecently } from './authorize.ts';

/** A feed, without its URL. All times are in milliseconds since the epoch. */
export interface CalendarFeed {
  readonly id: string;
  readonly name: string;
  readonly customerId: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const toFeed = ({ id, name, customerId, createdAt, lastUsedAt }: CalendarFeedRow): CalendarFeed => ({
  id,
  name,
  customerId,
  createdAt: createdAt.getTime(),
  lastUsedAt: lastUsedAt?.getTime() ?? null,
});

/** Lists the member's feeds, newest first. */
export async function listOwnCalendarFeeds(): Promise<Outcome<readonly CalendarFeed[]>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  return ok((await queryCalendarFeeds(await store(), allowed.value.id)).map(toFeed));
}

export interface CalendarFeedRequest {
  readonly name: string;
  /** The only customer whose campaigns the feed contains. Null for all customers. */
  readonly customerId: number | null;
}

/**
 * Creates a feed, and notifies the member by email. Only this function and `replaceOwnCalendarFeed` ever return
 * a feed's URL. Fails with `invalid` if the member has too many feeds or the customer doesn't exist. Fails with
 * `reauthentication_required` if the member hasn't signed in or confirmed their identity in the last ten
 * minutes, because the feed would outlive the session.
 */
export async function createOwnCalendarFeed(request: CalendarFeedRequest): Promise<Outcome<{ url: string }>> {
  const allowed = await authorizeRecently('editProfile');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const { customerId } = request;
  if (customerId !== null) {
    const customer = await readFromService('getCustomer', { id: customerId });
    if (!customer.ok && customer.failure.kind !== 'missing') return customer;
    if (!customer.ok)
      return fail({ kind: 'invalid', fields: { customer: 'There’s no customer with this number.' } });
  }
  const token = createFeedToken();
  return changeAndRecord(async (tx, record) => {
    const added = await insertCalendarFeed(tx, member, { ...request, tokenHash: hashFeedToken(token) });
    if (added === 'changed_member') return fail({ kind: 'forbidden' });
    if (added === 'too_many') {
      const name = `You already have ${MAX_FEEDS} feeds. Delete one that you don’t need.`;
      return fail({ kind: 'invalid', fields: { name } });
    }
    const { id } = added;
    await record({ name: 'calendar_feed.created', by: member, details: { id, label: request.name } });
    await queueNotification(tx, 'calendar_feed.created', id, member.id);
    return ok({ url: feedUrl(token) });
  });
}

/**
 * Replaces the URL of one of the member's feeds. The old URL stops working. Notifies the member by email. Fails
 * with `reauthentication_required` under the same condition as `createOwnCalendarFeed`.
 */
export async function replaceOwnCalendarFeed(feedId: string): Promise<Outcome<{ url: string }>> {
  const allowed = await authorizeRecently('editProfile');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const token = createFeedToken();
  return changeAndRecord(async (tx, record) => {
    const feed = await replaceFeedToken(tx, feedId, member.id, hashFeedToken(token));
    if (!feed) return fail({ kind: 'missing' });
    await record({ name: 'calendar_feed.replaced', by: member, details: { id: feedId, label: feed.name } });
    await queueNotification(tx, 'calendar_feed.created', feedId, member.id);
    return ok({ url: feedUrl(token) });
  });
}

/** Deletes one of the member's feeds. Its URL stops working. */
export async function deleteOwnCalendarFeed(id: string): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  return changeAndRecord(async (tx, record) => {
    const feed = await deleteCalendarFeed(tx, id, allowed.value.id);
    if (!feed) return fail({ kind: 'missing' });
    const details = { id, label: feed.name };
    await record({ name: 'calendar_feed.deleted', by: allowed.value, details });
    return ok(null);
  });
}
