import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import { describeOutcomeSource, OUTCOME_NAMES } from '#lib/format/activity.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { describeMismatch } from '#lib/format/mismatch.ts';
import { UNSCHEDULED_REASONS } from '#lib/format/reschedule.ts';
import { describeEventDetails } from '#lib/format/security-event.ts';

const DETAIL_CLASS = 'block text-sm font-normal wrap-anywhere text-muted';

/**
 * Shows what an action changed: a customer's old and new email addresses, a link to a campaign's copy, or a
 * security event's details.
 */
export function ChangeDetails({ entry }: { entry: ActivityEntry }) {
  const { oldEmail, newEmail, copyId, campaignId, about, details } = entry;
  const detailText = details === null ? '' : describeEventDetails(details);
  return (
    <>
      {about !== null && campaignId !== null && <bdi className={DETAIL_CLASS}>{about}</bdi>}
      {detailText !== '' && (
        <bdi className={DETAIL_CLASS}>
          <Dotted parts={detailText} />
        </bdi>
      )}
      {newEmail !== null && (
        <span className={DETAIL_CLASS}>
          {oldEmail !== null && (
            <>
              From <bdi>{oldEmail}</bdi>{' '}
            </>
          )}
          {oldEmail === null ? 'To' : 'to'} <bdi>{newEmail}</bdi>
        </span>
      )}
      {copyId !== null && (
        <span className={DETAIL_CLASS}>
          Copy:{' '}
          <PageLink href={`/campaigns/${copyId}`} className="underline underline-offset-3">
            Campaign #{copyId}
          </PageLink>
        </span>
      )}
    </>
  );
}

interface OutcomeDetailsProps {
  readonly entry: ActivityEntry;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/**
 * Shows any differences between the order and what the member agreed to, and a reschedule's new send time.
 * For an outcome that wasn't in the service's response, shows how the outcome was determined. Lists the
 * attempt's earlier outcomes, newest first.
 */
export function OutcomeDetails({ entry, dateSettings, now }: OutcomeDetailsProps) {
  const source = describeOutcomeSource(entry);
  return (
    <>
      {entry.mismatch !== null && (
        <bdi className={`${DETAIL_CLASS} text-red`}>
          Not as agreed: {describeMismatch(entry.mismatch, dateSettings)}
        </bdi>
      )}
      {entry.newSendTime !== null && (
        <span className={DETAIL_CLASS}>
          New send time: {formatMomentInFull(entry.newSendTime, dateSettings)}
        </span>
      )}
      {entry.unscheduledReason !== null && (
        <span className={`${DETAIL_CLASS} text-red`}>{UNSCHEDULED_REASONS[entry.unscheduledReason]}</span>
      )}
      {source !== undefined && <bdi className={DETAIL_CLASS}>{source}</bdi>}
      {entry.earlier.map(({ at, outcome }) => (
        <span key={`${at} ${outcome}`} className={DETAIL_CLASS}>
          {OUTCOME_NAMES[outcome]}{' '}
          <time dateTime={new Date(at).toISOString()} className="tabular-nums">
            {formatMoment(at, dateSettings, now)}
          </time>
        </span>
      ))}
    </>
  );
}

/** Shows how many times a repeated security event happened, and when it last happened. */
export function EventRepeats({ entry: { times, lastAt }, dateSettings, now }: OutcomeDetailsProps) {
  if (lastAt === null) return null;
  return (
    <span className={DETAIL_CLASS}>
      {times} times, last{' '}
      <time dateTime={new Date(lastAt).toISOString()} className="tabular-nums">
        {formatMoment(lastAt, dateSettings, now)}
      </time>
    </span>
  );
}
