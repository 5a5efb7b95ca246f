import type { ReactNode } from 'react';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { finishedItems, includedItems, type Job } from '#lib/domain/job.ts';
import { reviewTitle } from '#lib/format/job.ts';
import { describeSecondsLeft } from '#lib/format/job-progress.ts';
import { formatCount } from '#lib/format/text.ts';
import type { ChosenCampaigns } from '#lib/forms/job-selection.ts';
import { DiscardForm } from './discard-form.tsx';

interface CheckingPageProps {
  readonly job: Job;
  readonly chosen: ChosenCampaigns | undefined;
  readonly discardAction: FormAction;
  /** The URL of this page. */
  readonly updateHref: string;
  /** Content above the progress, such as why the campaigns are being checked again. */
  readonly header: ReactNode;
}

/** Shown while the campaigns in a new job, or in a job to be resumed, are being read. */
export function CheckingPage({ job, chosen, discardAction, updateHref, header }: CheckingPageProps) {
  const { action, state, counts, secondsLeft } = job;
  const selected = includedItems(counts) + counts.left_out;
  const toCheck = selected - finishedItems(counts);
  const checked = toCheck - counts.checking;
  return (
    <>
      <PageHeader
        title={reviewTitle(action.kind, toCheck)}
        crumbs={[
          { label: 'Campaigns', href: chosen?.listHref ?? '/campaigns' },
          { label: `${formatCount(selected)} selected` },
        ]}
      />
      {header}
      <Card title="Reading campaigns and prices">
        <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <strong className="font-serif text-count font-semibold tabular-nums">
            {formatCount(checked)} of {formatCount(toCheck)}
          </strong>
          <span className="text-muted">{describeSecondsLeft(state, secondsLeft)}</span>
        </div>
        <progress
          aria-label="Campaigns read"
          max={toCheck}
          value={checked}
          className="block h-3 w-full overflow-hidden rounded-full bg-backdrop [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-backdrop [&::-webkit-progress-value]:bg-blue"
        />
        <p className="mt-3 text-muted">
          The review opens when everything has been read. Nothing has been changed.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <a href={updateHref} className={buttonClass('plain', 'scripted:hidden')}>
            Update
          </a>
          <DiscardForm job={job} chosen={chosen} action={discardAction} />
        </div>
      </Card>
    </>
  );
}
