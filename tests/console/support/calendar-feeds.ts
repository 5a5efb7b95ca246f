/** Creates calendar feeds, and reads them as calendar programs do. */
import ICAL from 'ical.js';
import { GET } from '#app/calendar/feed/[file]/route.ts';
import { createOwnCalendarFeed } from '#lib/data/calendar-feeds.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { indexedRow } from './indexed-row.ts';
import { type RunAs, signedOut } from './members.ts';

const HOSTILE_NAME =
  'Spring, “50% off”; \\ sale\r\nBEGIN:VALARM\u0007 – 日本語日本語日本語日本語日本語日本語日本語';

/** Adds two customers' campaigns, some of which aren't in any feed. */
export async function addFeedCampaigns(now: number): Promise<void> {
  const row = (campaignId: number, days: number, more: Parameters<typeof indexedRow>[2] = {}) =>
    indexedRow(campaignId, new Date(now + days * DAY_MS), {
      updatedAt: new Date('2026-11-20T12:00:00Z'),
      ...more,
    });
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
      row(8, 5, { goneAt: new Date(now) }),
    ]);
}

/** Creates a feed named "Phone" as the member. Returns its URL. */
export async function createFeed(member: RunAs, customerId: number | null = null): Promise<string> {
  const created = await member(() => createOwnCalendarFeed({ name: 'Phone', customerId }));
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value.url;
}

/** Requests a feed without a session. */
export const requestFeed = (url: string, headers: Record<string, string> = {}) =>
  signedOut(() =>
    GET(new Request(url, { headers }), {
      params: Promise.resolve({ file: new URL(url).pathname.split('/').at(-1) ?? '' }),
    }),
  );

/** Parses a feed with a different library from the one that wrote the feed. */
export const parseFeed = (body: string) => new ICAL.Component(ICAL.parse(body));

export const eventsOf = (body: string) =>
  parseFeed(body)
    .getAllSubcomponents('vevent')
    .map((part) => new ICAL.Event(part));

export const readFeed = async (url: string): Promise<string> => (await requestFeed(url)).text();

export const campaignOf = ({ uid }: { readonly uid: string }): number =>
  Number(/^campaign-(\d+)@/.exec(uid)?.[1]);
