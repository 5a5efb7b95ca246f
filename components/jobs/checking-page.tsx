import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { includedItems, type Job } from '#lib/domain/job.ts';
import { describeJob } from '#lib/format/job.ts';
import { describeSecondsLeft } from '#lib/format/job-progress.ts';
import { formatCount } from '#lib/format/text.ts';

/** Shown while each campaign of a new job is being read. */
export function CheckingPage({ job }: { job: Job }) {
  const { id, action, state, counts, secondsLeft } = job;
  const selected = includedItems(counts) + counts.left_out;
  const checked = selected - counts.checking;
  const what = describeJob(action.kind, selected);
  return (
    <>
      <PageHeader
        title={`Review: ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
        crumbs={[{ label: 'Campaigns', href: '/campaigns' }, { label: `${formatCount(selected)} selected` }]}
      />
      <Card title="Reading campaigns and prices">
        <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <strong className="font-serif text-count font-semibold tabular-nums">
            {formatCount(checked)} of {formatCount(selected)}
          </strong>
          <span className="text-muted">{describeSecondsLeft(state, secondsLeft)}</span>
        </div>
        <progress
          aria-label="Campaigns read"
          max={selected}
          value={checked}
          className="block h-3 w-full overflow-hidden rounded-full bg-backdrop [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-backdrop [&::-webkit-progress-value]:bg-blue"
        />
        <p className="mt-3 text-muted">
          The review opens when everything has been read. Nothing has been changed.
        </p>
        <a href={`/jobs/${id}`} className={buttonClass('plain', 'mt-4 scripted:hidden')}>
          Update
        </a>
      </Card>
    </>
  );
}
