import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { includedItems, type Job, type JobItem, type JobSummary } from '#lib/domain/job.ts';
import { type DateSettings, formatClock, formatMoment } from '#lib/format/dates.ts';
import { describeJob } from '#lib/format/job.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { ChangedPrices, formatChange } from './changed-prices.tsx';
import { type Figure, Figures } from './figures.tsx';
import { LeftOut, type LeftOutGroup } from './left-out.tsx';
import { SendDays } from './send-days.tsx';

export interface JobReviewProps {
  readonly job: Job;
  readonly summary: JobSummary;
  /** The first campaigns whose price changed. */
  readonly changedPrices: readonly JobItem[];
  readonly leftOut: readonly LeftOutGroup[];
  /** The form in which the member chose the action's options. Undefined if it isn't known. */
  readonly changeHref: string | undefined;
  /** The list in which the campaigns were selected. Undefined if it isn't known. */
  readonly listHref: string | undefined;
  /** Undefined if the job has been started. */
  readonly actions: Readonly<Record<'start' | 'recheck', FormAction>> | undefined;
  /** Says above which limits a number has to be typed. */
  readonly confirmHint: string;
  /** Content above the review, such as the approvals that are missing. */
  readonly header?: ReactNode;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** What a job will do, before it starts. */
export function JobReview(props: JobReviewProps) {
  const { job, summary, changedPrices, leftOut, changeHref, listHref, header, dateSettings, now } = props;
  const { action, counts, checkedAt } = job;
  const included = includedItems(counts);
  const selected = included + counts.left_out;
  const what = describeJob(action.kind, included);
  return (
    <>
      <PageHeader
        title={`Review: ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
        crumbs={[
          { label: 'Campaigns', href: listHref ?? '/campaigns' },
          { label: `${formatCount(selected)} selected` },
        ]}
      >
        {checkedAt !== null && (
          <p className="text-sm text-muted">Prices read at {formatClock(checkedAt, dateSettings)}</p>
        )}
      </PageHeader>
      <Figures figures={reviewFigures(job, summary)} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5">
        <div className="grid min-w-0 gap-4">
          {header}
          {action.kind === 'schedule' && (
            <SendDays
              action={action}
              summary={summary}
              changeHref={changeHref}
              dateSettings={dateSettings}
              now={now}
            />
          )}
          {action.kind === 'cancel' && action.reason && <OptionCard title="Reason" text={action.reason} />}
          {action.kind === 'label' && (
            <>
              {action.title && <OptionCard title="Title" text={action.title} />}
              {action.note && <OptionCard title="Note" text={action.note} />}
            </>
          )}
          <ChangedPrices items={changedPrices} total={summary.changedPrices} />
          <LeftOut jobId={job.id} groups={leftOut} />
        </div>
        <aside className="grid min-w-0 gap-4 wide:sticky wide:top-6.5">
          <StartCard {...props} included={included} />
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

function reviewFigures({ action, counts }: Job, summary: JobSummary): readonly Figure[] {
  const { campaigns, recipients, customers, totals, changedPrices } = summary;
  const selected = campaigns + counts.left_out;
  const sums =
    totals.length > 0 ? totals : [{ currency: null, price: 0, priceAtSelection: 0, billed: 0, unpriced: 0 }];
  const unpriced = sums.reduce((sum, total) => sum + total.unpriced, 0);
  const changes = sums.map(({ price, priceAtSelection, currency }) =>
    formatChange(price - priceAtSelection, currency),
  );
  return [
    {
      name: 'Campaigns',
      values: [formatCount(campaigns)],
      note:
        counts.left_out > 0
          ? `of ${formatCount(selected)} selected, ${formatCount(counts.left_out)} left out`
          : 'all that you selected',
    },
    {
      name: 'Recipients',
      values: [formatCount(recipients)],
      note: `of ${formatPlural(customers, 'customer')}`,
    },
    {
      name: 'Total price',
      values: sums.map(({ price, currency }) => formatSum(price, currency)),
      note:
        [
          changedPrices > 0 && `${formatPlural(changedPrices, 'price')} changed, ${changes.join(', ')}`,
          unpriced > 0 && `${formatCount(unpriced)} without a price`,
        ]
          .filter(Boolean)
          .join(' · ') || 'No price changed',
    },
    ...(action.kind === 'schedule'
      ? [
          action.payment === 'invoice'
            ? {
                name: 'On the monthly invoice',
                values: sums.map(({ billed, currency }) => formatSum(billed, currency)),
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

function StartCard({
  job,
  included,
  actions,
  confirmHint,
  listHref,
  dateSettings,
  now,
}: JobReviewProps & { included: number }) {
  const { id, action, by, checkedAt, numberToType, isOwn, canStart, startedAt } = job;
  if (startedAt !== null || actions === undefined)
    return (
      <Card title="Started">
        <p className="mb-3 text-muted">{formatMoment(startedAt ?? undefined, dateSettings, now)}</p>
        <PageLink href={`/jobs/${id}`} className={buttonClass('primary', 'w-full')}>
          Go to job
        </PageLink>
      </Card>
    );
  const backHref = listHref ?? '/campaigns';
  if (included === 0)
    return (
      <Card title="Nothing to do">
        <p className="mb-3 text-muted">
          None of the selected campaigns can be {PARTICIPLES[action.kind]} now.
        </p>
        <div className="grid gap-1">
          <PageLink href={backHref} className={buttonClass('primary')}>
            Back to selection
          </PageLink>
          {isOwn && <RecheckForm id={id} action={actions.recheck} kind="quiet" />}
        </div>
      </Card>
    );
  if (!isOwn || !canStart)
    return (
      <Card title="Not started">
        <p className="text-muted">
          Only <bdi className="wrap-anywhere">{by}</bdi>, who selected the campaigns, can start this job.
        </p>
      </Card>
    );
  const label = describeJob(action.kind, included);
  if (job.isReviewExpired)
    return (
      <Card title="This review is out of date">
        <p className="mb-3 text-muted">
          Prices and approvals may have changed since. Check again, then {label.charAt(0).toLowerCase()}
          {label.slice(1)}.
        </p>
        <RecheckForm id={id} action={actions.recheck} kind="primary" />
      </Card>
    );
  return (
    <>
      <Card title={label}>
        <ActionForm action={actions.start} hidden={{ id, checked_at: checkedAt ?? 0 }} className="grid gap-3">
          {numberToType !== null && (
            <Field
              name="confirmation"
              label="Type the number of campaigns to confirm"
              hint={confirmHint}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
          <FormMessage />
          <SubmitButton kind={action.kind === 'delete' ? 'danger' : 'primary'} className="w-full py-2.75">
            {label}
          </SubmitButton>
        </ActionForm>
        <div className="mt-2 grid gap-1">
          <RecheckForm id={id} action={actions.recheck} kind="quiet" />
          <PageLink href={backHref} className={buttonClass('quiet')}>
            Back to selection
          </PageLink>
        </div>
      </Card>
      <NextSteps kind={action.kind} />
    </>
  );
}

interface RecheckFormProps {
  readonly id: number;
  readonly action: FormAction;
  readonly kind: ButtonKind;
}

/** Reads every campaign, its price, and its approvals again. */
function RecheckForm({ id, action, kind }: RecheckFormProps) {
  return (
    <ActionForm action={action} hidden={{ id }} className="grid gap-2">
      <FormMessage />
      <SubmitButton kind={kind} className="w-full">
        Check again
      </SubmitButton>
    </ActionForm>
  );
}

const PARTICIPLES = {
  schedule: 'scheduled',
  cancel: 'canceled',
  copy: 'copied',
  delete: 'deleted',
  label: 'changed',
} as const;

function NextSteps({ kind }: { kind: Job['action']['kind'] }) {
  return (
    <Card title="What happens next">
      <ul className="grid gap-3 text-sm text-muted">
        <li>
          Each campaign is checked again just before it’s {PARTICIPLES[kind]}. If its price
          {kind === 'schedule' ? ' or approval' : ' or status'} changes, it’s refused, not {PARTICIPLES[kind]}
          .
        </li>
        <li>
          You can stop at any time
          {kind === 'schedule' && ', and cancel a campaign until it goes into production'}.
        </li>
        <li>You can close the tab. The job keeps running.</li>
      </ul>
    </Card>
  );
}
