/** Tests calendar feeds: who can create, read, and delete them, and what calendar programs get. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET } from '#app/calendar/feed/[file]/route.ts';
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
import { writeCalendarFeed } from '#lib/http/calendar-feed.ts';
import { isPrivateLink } from '#lib/http/private-links.ts';
import { deleteUnusedFeeds } from '#lib/store/calendar-feeds.ts';
import { readAround } from '#lib/store/index-calendar.ts';
import { store } from '#lib/store/open.ts';
import { calendarFeeds } from '#lib/store/schema/calendar-feeds.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { captureLog } from './support/log.ts';
import { addMember, asMember, signedOut } from './support/members.ts';
import { readEvents } from './support/security-events.ts';
import { EMAIL_SETTINGS, ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const log = captureLog();
const NOW = Date.now();
const DAY_MS = 86_400_000;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const HOSTILE_NAME =
  'Spring, “50% off”; \\ sale\r\nBEGIN:VALARM\u0007 – 日本語日本語日本語日本語日本語日本語日本語';

const row = (campaignId: number, days: number, more = {}) => ({
  campaignId,
  customerId: 7,
  customerEmail: 'office@brightwater.example',
  firstTemplateName: 'Winter service',
  templateName: 'Winter service',
  status: 'queued',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  scheduledAt: new Date(NOW + days * DAY_MS),
  updatedAt: new Date('2026-11-20T12:00:00Z'),
  readAt: new Date(NOW),
  ...more,
});

beforeAll(async () => {
  const db = await store();
  await db
    .insert(indexedCampaigns)
    .values([
      row(1, 3),
      row(2, -30, { status: 'mailed' }),
      row(3, 1, { customerId: 8, customerEmail: 'shop@fernhill.example', firstTemplateName: HOSTILE_NAME }),
      row(4, 2, { status: 'draft' }),
      row(5, 4, { status: 'held at customs', price: null, recipients: null, updatedAt: null }),
      row(6, -32, { status: 'mailed' }),
      row(7, 401),
      row(8, 5, { goneAt: new Date(NOW) }),
    ]);
});
beforeEach(async () => {
  harness.applySettings(EMAIL_SETTINGS);
  const db = await store();
  await db.delete(calendarFeeds);
  await markIndexComplete();
  await db.execute(sql`delete from rate_limits`);
});

async function createFeed(run = harness.viewer, customerId: number | null = null): Promise<string> {
  const created = await run(() => createOwnCalendarFeed({ name: 'Phone', customerId }));
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value.url;
}

/** Requests a feed as a calendar program does, without a session. */
const request = (url: string, headers: Record<string, string> = {}) =>
  signedOut(() =>
    GET(new Request(url, { headers }), {
      params: Promise.resolve({ file: new URL(url).pathname.split('/').at(-1) ?? '' }),
    }),
  );

/** Parses a feed with another library than the one that wrote it. */
const eventsOf = (body: string) =>
  new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
const readEventsOf = async (url: string) => eventsOf(await (await request(url)).text());
const idsOf = async (url: string) =>
  (await readEventsOf(url)).map(({ uid }) => Number(/^campaign-(\d+)@/.exec(uid)?.[1]));

describe('permissions of calendar feeds', () => {
  it('only signed-in members create, list, replace, and delete feeds', async () => {
    for (const call of [
      () => createOwnCalendarFeed({ name: 'a', customerId: null }),
      () => listOwnCalendarFeeds(),
      () => replaceOwnCalendarFeed(UNKNOWN_ID),
      () => deleteOwnCalendarFeed(UNKNOWN_ID),
    ])
      expect(await signedOut<{ ok: boolean }>(call)).toMatchObject({ ok: false });
  });

  it('members see, replace, and delete only their own feeds, even as admins', async () => {
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

  it('a feed for one customer contains only that customer’s campaigns', async () => {
    harness.service.customers.add(8);
    expect(await idsOf(await createFeed(harness.viewer, 8))).toEqual([3]);
  });

  it('an unknown, altered, replaced, or deleted URL gets the same response', async () => {
    const replaced = await createFeed();
    const [feed] = await (await store()).select().from(calendarFeeds);
    const id = feed?.id ?? '';
    const next = await harness.viewer(() => replaceOwnCalendarFeed(id));
    const current = next.ok ? next.value.url : '';
    expect((await request(current)).status).toBe(200);
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
      const response = await request(url);
      responses.push([response.status, await response.text(), [...response.headers]]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(404);
  });

  it('a feed stops when its member is disabled, and doesn’t come back', async () => {
    const member = await addMember('former-feed@mailroom.test', 'sender');
    const url = await createFeed(await asMember(member));
    expect((await request(url)).status).toBe(200);
    expect(await harness.admin(() => changeMember(member.id, 'disable'))).toMatchObject({ ok: true });
    expect((await request(url)).status).toBe(404);
    expect(await (await store()).$count(calendarFeeds)).toBe(0);
    const [event] = await readEvents(harness.admin, 'calendar_feed.deleted');
    expect(event).toMatchObject({ details: { label: 'Phone' } });
    await harness.admin(() => changeMember(member.id, 'enable'));
    expect((await request(url)).status).toBe(404);
  });

  it('a feed of a demoted member keeps working, because every role can read the calendar', async () => {
    const member = await addMember('demoted-feed@mailroom.test', 'admin');
    const url = await createFeed(await asMember(member));
    await harness.admin(() => changeMember(member.id, 'viewer'));
    expect((await request(url)).status).toBe(200);
  });
});

describe('a calendar feed’s URL', () => {
  it('is stored only as a hash, and never logged', async () => {
    const url = await createFeed();
    const token = /feed\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    await request(url);
    await request(url.replace('.ics', 'x.ics'));
    const stored = JSON.stringify(await (await store()).select().from(calendarFeeds));
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('base64url'));
    const activity = JSON.stringify(await readEvents(harness.admin, 'calendar_feed.created'));
    expect(`${activity} ${JSON.stringify(log.readEntries())}`).not.toContain(token);
  });

  it('counts as a private link, for headers and caches', () => {
    expect(isPrivateLink('/calendar/feed/x.ics')).toBe(true);
    expect([isPrivateLink('/calendar'), isPrivateLink('/calendar/feeds')]).toEqual([false, false]);
  });

  it('is emailed as a notification without the URL, and again when the URL is replaced', async () => {
    const db = await store();
    await db.delete(notifications);
    await createFeed();
    const [feed] = await db.select().from(calendarFeeds);
    const queued = () =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.about, feed?.id ?? ''));
    const [first] = await queued();
    expect(first).toMatchObject({ kind: 'calendar_feed_created', memberId: feed?.memberId });
    await harness.viewer(() => replaceOwnCalendarFeed(feed?.id ?? ''));
    const again = await queued();
    expect(again).toHaveLength(1);
    expect(again[0]?.id).not.toBe(first?.id);
  });

  it('isn’t in the email, which leads to the page where the feed can be deleted', async () => {
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

  it('is mentioned in the activity when it is created, replaced, and refused, without its token', async () => {
    await createFeed(harness.sender);
    const own = await harness.sender(() => listOwnCalendarFeeds());
    await harness.sender(() => replaceOwnCalendarFeed((own.ok && own.value[0]?.id) || ''));
    await request(`${ORIGIN}/calendar/feed/wrong.ics`);
    for (const name of ['calendar_feed.created', 'calendar_feed.replaced'] as const) {
      const [event] = await readEvents(harness.admin, name);
      expect(event).toMatchObject({ by: 'sender@mailroom.test', details: { label: 'Phone' } });
    }
    const [refused] = await readEvents(harness.admin, 'calendar_feed.refused');
    expect(refused).toMatchObject({ operation: 'calendar_feed.refused' });
    expect(JSON.stringify(refused)).not.toContain('wrong');
  });

  it('can exist at most ten times per member', async () => {
    for (let i = 0; i < MAX_FEEDS; i++) await createFeed();
    expect(await harness.viewer(() => createOwnCalendarFeed({ name: 'a', customerId: null }))).toMatchObject({
      failure: { kind: 'invalid', fields: { name: expect.stringContaining('10 feeds') } },
    });
  });

  it('is deleted after a year without a request', async () => {
    await createFeed();
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

describe('requests for a calendar feed', () => {
  it('are limited per feed, and invalid requests per address, without affecting valid feeds', async () => {
    const url = await createFeed();
    for (let i = 0; i < RATE_LIMITS['calendar-feed-invalid'].points; i++)
      expect((await request(`${ORIGIN}/calendar/feed/${i}.ics`)).status).toBe(404);
    const refused = await request(`${ORIGIN}/calendar/feed/x.ics`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await request(url)).status).toBe(200);
    for (let i = 1; i < RATE_LIMITS['calendar-feed'].points; i++) await request(url);
    expect((await request(url)).status).toBe(429);
  });

  it('show when the feed was last read', async () => {
    const url = await createFeed();
    await request(url);
    const listed = await harness.viewer(() => listOwnCalendarFeeds());
    const lastUsedAt = (listed.ok && listed.value[0]?.lastUsedAt) || 0;
    expect(Math.abs(Date.now() - lastUsedAt)).toBeLessThan(60_000);
  });

  it('fail while campaigns are indexed, so that calendars keep what they have', async () => {
    const url = await createFeed();
    await markIndexComplete(false);
    const response = await request(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300']);
  });

  it('aren’t repeated needlessly: the same content has the same tag, and changed content another one', async () => {
    const url = await createFeed();
    const first = await request(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const again = await request(url, { 'if-none-match': `"x", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const db = await store();
    const change = (recipients: number) =>
      db.update(indexedCampaigns).set({ recipients }).where(eq(indexedCampaigns.campaignId, 1));
    await change(11);
    expect((await request(url, { 'if-none-match': etag })).status).toBe(200);
    await change(10);
  });
});

describe('a calendar feed’s content', () => {
  it('is a calendar that another library understands', async () => {
    const response = await request(await createFeed());
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const body = await response.text();
    const calendar = new ICAL.Component(ICAL.parse(body));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toBe(
      'Campaigns from 31 days ago to 400 days ahead.',
    );
    const [, event] = eventsOf(body);
    const [first] = eventsOf(body).filter(({ uid }) => uid.startsWith('campaign-1@'));
    expect(event).toBeDefined();
    expect(first?.summary).toBe('Winter service (#1)');
    expect(first?.description).toBe('10 recipients · $10.00 · Queued\nCustomer #7');
    expect(first?.startDate.zone.tzid).toBe('UTC');
    expect(first?.startDate.toJSDate()).toEqual(new Date(Math.floor((NOW + 3 * DAY_MS) / 1_000) * 1_000));
    const value = (name: string) => String(first?.component.getFirstPropertyValue(name));
    expect([value('status'), value('transp'), value('url')]).toEqual([
      'CONFIRMED',
      'TRANSPARENT',
      `${ORIGIN}/campaigns/1`,
    ]);
    expect([value('dtstamp'), value('last-modified')]).toEqual(Array(2).fill('2026-11-20T12:00:00Z'));
    expect(body).not.toContain('@brightwater');
  });

  it('consists of lines of at most 75 bytes that end with CRLF', async () => {
    const body = await (await request(await createFeed())).text();
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
    const lengths = body.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });

  it('keeps hostile titles as text', async () => {
    const body = await (await request(await createFeed())).text();
    expect(
      new ICAL.Component(ICAL.parse(body)).getAllSubcomponents().every(({ name }) => name === 'vevent'),
    ).toBe(true);
    const [event] = eventsOf(body).filter(({ uid }) => uid.startsWith('campaign-3@'));
    expect(event?.summary).toBe(
      'Spring, “50% off”; \\ sale \nBEGIN:VALARM  – 日本語日本語日本語日本語日本語日本語日本語 (#3)',
    );
    expect(event?.component.getAllSubcomponents()).toEqual([]);
  });

  it('marks drafts as canceled and unknown statuses as tentative, and leaves out what is gone or too far', async () => {
    const events = await readEventsOf(await createFeed());
    const statuses = events.map(({ uid, component }) => [
      Number(/\d+/.exec(uid)?.[0]),
      component.getFirstPropertyValue('status'),
    ]);
    expect(statuses).toEqual([
      [2, 'CONFIRMED'],
      [3, 'CONFIRMED'],
      [4, 'CANCELLED'],
      [1, 'CONFIRMED'],
      [5, 'TENTATIVE'],
    ]);
  });

  it('prefers what is still to go if there is too much, and says so', async () => {
    const db = await store();
    const range = { start: NOW - 31 * DAY_MS, end: NOW + 400 * DAY_MS };
    const read = async (limit: number) => {
      const { campaigns, isCutOff } = await readAround(db, {}, range, NOW, limit);
      return [campaigns.map(({ campaignId }) => campaignId), isCutOff];
    };
    expect(await read(5)).toEqual([[2, 3, 4, 1, 5], false]);
    expect(await read(4)).toEqual([[3, 4, 1, 5], true]);
    expect(await read(2)).toEqual([[3, 4], true]);
    const text = writeCalendarFeed({ customerId: 7, campaigns: [], isCutOff: true }, ORIGIN);
    const calendar = new ICAL.Component(ICAL.parse(text));
    expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toBe(
      'Campaigns from 31 days ago to 400 days ahead. There are more than 2,000 and only 2,000 are included.',
    );
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Mailroom customer #7');
  });
});
