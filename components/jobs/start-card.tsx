import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { type Job, reviewedItems } from '#lib/domain/job.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { describeJob } from '#lib/format/job.ts';
import { uncapitalize } from '#lib/format/text.ts';
import type { ChosenCampaigns } from '#lib/forms/job-selection.ts';
import { DiscardForm } from './discard-form.tsx';

type ReviewActions = Readonly<Record<'start' | 'recheck' | 'discard', FormAction>>;

export interface StartCardProps {
  readonly job: Job;
  /** What the campaigns were selected from. Undefined if it isn't known. */
  readonly chosen: ChosenCampaigns | undefined;
  /** Undefined if the review is read-only. */
  readonly actions: ReviewActions | undefined;
  /** Names the limits above which the member must type a number to confirm. */
  readonly confirmHint: string;
  /** Such as “scheduled”. */
  readonly participle: string;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** What a member can do with a review. */
export function findReviewStep({
  job,
  actions,
}: Pick<StartCardProps, 'job' | 'actions'>): 'started' | 'empty' | 'not_own' | 'expired' | 'ready' {
  if (actions === undefined) return 'started';
  if (job.counts.ready === 0) return 'empty';
  if (!job.isOwn || !job.canStart) return 'not_own';
  return job.isReviewExpired ? 'expired' : 'ready';
}

/** Starts a job after its review, or says why it can't be started now. */
export function StartCard(props: StartCardProps): ReactNode {
  const { actions, ...shown } = props;
  if (actions === undefined) return <StartedCard {...shown} />;
  const reviewProps = { ...shown, actions };
  switch (findReviewStep(props)) {
    case 'empty':
      return <EmptyCard {...reviewProps} />;
    case 'not_own':
      return <OtherMembersCard {...reviewProps} />;
    case 'expired':
      return <ExpiredCard {...reviewProps} />;
    default:
      return <ReadyCard {...reviewProps} />;
  }
}

function StartedCard({ job, dateSettings, now }: Omit<StartCardProps, 'actions'>) {
  return (
    <Card title="Started">
      <p className="mb-3 text-muted">
        {formatStandaloneMoment(job.startedAt ?? undefined, dateSettings, now)}
      </p>
      <PageLink href={`/jobs/${job.id}`} className={buttonClass('primary', 'w-full')}>
        Go to job
      </PageLink>
    </Card>
  );
}

type ReviewCardProps = Omit<StartCardProps, 'actions'> & { readonly actions: ReviewActions };

function EmptyCard(props: ReviewCardProps) {
  const { job, chosen, participle } = props;
  return (
    <Card title="Nothing to do">
      <p className="mb-3 text-muted">None of the selected campaigns can be {participle} now.</p>
      <div className="grid gap-1">
        <PageLink href={chosen?.listHref ?? '/campaigns'} className={buttonClass('primary')}>
          Back to selection
        </PageLink>
        {job.isOwn && <RecheckForm {...props} kind="quiet" />}
        <DiscardForm job={job} chosen={chosen} action={props.actions.discard} />
      </div>
    </Card>
  );
}

function OtherMembersCard({ job, chosen, actions }: ReviewCardProps) {
  return (
    <Card title="Not started">
      <p className="text-muted">
        Only <bdi className="wrap-anywhere">{job.by}</bdi>, who selected the campaigns, can start this job.
      </p>
      <DiscardForm job={job} chosen={chosen} action={actions.discard} />
    </Card>
  );
}

function ExpiredCard(props: ReviewCardProps) {
  const { job, chosen, actions } = props;
  return (
    <Card title="This review is out of date">
      <p className="mb-3 text-muted">
        Prices and approvals may have changed since. Check again, then{' '}
        {uncapitalize(describeJob(job.action.kind, reviewedItems(job)))}.
      </p>
      <div className="grid gap-1">
        <RecheckForm {...props} kind="primary" />
        <DiscardForm job={job} chosen={chosen} action={actions.discard} />
      </div>
    </Card>
  );
}

function ReadyCard(props: ReviewCardProps) {
  const { job, chosen, actions, confirmHint } = props;
  const { id, action, checkedAt, numberToType } = job;
  const label = describeJob(action.kind, reviewedItems(job));
  return (
    <Card title={label}>
      <ActionForm
        action={actions.start}
        hidden={{ id, checked_at: checkedAt ?? 0, ...chosen?.fields }}
        className="grid gap-3"
      >
        {numberToType !== null && (
          <Field
            name="confirmation"
            label="To confirm, type the number of campaigns"
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
        <RecheckForm {...props} kind="quiet" />
        <PageLink href={chosen?.listHref ?? '/campaigns'} className={buttonClass('quiet')}>
          Back to selection
        </PageLink>
        <DiscardForm job={job} chosen={chosen} action={actions.discard} />
      </div>
    </Card>
  );
}

/** Reads every campaign, its price, and its approvals again. */
function RecheckForm({ job, chosen, actions, kind }: ReviewCardProps & { readonly kind: ButtonKind }) {
  return (
    <ActionForm action={actions.recheck} hidden={{ id: job.id, ...chosen?.fields }} className="grid gap-2">
      <FormMessage />
      <SubmitButton kind={kind} className="w-full">
        Check again
      </SubmitButton>
    </ActionForm>
  );
}
