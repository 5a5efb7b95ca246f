import type { Campaign } from '#lib/contract/resources.ts';
import type { TemplateName } from '#lib/domain/template-name.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import type { TitleAndNote } from '#lib/domain/title-and-note.ts';
import { TOO_LATE_TO_CANCEL } from './cancel.ts';
import { type DateSettings, formatFull, formatGivenDay, formatMoment, isDayOver } from './dates.ts';
import { formatTimeLeft } from './durations.ts';
import { sentenceCase } from './text.ts';

/**
 * Returns the title that members gave the campaign, or, if there is none, the template's first known name. The mail
 * service's campaigns have no names in v1.
 */
export const campaignName = (
  given: Pick<TitleAndNote, 'title'> | undefined,
  templateName: Pick<TemplateName, 'first'> | undefined,
): string | undefined => given?.title ?? templateName?.first;

/**
 * Returns a campaign's title: its name or, if it has none, its number.
 * @param name from `campaignName`
 */
export function campaignTitle(id: number, name: string | undefined): string {
  return name?.trim() || `Campaign #${id}`;
}

/**
 * Returns the title with the campaign's number, such as "Open house, Sunday (#1041)". Used where the number
 * isn't shown separately.
 */
export function numberedTitle(id: number, name: string | undefined): string {
  return name?.trim() ? `${name.trim()} (#${id})` : `Campaign #${id}`;
}

export interface CampaignTime {
  readonly main: string;
  readonly sub?: string;
}

/**
 * Returns the time to show in campaign lists, such as when the campaign was created or sent, depending on its
 * status.
 */
export function campaignTime(campaign: Campaign, dateSettings: DateSettings, now: number): CampaignTime {
  const at = (timestamp: string | undefined) => formatMoment(parseTimestamp(timestamp), dateSettings, now);
  const day = expectedDay(campaign, dateSettings, now);
  const expected = day && sentenceCase(day);
  switch (campaign.status) {
    case 'draft':
      return { main: `Created ${at(campaign.created_at)}` };
    case 'queued': {
      const sendAt = parseTimestamp(campaign.scheduled_at);
      if (sendAt === undefined) return { main: 'Waiting for production' };
      const left = sendAt - now;
      return {
        main: `Sends ${formatMoment(sendAt, dateSettings, now)}`,
        sub: left > 0 ? `Cancel within ${formatTimeLeft(left)}` : TOO_LATE_TO_CANCEL,
      };
    }
    case 'processing':
      return { main: `Started ${at(campaign.scheduled_at)}`, sub: expected };
    case 'sent':
    case 'mailed':
      return { main: `Sent ${at(campaign.sent_at)}`, sub: expected };
    default:
      return { main: `Updated ${at(campaign.updated_at)}`, sub: expected };
  }
}

/**
 * Returns "expected Nov 27", or "was expected Nov 18" for a day in the past. Returns undefined if the service
 * doesn't provide an expected delivery day.
 */
export function expectedDay(campaign: Campaign, dateSettings: DateSettings, now: number): string | undefined {
  const day = campaign.expected_delivery_date;
  if (!day) return undefined;
  return `${isDayOver(day, dateSettings.zone, now) ? 'was expected' : 'expected'} ${formatGivenDay(day, dateSettings, now)}`;
}

/**
 * Returns false if the expected delivery day is in the past, and true if it is today, in the future, or
 * unknown.
 */
export function isAwaitingDelivery(campaign: Campaign, zone: string, now: number): boolean {
  return !isDayOver(campaign.expected_delivery_date, zone, now);
}

/** Formats a timestamp as "Mon, Nov 23, 2026, 9:00 AM EST". Returns "—" if the timestamp can't be parsed. */
export function formatMomentInFull(timestamp: string | undefined, dateSettings: DateSettings): string {
  return formatFull(parseTimestamp(timestamp), dateSettings);
}
