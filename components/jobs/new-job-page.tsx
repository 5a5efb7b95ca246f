import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import type { SelectionAction, SelectionActions } from '#components/selection/selection-bar.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { SelectionSummary } from '#lib/domain/selection.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { describeJob, NOTHING_SELECTED } from '#lib/format/job.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural, MISSING, sentenceCase } from '#lib/format/text.ts';
import type { ChosenCampaigns } from '#lib/forms/job-selection.ts';
import {
  MAX_COMMENT_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_TITLE_LENGTH,
} from '#lib/input-limits.ts';
import { Figures } from './figures.tsx';
import { PlanFields, ScheduleFields, type ScheduleOptions } from './schedule-fields.tsx';
import { ShareFields } from './share-fields.tsx';

interface NewJobPageProps extends Pick<SelectionActions, 'reasons'> {
  readonly action: SelectionAction;
  /** Undefined if nothing valid is selected. */
  readonly chosen: ChosenCampaigns | undefined;
  readonly selection: Outcome<SelectionSummary | undefined>;
  readonly createAction: FormAction;
  readonly schedule: Omit<ScheduleOptions, 'canSpread'>;
}

export function NewJobPage({ action, reasons, chosen, selection, createAction, schedule }: NewJobPageProps) {
  const listHref = chosen?.listHref ?? '/campaigns';
  if (!chosen || !selection.ok || !selection.value?.campaigns || action.unavailable !== undefined)
    return (
      <>
        <PageHeader title={action.label} crumbs={[{ label: 'Campaigns', href: listHref }]} />
        <EmptyState
          icon="campaigns"
          title={action.unavailable === undefined ? 'No campaigns to act on' : 'Not available'}
        >
          <p>{action.unavailable ?? describeSelection(selection)}</p>
          <EmptyStateLink href={listHref}>Back to the list</EmptyStateLink>
        </EmptyState>
      </>
    );
  const { campaigns, recipients, unpriced, totals, isBeforeCredits, fits } = selection.value;
  const fit = fits.find(({ kind }) => kind === action.kind);
  const others = campaigns - (fit?.campaigns ?? campaigns);
  const valuesOf = (amount: 'price' | 'left') =>
    totals.length > 0 ? totals.map((sum) => formatSum(sum[amount], sum.currency)) : [MISSING];
  return (
    <>
      <PageHeader
        title={describeJob(action.kind, fit?.campaigns ?? campaigns)}
        crumbs={[{ label: 'Campaigns', href: listHref }, { label: `${formatCount(campaigns)} selected` }]}
      />
      <Figures
        figures={[
          {
            name: 'Selected',
            values: [formatCount(campaigns)],
            note: others > 0 ? `${formatCount(others)} can’t be ${action.participle}` : undefined,
          },
          { name: 'Recipients', values: [formatCount(recipients)] },
          {
            name: 'Total price',
            values: valuesOf('price'),
            note: unpriced > 0 ? `${formatCount(unpriced)} without a price` : undefined,
          },
          {
            name: 'Left to pay',
            values: valuesOf('left'),
            note: isBeforeCredits ? sentenceCase(BEFORE_CREDITS) : undefined,
          },
        ]}
      />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5">
        <ActionForm
          action={createAction}
          hidden={chosen.fields}
          className="grid min-w-0 gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card"
        >
          <OptionFields kind={action.kind} schedule={{ ...schedule, canSpread: campaigns > 1 }} />
          <FormMessage />
          <div className="flex flex-wrap gap-2">
            <SubmitButton>Review {formatPlural(campaigns, 'campaign')}</SubmitButton>
            <PageLink href={listHref} className={buttonClass('quiet')}>
              Back to selection
            </PageLink>
          </div>
        </ActionForm>
        <aside className="grid gap-3 rounded-lg border border-line bg-card p-4.5 text-sm text-muted shadow-card">
          <h2 className="text-ink">What happens next</h2>
          <p>
            First, Mailroom reads each campaign and its price, and shows you what would happen. Nothing
            happens until you confirm.
          </p>
          {fit && fit.others.length > 0 && (
            <div>
              <p>These will probably be left out:</p>
              <ul className="mt-1 list-disc pl-5">
                {fit.others.map(({ reason, campaigns: count }) => (
                  <li key={reason}>
                    {formatCount(count)} {reasons[reason]}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </aside>
      </div>
    </>
  );
}

function OptionFields({
  kind,
  schedule,
}: {
  kind: SelectionAction['kind'];
  schedule: ScheduleOptions;
}): ReactNode {
  switch (kind) {
    case 'schedule':
      return <ScheduleFields {...schedule} />;
    case 'reschedule':
      return (
        <>
          <p className="text-muted">
            Mailroom cancels each campaign’s scheduled send, and then reschedules it for the new time.
          </p>
          <PlanFields {...schedule} />
        </>
      );
    case 'cancel':
      return (
        <>
          <p className="text-muted">
            The campaigns won’t go into production and will become drafts again. Any payments already made
            count toward their prices.
          </p>
          <Field
            name="reason"
            label="Reason (optional)"
            hint="Your team can see the reason in each campaign’s activity."
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
          />
        </>
      );
    case 'copy':
      return (
        <p className="text-muted">
          The mail service creates a new draft of each campaign, with the same design, recipients, and sender.
          You’ll pay for the copies separately.
        </p>
      );
    case 'delete':
      return <p className="text-muted">The drafts will be deleted for everyone. You can’t undo this.</p>;
    case 'share':
      return <ShareFields />;
    case 'ask_approval':
      return (
        <>
          <p className="text-muted">
            Every other member who can approve gets one notification and one email about all of these drafts.
          </p>
          <TextArea
            name="comment"
            label="Message to your team (optional)"
            rows={3}
            maxLength={MAX_COMMENT_LENGTH}
            dir="auto"
          />
        </>
      );
    case 'label':
      return (
        <>
          <p className="text-muted">If a field is blank, each campaign keeps its own value.</p>
          <Field
            name="title"
            label="Title (optional)"
            maxLength={MAX_TITLE_LENGTH}
            autoComplete="off"
            dir="auto"
          />
          <TextArea name="note" label="Note (optional)" rows={4} maxLength={MAX_NOTE_LENGTH} dir="auto" />
        </>
      );
  }
}

const describeSelection = (selection: NewJobPageProps['selection']): string =>
  selection.ok ? NOTHING_SELECTED : describeSelectionFailure(selection.failure);

function describeSelectionFailure(
  failure: Extract<NewJobPageProps['selection'], { ok: false }>['failure'],
): string {
  const code = failure.kind === 'refused' ? failure.code : undefined;
  if (code === 'too_many_campaigns')
    return `A job can have up to ${formatCount(MAX_JOB_ITEMS)} campaigns. Add filters to the list.`;
  if (code === 'index_incomplete')
    return 'You can’t select the whole list yet. Wait until indexing finishes, or remove the targeting filter.';
  return describeFailure(failure).sentence;
}
