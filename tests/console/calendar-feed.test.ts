/**
 * Tests calendar feeds: who can create, read, and delete feeds, what their URLs contain, and how the console
 * answers requests for them.
 */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOwnCalendarFeed,
  deleteOwnCalendarFeed,
  listOwnCalendarFeeds,
  replaceOwnCalendarFeed,
} from '#lib/data/calendar-feeds.ts';
import { changeMember } from '#lib/data/team.ts';
import { MAX_FEEDS, UNUSED_FEED_DAYS } from '#lib/domain/calendar-feed.ts';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import { isPrivateLink } from '#lib/http/private-links.ts';
import { deleteUnusedFeeds } from '#lib/store/calendar-feeds.ts';
import { store } from '#lib/store/open.ts';
import { calendarFeeds } from '#lib/store/schema/calendar-feeds.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import {
  addFeedCampaigns,
  campaignOf,
  createFeed,
  eventsOf,
  readFeed,
  requestFeed,
} from './support/calendar-feeds.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { captureLog } from './support/log.ts';
import { addMember, asMember, signedOut } from './support/members.ts';
import { readEvents } from './support/security-events.ts';
import { EMAIL_SETTINGS, ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const log = captureLog();
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

beforeAll(() => addFeedCampaigns(Date.now()));
beforeEach(async () => {
  harness.applySettings(EMAIL_SETTINGS);
  const db = await store();
  await db.delete(calendarFeeds);
  await markIndexComplete();
  await db.execute(sql`delete from rate_limits`);
});

describe('a calendar feed', () => {
  it('can be created, listed, replaced, and deleted only by signed-in members', async () => {
    for (const call of [
      () => createOwnCalendarFeed({ name: 'a', customerId: null }),
      () => listOwnCalendarFeeds(),
      () => replaceOwnCalendarFeed(UNKNOWN_ID),
      () => deleteOwnCalendarFeed(UNKNOWN_ID),
    ])
      expect(await signedOut<{ ok: boolean }>(call)).toMatchObject({ ok: false });
  });

  it('can be seen, replaced, and deleted only by its own member, never by another member, even an admin', async () => {
    await createFeed(harness.viewer);
    const own = await harness.viewer(() => listOwnCalendarFeeds());
    const id = (own.ok && own.value[0]?.id) || '';
    expect(own).toMatchObject({ ok: true, value: [{ name: 'Phone', customerId: null, lastUsedAt: null }] });
    expect(JSON.stringify(own)).not.toContain('Hash');
    expect(await harness.admin(() => listOwnCalendarFeeds())).toEqual({ ok: true, value: [] });
    for (const call of [() => replaceOwnCalendarFeed(id), () => deleteOwnCalendarFeed(id)])
      expect(await harness.admin<{ ok: boolean }>(call)).toMatchObject({ failure: { kind: 'missing' } });
    expect(await (await store()).$count(calendarFeeds)).toBe(1);
  });

  it('contains only one customer’s campaigns if it is limited to that customer', async () => {
    harness.service.customers.add(8);
    const body = await readFeed(await createFeed(harness.viewer, 8));
    expect(eventsOf(body).map(campaignOf)).toEqual([3]);
  });

  it('responds identically to an unknown, altered, replaced, or deleted URL', async () => {
    const replaced = await createFeed(harness.viewer);
    const [feed] = await (await store()).select().from(calendarFeeds);
    const id = feed?.id ?? '';
    const next = await harness.viewer(() => replaceOwnCalendarFeed(id));
    const current = next.ok ? next.value.url : '';
    expect((await requestFeed(current)).status).toBe(200);
    expect(await harness.viewer(() => deleteOwnCalendarFeed(id))).toEqual({ ok: true, value: null });
    const token = (url: string) => `${ORIGIN}/calendar/feed/${url}`;
    const responses = [];
    for (const url of [
      replaced,
      current,
      current.replace('.ics', ''),
      token('x.ics'),
      token(`${'a'.repeat(43)}.ics`),
      token('%00.ics'),
      token(`${createHash('sha256').update(current).digest('base64url')}.ics`),
    ]) {
      const response = await requestFeed(url);
      responses.push([response.status, await response.text(), [...response.headers]]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(404);
  });

  it('stops working when its member is disabled, and doesn’t work again when the member is enabled', async () => {
    const member = await addMember('former-feed@mailroom.test', 'sender');
    const url = await createFeed(await asMember(member));
    expect((await requestFeed(url)).status).toBe(200);
    expect(await harness.admin(() => changeMember(member.id, 'disable'))).toMatchObject({ ok: true });
    expect((await requestFeed(url)).status).toBe(404);
    expect(await (await store()).$count(calendarFeeds)).toBe(0);
    const [event] = await readEvents(harness.admin, 'calendar_feed.deleted');
    expect(event).toMatchObject({ details: { label: 'Phone' } });
    await harness.admin(() => changeMember(member.id, 'enable'));
    expect((await requestFeed(url)).status).toBe(404);
  });

  it('keeps working when its member is demoted, because every role can read the calendar', async () => {
    const member = await addMember('demoted-feed@mailroom.test', 'admin');
    const url = await createFeed(await asMember(member));
    await harness.admin(() => changeMember(member.id, 'viewer'));
    expect((await requestFeed(url)).status).toBe(200);
  });
});

describe('a calendar feed’s URL', () => {
  it('is stored only as a hash, and never logged', async () => {
    const url = await createFeed(harness.viewer);
    const token = /feed\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    await requestFeed(url);
    await requestFeed(url.replace('.ics', 'x.ics'));
    const stored = JSON.stringify(await (await store()).select().from(calendarFeeds));
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('base64url'));
    const activity = JSON.stringify(await readEvents(harness.admin, 'calendar_feed.created'));
    expect(`${activity} ${JSON.stringify(log.readEntries())}`).not.toContain(token);
  });

  it('is treated as a private link in headers and caches', () => {
    expect(isPrivateLink('/calendar/feed/x.ics')).toBe(true);
    expect([isPrivateLink('/calendar'), isPrivateLink('/calendar/feeds')]).toEqual([false, false]);
  });

  it('is announced by a notification without the URL, and again when the URL is replaced', async () => {
    const db = await store();
    await db.delete(notifications);
    await createFeed(harness.viewer);
    const [feed] = await db.select().from(calendarFeeds);
    const queued = () =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.about, feed?.id ?? ''));
    const [first] = await queued();
    expect(first).toMatchObject({ kind: 'calendar_feed.created', memberId: feed?.memberId });
    await harness.viewer(() => replaceOwnCalendarFeed(feed?.id ?? ''));
    const again = await queued();
    expect(again).toMatchObject([{ id: first?.id, occasions: 2, readAt: null, closedAt: null }]);
  });

  it('isn’t in the email, which links to the page where the feed can be deleted', async () => {
    const db = await store();
    const member = await addMember('new-feed@mailroom.test', 'viewer');
    const url = await createFeed(await asMember(member));
    const [row] = await db.select().from(notifications).where(eq(notifications.memberId, member.id));
    const email = row && (await composeNotificationEmail(db, row, member));
    expect(email).toMatchObject({
      subject: 'A calendar feed was created for your account',
      text: expect.stringContaining(`${ORIGIN}/calendar/feeds`),
    });
    expect(email?.text).toContain('Phone');
    expect(JSON.stringify(email)).not.toContain(url);
    await db.delete(calendarFeeds);
    expect(row && (await composeNotificationEmail(db, row, member))).toBeNull();
  });

  it('is recorded in the activity without its token when it is created, replaced, or refused', async () => {
    await createFeed(harness.sender);
    const own = await harness.sender(() => listOwnCalendarFeeds());
    await harness.sender(() => replaceOwnCalendarFeed((own.ok && own.value[0]?.id) || ''));
    await requestFeed(`${ORIGIN}/calendar/feed/wrong.ics`);
    for (const name of ['calendar_feed.created', 'calendar_feed.replaced'] as const) {
      const [event] = await readEvents(harness.admin, name);
      expect(event).toMatchObject({ by: 'sender@mailroom.test', details: { label: 'Phone' } });
    }
    const [refused] = await readEvents(harness.admin, 'calendar_feed.refused');
    expect(refused).toMatchObject({ operation: 'calendar_feed.refused' });
    expect(JSON.stringify(refused)).not.toContain('wrong');
  });

  it('isn’t created if the member already has ten feeds', async () => {
    for (let i = 0; i < MAX_FEEDS; i++) await createFeed(harness.viewer);
    expect(await harness.viewer(() => createOwnCalendarFeed({ name: 'a', customerId: null }))).toMatchObject({
      failure: { kind: 'invalid', fields: { name: expect.stringContaining('10 feeds') } },
    });
  });

  it('is created for at most ten feeds, even if a member makes more requests at the same time', async () => {
    const created = await Promise.all(
      Array.from({ length: MAX_FEEDS + 3 }, () =>
        harness.viewer(() => createOwnCalendarFeed({ name: 'a', customerId: null })),
      ),
    );
    expect(created.filter(({ ok }) => ok)).toHaveLength(MAX_FEEDS);
    expect(await (await store()).$count(calendarFeeds)).toBe(MAX_FEEDS);
  });

  it('is deleted after a year without a request', async () => {
    await createFeed(harness.viewer);
    const db = await store();
    const age = (days: number) =>
      db.execute(sql`update calendar_feeds set created_at = now() - ${days} * interval '1 day'`);
    await age(UNUSED_FEED_DAYS - 1);
    await deleteUnusedFeeds(db);
    expect(await db.$count(calendarFeeds)).toBe(1);
    await age(UNUSED_FEED_DAYS + 1);
    await deleteUnusedFeeds(db);
    expect(await db.$count(calendarFeeds)).toBe(0);
  });
});

describe('a request for a calendar feed', () => {
  it('is limited per feed, or per address if the feed’s URL is invalid, without affecting valid feeds', async () => {
    const url = await createFeed(harness.viewer);
    for (let i = 0; i < RATE_LIMITS['calendar-feed-invalid'].points; i++)
      expect((await requestFeed(`${ORIGIN}/calendar/feed/${i}.ics`)).status).toBe(404);
    const refused = await requestFeed(`${ORIGIN}/calendar/feed/x.ics`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await requestFeed(url)).status).toBe(200);
    for (let i = 1; i < RATE_LIMITS['calendar-feed'].points; i++) await requestFeed(url);
    expect((await requestFeed(url)).status).toBe(429);
  });

  it('records when the feed was last read', async () => {
    const url = await createFeed(harness.viewer);
    await requestFeed(url);
    const listed = await harness.viewer(() => listOwnCalendarFeeds());
    const lastUsedAt = (listed.ok && listed.value[0]?.lastUsedAt) || 0;
    expect(Math.abs(Date.now() - lastUsedAt)).toBeLessThan(60_000);
  });

  it('fails while campaigns are being indexed, so that calendars keep their current events', async () => {
    const url = await createFeed(harness.viewer);
    await markIndexComplete(false);
    const response = await requestFeed(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300']);
  });

  it('gets a 304 response while the content stays the same, and the new content after a change', async () => {
    const url = await createFeed(harness.viewer);
    const first = await requestFeed(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const again = await requestFeed(url, { 'if-none-match': `"x", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const db = await store();
    const change = (recipients: number) =>
      db.update(indexedCampaigns).set({ recipients }).where(eq(indexedCampaigns.campaignId, 1));
    await change(11);
    expect((await requestFeed(url, { 'if-none-match': etag })).status).toBe(200);
    await change(10);
  });
});
