/** Describes notifications about scheduled campaigns: what was scheduled then, and what has happened since. */
import type { ContentOf } from '#lib/domain/notification-content.ts';
import { type DateSettings, formatFull } from './dates.ts';
import { describeMismatch } from './mismatch.ts';

type Scheduled = ContentOf<'campaign.scheduled'>;
type SendTimes = Pick<Scheduled, 'attempt' | 'acceptedTime' | 'movedFrom' | 'sendsAt'>;

/** Whether the campaign's send time was changed after the event. */
const isMovedSince = ({ acceptedTime, sendsAt }: SendTimes): boolean =>
  acceptedTime !== null && sendsAt !== null && acceptedTime !== sendsAt;

/** Such as “Moved from Thu, Dec 10, 2026, 10:00 AM EST to Fri, Dec 11, 2026, 11:00 AM EST.” */
const describeMove = ({ movedFrom, acceptedTime }: SendTimes, dateSettings: DateSettings) =>
  movedFrom === null || acceptedTime === null
    ? undefined
    : `Moved from ${formatFull(movedFrom, dateSettings)} to ${formatFull(acceptedTime, dateSettings)}.`;

/**
 * Describes a reschedule by giving the send times before and after it. Returns undefined if the campaign
 * wasn't rescheduled, or if it has been rescheduled again, because then its current send time is more
 * important.
 */
export const describeLatestMove = (times: SendTimes, dateSettings: DateSettings): string | undefined =>
  isMovedSince(times) ? undefined : describeMove(times, dateSettings);

export function describeScheduled(
  { mismatch, isCanceled, ...times }: Scheduled,
  title: string,
  dateSettings: DateSettings,
): { readonly lead: string; readonly text: string } {
  if (mismatch)
    return {
      lead: `${title} was scheduled, but it doesn’t match what you approved`,
      text: `Differences: ${describeMismatch(mismatch, dateSettings)}.`,
    };
  const { attempt, acceptedTime, sendsAt } = times;
  const verb = attempt.operation === 'rescheduleCampaign' ? 'rescheduled' : 'scheduled';
  const move = describeMove(times, dateSettings);
  if (isCanceled || isMovedSince(times)) {
    const then = acceptedTime === null ? '' : `Scheduled for ${formatFull(acceptedTime, dateSettings)}. `;
    const since = `It has been ${isCanceled ? 'canceled' : 'rescheduled'} since then.`;
    return { lead: `${title} was ${verb}`, text: move ? `${move} ${since}` : `${then}${since}` };
  }
  const start = sendsAt === null ? '' : ` Production starts on ${formatFull(sendsAt, dateSettings)}.`;
  return { lead: `${title} is ${verb}`, text: move ?? `The mail service accepted the campaign.${start}` };
}
