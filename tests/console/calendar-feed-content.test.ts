/** Tests the content of calendar feeds. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeCalendarFeed } from '#lib/http/calendar-feed.ts';
import { readAround } from '#lib/store/index-calendar.ts';
import { store } from '#lib/store/open.ts';
import { calendarFeeds } from '#lib/store/schema/calendar-feeds.ts';
import { DAY_MS } from '#lib/time-units.ts';
import {
  addFeedCampaigns,
  campaignOf,
  createFeed,
  eventsOf,
  parseFeed,
  readFeed,
  requestFeed,
} from './support/calendar-feeds.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const NOW = Date.now();

beforeAll(async () => {
  await addFeedCampaigns(NOW);
  await markIndexComplete();
});
beforeEach(async () => {
  const db = await store();
  await db.delete(calendarFeeds);
});

describe('a calendar feed’s content', () => {
  it('is a calendar that another library can parse', async () => {
    const response = await requestFeed(await createFeed(harness.viewer));
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const body = await response.text();
    const calendar = parseFeed(body);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toBe(
      'Campaigns from 31 days ago to 400 days ahead.',
    );
    const first = eventsOf(body).find((event) => campaignOf(event) === 1);
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
    const body = await readFeed(await createFeed(harness.viewer));
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
    const lengths = body.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });

  it('keeps hostile titles as text', async () => {
    const body = await readFeed(await createFeed(harness.viewer));
    expect(
      parseFeed(body)
        .getAllSubcomponents()
        .every(({ name }) => name === 'vevent'),
    ).toBe(true);
    const event = eventsOf(body).find((found) => campaignOf(found) === 3);
    expect(event?.summary).toBe(
      'Spring, “50% off”; \\ sale \nBEGIN:VALARM  – 日本語日本語日本語日本語日本語日本語日本語 (#3)',
    );
    expect(event?.component.getAllSubcomponents()).toEqual([]);
  });

  it('marks drafts as canceled and unknown statuses as tentative, and leaves out deleted campaigns and those outside the feed’s range', async () => {
    const events = eventsOf(await readFeed(await createFeed(harness.viewer)));
    const statuses = events.map((event) => [
      campaignOf(event),
      event.component.getFirstPropertyValue('status'),
    ]);
    expect(statuses).toEqual([
      [2, 'CONFIRMED'],
      [3, 'CONFIRMED'],
      [4, 'CANCELLED'],
      [1, 'CONFIRMED'],
      [5, 'TENTATIVE'],
    ]);
  });

  it('prefers upcoming campaigns if there are too many, and says that some are missing', async () => {
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
    const calendar = parseFeed(text);
    expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toBe(
      'Campaigns from 31 days ago to 400 days ahead. There are more than 2,000 and only 2,000 are included.',
    );
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Mailroom customer #7');
  });
});
