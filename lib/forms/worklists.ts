/**
 * The overview's worklists, as filters and sort orders of the campaign list. A worklist's link opens the list with the
 * same campaigns.
 */
import { Temporal } from 'temporal-polyfill';
import type { ListRequest } from '#lib/domain/campaign-list.ts';
import { GUEST_APPROVALS, type GuestApproval } from '#lib/domain/index-filter.ts';
import { WORKLISTS, type WorklistName } from '#lib/domain/worklist.ts';
import { campaignsHref, newRunHref, type QueryChanges, type TypedQuery } from './campaign-fields.ts';
import { readCampaignQuery } from './campaign-query.ts';
import { dayBounds } from './local-time.ts';
import { searchParamsOf } from './query.ts';

/** Drafts with an unfinished attempt appear only in the list of unfinished attempts. */
const QUERIES: Readonly<Record<WorklistName, QueryChanges>> = {
  going_out: { status: 'queued', sort: 'scheduled_at' },
  paid: { payment: ['paid_not_sent'], attempt: 'none', sort: 'created_at' },
  ready: {
    payment: ['unpaid', 'part_paid', 'covered_by_credits'],
    approval: 'given',
    attempt: 'none',
    sort: 'created_at',
  },
  approval: { approval: 'missing', attempt: 'none', sort: 'created_at' },
  guests: { guests: GUEST_APPROVALS, attempt: 'none', sort: '-updated_at' },
  production: { status: 'processing', sort: '-updated_at' },
};

/** Campaigns with an unfinished attempt. */
const UNFINISHED: QueryChanges = { attempt: 'unfinished' };

const EMPTY: TypedQuery = { pairs: [] };

export const worklistHref = (name: WorklistName, changes: QueryChanges = {}): string =>
  campaignsHref({ ...EMPTY, ...QUERIES[name], ...changes } as TypedQuery);

/** Returns the URL for starting a payment run with the drafts that are ready for checkout. */
export const worklistRunHref = (): string => newRunHref({ ...EMPTY, ...QUERIES.ready } as TypedQuery);

export const unfinishedHref = (): string => campaignsHref(EMPTY, UNFINISHED);

/** Returns the URL of the list of campaigns whose guest decisions have this state. */
export const guestsHref = (guestState: GuestApproval): string =>
  worklistHref('guests', { guests: [guestState] });

/** Returns the list request for a campaign list's URL. */
export function requestOf(href: string, zone: string): ListRequest {
  const { searchParams } = new URL(href, 'http://list.invalid');
  return readCampaignQuery(searchParamsOf(searchParams), zone);
}

export const worklistRequests = (zone: string): Readonly<Record<WorklistName, ListRequest>> =>
  Object.fromEntries(WORKLISTS.map((name) => [name, requestOf(worklistHref(name), zone)])) as Record<
    WorklistName,
    ListRequest
  >;

/** A draft is old if it was created more than this many days ago. */
export const OLD_DAYS = 30;

/** Returns the link to the old drafts that are ready for checkout. */
export function oldDraftsHref(now: number, zone: string): string {
  const day = today(now, zone).subtract({ days: OLD_DAYS + 1 });
  return worklistHref('ready', { created_to: day.toString() });
}

export interface WeekDay {
  /** Such as "2026-11-23". */
  readonly day: string;
  /** In milliseconds. The end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Returns today's date and the following six dates in a time zone. */
export function nextDays(now: number, zone: string): readonly WeekDay[] {
  const first = today(now, zone);
  return Array.from({ length: 7 }, (_, i) => first.add({ days: i }).toString()).flatMap((day) => {
    const bounds = dayBounds(day, zone);
    return bounds ? [{ day, start: Date.parse(bounds.start), end: Date.parse(bounds.end) + 1 }] : [];
  });
}

/** Returns the link to the campaigns that go out on one day or on several days. */
export const goingOutHref = (from: string, to: string = from): string =>
  worklistHref('going_out', { scheduled_from: from, scheduled_to: to });

const today = (now: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
