/** Writes calendar feeds in the iCalendar format (RFC 5545). All times are in UTC. */
import { createHash } from 'node:crypto';
import ical, { type ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { type Departure, departureOf } from '#lib/domain/calendar.ts';
import { FEED_DAYS, MAX_FEED_CAMPAIGNS } from '#lib/domain/calendar-feed.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount, formatPlural, orMissing } from '#lib/format/text.ts';
import type { FeedCampaign } from '#lib/store/index-calendar.ts';

export interface FeedContent {
  /** The only customer whose campaigns the feed contains. Null for all customers. */
  readonly customerId: number | null;
  readonly campaigns: readonly FeedCampaign[];
  /** Whether there are more campaigns than a feed can contain. */
  readonly isCutOff: boolean;
}

/** How often calendar programs should read the feed, in seconds. */
const REFRESH_SECONDS = 15 * 60;

/** A calendar shows a canceled event crossed out, and a tentative event as uncertain. */
const STATUSES: Readonly<Record<Departure, ICalEventStatus>> = {
  went_out: ICalEventStatus.CONFIRMED,
  to_go: ICalEventStatus.CONFIRMED,
  not_going: ICalEventStatus.CANCELLED,
  unknown: ICalEventStatus.TENTATIVE,
};

/** @param origin the console's origin, for links to campaigns and for the events' ids */
export function writeCalendarFeed({ customerId, campaigns, isCutOff }: FeedContent, origin: string): string {
  const calendar = ical({
    name: customerId === null ? 'Mailroom' : `Mailroom customer #${customerId}`,
    description: describeFeed(isCutOff),
    prodId: { company: 'Mailroom', product: 'Calendar', language: 'EN' },
    ttl: REFRESH_SECONDS,
  });
  for (const campaign of campaigns) addEvent(calendar, campaign, origin);
  // Every line in the format ends with a line break, including the last one.
  return `${calendar.toString()}\r\n`;
}

function describeFeed(isCutOff: boolean): string {
  const range = `Campaigns from ${FEED_DAYS.past} days ago to ${FEED_DAYS.ahead} days ahead.`;
  const max = formatCount(MAX_FEED_CAMPAIGNS);
  return isCutOff ? `${range} There are more than ${max} and only ${max} are included.` : range;
}

function addEvent(calendar: ICalCalendar, campaign: FeedCampaign, origin: string): void {
  const { campaignId, customerId, firstTemplateName, scheduledAt, recipients, price, status } = campaign;
  if (scheduledAt === null) return;
  const changed = campaign.updatedAt ?? scheduledAt;
  const name = firstTemplateName ?? undefined;
  const facts = [
    formatPlural(recipients ?? 0, 'recipient'),
    orMissing(price ?? undefined),
    describeStatus(status ?? undefined).label,
  ];
  // Omits the customer's email address, because calendar services store what they read.
  const customer = customerId === null ? [] : [`Customer #${customerId}`];
  calendar.createEvent({
    // Stays the same when the campaign changes, so that calendars update the event.
    id: `campaign-${campaignId}@${new URL(origin).hostname}`,
    start: scheduledAt,
    // Not the current time, so that an unchanged feed keeps its content and calendars don't download it
    // again.
    stamp: changed,
    lastModified: changed,
    summary: printable(numberedTitle(campaignId, name)),
    description: printable([facts.join(' · '), ...customer].join('\n')),
    url: `${origin}/campaigns/${campaignId}`,
    status: STATUSES[departureOf(status)],
    // Mailings don't mark the member as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

/** The format can't contain control characters other than line breaks. */
const printable = (text: string): string => text.replaceAll(/(?!\n)\p{Cc}/gu, ' ').toWellFormed();

const HEADERS = { 'cache-control': 'private, no-store' };

/** Responds with 304 and no content if the calendar program already has this content. */
export function calendarResponse(body: string, request: Request): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers: { ...HEADERS, etag } });
  return new Response(body, {
    headers: {
      ...HEADERS,
      etag,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="mailroom.ics"',
    },
  });
}

/** Refuses a request for a calendar. Calendar programs then keep the events that they already have. */
export function calendarRefusal(status: number, sentence: string, retryAfter?: number): Response {
  return new Response(sentence, {
    status,
    headers: {
      ...HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  });
}
