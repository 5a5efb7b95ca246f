import { Glyph } from '#components/ui/glyph.tsx';
import { finishedItems, includedItems, itemsLeft, type Job, type JobState } from '#lib/domain/job.ts';
import { JOB_STATE_NAMES, jobKindNames } from '#lib/format/job.ts';
import { describeSecondsLeft } from '#lib/format/job-progress.ts';
import { formatCount } from '#lib/format/text.ts';
import { RESULT_ICONS, RESULT_TONES } from './result-tones.ts';

const PILL_TONES: Readonly<Record<JobState, string>> = {
  checking: 'text-blue',
  ready_for_review: 'text-amber',
  running: 'text-blue',
  stopping: 'text-amber',
  stopped: 'text-amber',
  ended: 'text-green',
};

export function JobStatePill({ job: { state, counts } }: { job: Pick<Job, 'state' | 'counts'> }) {
  const hasProblems = counts.refused > 0 || counts.unknown > 0;
  const tone = state === 'ended' && hasProblems ? 'text-amber' : PILL_TONES[state];
  return (
    <span
      className={`tint inline-flex items-center gap-1.5 rounded-full border py-1.25 pr-2.25 pl-2 text-[0.78125rem] font-[550] leading-none whitespace-nowrap ${tone}`}
    >
      <span aria-hidden="true" className="size-[7px] shrink-0 rounded-full bg-current" />
      {JOB_STATE_NAMES[state]}
    </span>
  );
}

/**
 * Shows a job's progress: a bar, and the number of campaigns with each result. If a button disappears, `JobWatcher`
 * moves focus here.
 */
export function JobProgress({ job }: { job: Job }) {
  const { action, state, counts, secondsLeft, isOwn } = job;
  const canRetryLater = isOwn && (state === 'running' || state === 'stopping');
  const total = includedItems(counts);
  const finished = finishedItems(counts);
  const left = itemsLeft(counts);
  const { doneNote, refusedNote } = jobKindNames(action.kind);
  const time = describeSecondsLeft(state, secondsLeft);
  return (
    <section
      id="progress"
      tabIndex={-1}
      aria-label="Progress"
      className="mb-5 rounded-lg border border-line bg-card px-5 pt-5 pb-5.5 shadow-card"
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <strong className="font-serif text-count font-semibold whitespace-nowrap tabular-nums">
          {formatCount(finished)} of {formatCount(total)}
        </strong>
        <JobStatePill job={job} />
        {time !== undefined && <span className="text-muted sm:ml-auto">{time}</span>}
      </div>
      <ProgressBar job={job} />
      <dl className="mt-4.5 grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-4">
        <Count tone="green" name="Done" count={counts.done} note={doneNote} />
        <Count
          tone="red"
          name="Refused"
          count={counts.refused}
          note={canRetryLater ? `${refusedNote} You can retry when the job finishes or stops.` : refusedNote}
        />
        <Count
          tone="amber"
          name="Outcome unknown"
          count={counts.unknown}
          note="Never repeated. We’re checking."
        />
        <Count
          tone="muted"
          name="Left"
          count={left}
          note={`${formatCount(counts.started)} started, ${formatCount(counts.ready)} not started`}
        />
      </dl>
    </section>
  );
}

function ProgressBar({ job: { counts } }: { job: Pick<Job, 'counts'> }) {
  const { done, refused, unknown } = counts;
  const left = itemsLeft(counts);
  const parts = [
    [done, 'bg-green'],
    [refused, 'bg-red'],
    [unknown, 'hatched-amber'],
    [left, 'bg-backdrop'],
  ] as const;
  return (
    <div
      role="progressbar"
      aria-label="Finished campaigns"
      aria-valuemin={0}
      aria-valuemax={includedItems(counts)}
      aria-valuenow={finishedItems(counts)}
      aria-valuetext={`${formatCount(done)} done, ${formatCount(refused)} refused, ${formatCount(unknown)} unknown, ${formatCount(left)} left`}
      className="flex h-4 gap-0.5 overflow-hidden rounded-full border border-edge/60 bg-card"
    >
      {parts.map(
        ([count, className]) =>
          count > 0 && (
            <span
              key={className}
              style={{ flexGrow: count }}
              className={`min-w-1.25 basis-0 transition-[flex-grow] duration-300 forced-colors:forced-color-adjust-none ${className}`}
            />
          ),
      )}
    </div>
  );
}

interface CountProps {
  readonly tone: keyof typeof RESULT_TONES;
  readonly name: string;
  readonly count: number;
  readonly note: string;
}

function Count({ tone, name, count, note }: CountProps) {
  return (
    <div className="min-w-0">
      <dt className={`flex items-center gap-1.75 font-[550] ${RESULT_TONES[tone]}`}>
        <Glyph path={RESULT_ICONS[tone]} className="size-4.5" />
        {name}
      </dt>
      <dd className="font-serif text-[1.4375rem] leading-tight font-semibold tabular-nums">
        {formatCount(count)}
      </dd>
      <dd className="text-sm text-muted">{count === 0 ? 'None' : note}</dd>
    </div>
  );
}
