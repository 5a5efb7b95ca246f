import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Job } from '#lib/domain/job.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { jobHref } from '#lib/forms/job-query.ts';

interface StopNoteProps {
  readonly job: Job;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Says why a job stopped, and what happens next. */
export function StopNote({ job, dateSettings, now }: StopNoteProps) {
  const { state, canResume, counts } = job;
  if (state !== 'stopped' && state !== 'stopping') return null;
  const notStarted = formatPlural(counts.ready, 'campaign');
  return (
    <div className="mb-4">
      <Note tone="amber" title={state === 'stopping' ? 'Stopping' : 'Stopped'}>
        <StopCause job={job} dateSettings={dateSettings} now={now} />{' '}
        {state === 'stopping'
          ? 'Finishing the campaigns already in progress.'
          : `${notStarted} ${counts.ready === 1 ? 'stays as it is' : 'stay as they are'}${canResume ? ' until you resume the job' : ''}.`}
      </Note>
    </div>
  );
}

function StopCause({ job: { stopReason, stoppedBy, stoppedAt, by }, dateSettings, now }: StopNoteProps) {
  if (stopReason === 'unscheduled')
    return 'A campaign was canceled, and scheduling it again failed or has an unknown outcome.';
  if (stopReason === 'lost_permission')
    return (
      <>
        <bdi className="wrap-anywhere">{by}</bdi> can’t do this anymore, because their role or access changed.
      </>
    );
  if (stoppedBy === null) return null;
  return (
    <>
      Stopped by <bdi className="wrap-anywhere">{stoppedBy}</bdi>
      {stoppedAt !== null && `, ${formatMoment(stoppedAt, dateSettings, now)}`}.
    </>
  );
}

/**
 * Warns prominently that campaigns were canceled and aren't scheduled. Says nothing while the job is about to
 * schedule them.
 */
export function UnscheduledItemsNote({ job }: { job: Job }) {
  const { id, state, unscheduled, counts, retryable } = job;
  if (unscheduled === 0 || state === 'running') return null;
  const isOne = unscheduled === 1;
  return (
    <div className="mb-4">
      <Note
        tone="red"
        role="alert"
        title={`${formatPlural(unscheduled, 'campaign')} ${isOne ? 'isn’t' : 'aren’t'} scheduled`}
      >
        <p>
          Sending was canceled, but {isOne ? 'the campaign couldn’t' : 'these campaigns couldn’t'} be
          scheduled again. {isOne ? 'It won’t' : 'They won’t'} be mailed until you schedule{' '}
          {isOne ? 'it' : 'them'}.{' '}
          {retryable > 0 &&
            `To schedule ${isOne ? 'it' : 'them'} for the new time, retry the refused ${counts.refused === 1 ? 'campaign' : 'campaigns'}.`}
        </p>
        {counts.refused > 0 && (
          <PageLink
            href={jobHref(id, { tab: 'refused' })}
            className="inline-block min-h-6 underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            See {formatCount(counts.refused)} refused
          </PageLink>
        )}
      </Note>
    </div>
  );
}
