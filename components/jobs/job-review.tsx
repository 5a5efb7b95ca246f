import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import {
  countUnpriced,
  finishedItems,
  hasSendPlan,
  includedItems,
  type Job,
  type JobItem,
  type JobSummary,
  pricedTotals,
  reviewedItems,
} from '#lib/domain/job.ts';
import { formatClock } from '#lib/format/dates.ts';
import { reviewTitle } from '#lib/format/job.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural, MISSING } from '#lib/format/text.ts';
import { ChangedPrices, formatChange } from './changed-prices.tsx';
import { type Figure, Figures } from './figures.tsx';
import { LeftOut, type LeftOutGroup } from './left-out.tsx';
import { MovedCampaigns } from './moved-campaigns.tsx';
import { NextSteps, PARTICIPLES } from './next-steps.tsx';
import { SendDays } from './send-days.tsx';
import { ShareRecipients } from './share-recipients.tsx';
import { findReviewStep, StartCard, type StartCardProps } from './start-card.tsx';

export interface JobReviewProps extends Omit<StartCardProps, 'participle'> {
  readonly summary: JobSummary;
  /** The first campaigns whose price changed. */
  readonly changedPrices: readonly JobItem[];
  /** The first campaigns whose send time changes. */
  readonly moved: readonly JobItem[];
  /** The first campaigns that the job shares, ordered by email address. */
  readonly shared: readonly JobItem[];
  readonly leftOut: readonly LeftOutGroup[];
  /** The URL of the form in which the member chose the action's options. Undefined if it isn't known. */
  readonly changeHref: string | undefined;
  /** Content above the figures, such as why the campaigns were checked again. */
  readonly note?: ReactNode;
  /** Content above the review, such as the approvals that are missing. */
  readonly header?: ReactNode;
}

/** Shows what a job will do, before the job starts. */
export function JobReview(props: JobReviewProps) {
  const {
    job,
    summary,
    changedPrices,
    moved,
    shared,
    leftOut,
    changeHref,
    chosen,
    note,
    header,
    dateSettings,
    now,
  } = props;
  const { action, counts, checkedAt } = job;
  const selected = includedItems(counts) + counts.left_out;
  return (
    <>
      <PageHeader
        title={reviewTitle(action.kind, reviewedItems(job))}
        crumbs={[
          { label: 'Campaigns', href: chosen?.listHref ?? '/campaigns' },
          { label: `${formatCount(selected)} selected` },
        ]}
      >
        {checkedAt !== null && (
          <p className="text-sm text-muted">
            {action.kind === 'share' ? 'Addresses' : 'Prices'} read at {formatClock(checkedAt, dateSettings)}
          </p>
        )}
      </PageHeader>
      {note}
      <Figures figures={reviewFigures(job, summary)} />
      {/* If there is nothing to say about the campaigns, the cards on the right move to the left. */}
      <div className="group/review grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5 wide:has-[>:empty]:grid-cols-[minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4 empty:hidden">
          {header}
          {hasSendPlan(action) && (
            <SendDays
              action={action}
              summary={summary}
              changeHref={changeHref}
              dateSettings={dateSettings}
              now={now}
            />
          )}
          {action.kind === 'reschedule' && (
            <MovedCampaigns
              items={moved}
              total={includedItems(counts)}
              dateSettings={{ ...dateSettings, zone: action.plan.zone }}
              now={now}
            />
          )}
          {action.kind === 'share' && (
            <ShareRecipients job={job} options={action} summary={summary} items={shared} />
          )}
          {action.kind === 'ask_approval' && action.comment && (
            <OptionCard title="Message to your team" text={action.comment} />
          )}
          {action.kind === 'cancel' && action.reason && <OptionCard title="Reason" text={action.reason} />}
          {action.kind === 'label' && (
            <>
              {action.title && <OptionCard title="Title" text={action.title} />}
              {action.note && <OptionCard title="Note" text={action.note} />}
            </>
          )}
          {action.kind !== 'share' && <ChangedPrices items={changedPrices} total={summary.changedPrices} />}
          <LeftOut jobId={job.id} groups={leftOut} />
        </div>
        <aside className="grid min-w-0 items-start gap-4 wide:sticky wide:top-6.5 wide:group-has-[>:empty]/review:static wide:group-has-[>:empty]/review:grid-cols-[332px_minmax(0,36rem)] wide:group-has-[>:empty]/review:gap-x-5.5">
          <StartCard {...props} participle={PARTICIPLES[action.kind]} />
          {findReviewStep(props) === 'ready' && <NextSteps kind={action.kind} />}
        </aside>
      </div>
    </>
  );
}

function OptionCard({ title, text }: { title: string; text: string }) {
  return (
    <Card title={title}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </Card>
  );
}

function reviewFigures(job: Job, summary: JobSummary): readonly Figure[] {
  const { action } = job;
  const { campaigns, recipients, customers, totals, changedPrices } = summary;
  const sums = pricedTotals(totals);
  const unpriced = countUnpriced(totals);
  const valuesOf = (amount: 'price' | 'billed') =>
    sums.length > 0
      ? sums.map((sum) => formatSum(sum[amount], sum.currency))
      : [unpriced > 0 ? MISSING : formatSum(0, null)];
  const changes = sums.map(({ price, priceAtSelection, currency }) =>
    formatChange(price - priceAtSelection, currency),
  );
  const included: Figure = {
    name: 'Campaigns',
    values: [formatCount(campaigns)],
    note: describeIncluded(job),
  };
  if (action.kind === 'share')
    return [
      included,
      {
        name: 'Emails',
        values: [formatCount(campaigns)],
        note: `to ${formatPlural(summary.addresses, 'address', 'addresses')}`,
      },
      { name: 'Links expire after', values: [formatPlural(action.days, 'day')] },
    ];
  return [
    included,
    {
      name: 'Recipients',
      values: [formatCount(recipients)],
      // If the customers aren't in the index, nothing is known about them.
      ...(customers > 0 && { note: `of ${formatPlural(customers, 'customer')}` }),
    },
    {
      name: 'Total price',
      values: valuesOf('price'),
      note:
        [
          changedPrices > 0 && `${formatPlural(changedPrices, 'price')} changed, ${changes.join(', ')}`,
          unpriced > 0 && `${formatCount(unpriced)} without a price`,
        ]
          .filter(Boolean)
          .join(' · ') || 'No price changed',
    },
    ...(action.kind === 'reschedule' && sums.some(({ billed }) => billed > 0)
      ? [
          {
            name: 'On the monthly invoice',
            values: sums.map(({ billed, currency }) => formatSum(billed, currency)),
            note: 'As before',
          },
        ]
      : []),
    ...(action.kind === 'copy'
      ? [{ name: 'Left to pay for the copies', values: valuesOf('price'), note: 'Before credits' }]
      : []),
    ...(action.kind === 'schedule'
      ? [
          action.payment === 'invoice'
            ? {
                name: 'On the monthly invoice',
                values: valuesOf('billed'),
                note: 'Nothing to pay now',
              }
            : {
                name: 'Pay now',
                values: [formatSum(0, sums[0]?.currency ?? null)],
                note: 'Already paid for',
              },
        ]
      : []),
  ];
}

/** Such as “of 239 selected, 8 left out”. */
function describeIncluded({ state, counts }: Job): string {
  const selected = formatCount(includedItems(counts) + counts.left_out);
  const finished = state === 'ready_for_review' ? finishedItems(counts) : 0;
  const others = [
    finished > 0 && `${formatCount(finished)} finished`,
    counts.left_out > 0 && `${formatCount(counts.left_out)} left out`,
  ].filter(Boolean);
  return others.length > 0 ? `of ${selected} selected, ${others.join(', ')}` : 'All that you selected';
}
