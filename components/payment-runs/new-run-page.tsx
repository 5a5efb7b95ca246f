import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { MAX_RUN_CAMPAIGNS, type RunOutcome, sumLeftToPay } from '#lib/domain/payment-run.ts';
import { CREDITS_SENTENCE, leftToPayName } from '#lib/format/left-to-pay.ts';
import { formatSums, RUN_STATE_NAMES } from '#lib/format/payment-run.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { worklistHref } from '#lib/forms/worklists.ts';
import { RUN_CRUMBS } from './run-page.tsx';
import { leftToPay, RunRow } from './run-row.tsx';
import { RunTimeField } from './run-time-field.tsx';

interface Candidate {
  readonly campaignId: number;
  readonly listed: ListedCampaign | undefined;
}

interface NewRunPageProps {
  /** The run's campaigns, in order. */
  readonly payable: readonly Candidate[];
  readonly leftOut: readonly (Candidate & { readonly outcome: RunOutcome })[];
  /** Whether more campaigns were selected than a run can contain. */
  readonly isCut: boolean;
  readonly options: TimeFieldOptions;
  readonly action: FormAction;
}

/** The campaigns that a new payment run would contain, and the form that starts it. */
export function NewRunPage({ payable, leftOut, isCut, options, action }: NewRunPageProps) {
  if (payable.length === 0 && leftOut.length === 0)
    return <NoRun problem="None of these campaigns is a draft that needs to be paid for." />;
  const { sums, isBeforeCredits, unclear } = sumLeftToPay(payable);
  return (
    <>
      <PageHeader
        title={payable.length === 0 ? 'Nothing to pay' : `Pay ${formatPlural(payable.length, 'campaign')}`}
        crumbs={[...RUN_CRUMBS, { label: 'New' }]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-5.5">
        <div className="grid min-w-0 gap-4">
          {isCut && (
            <Note tone="amber">
              A run can contain up to {formatCount(MAX_RUN_CAMPAIGNS)} campaigns, so this one contains the
              first {formatCount(MAX_RUN_CAMPAIGNS)}.
            </Note>
          )}
          {payable.length > 0 && (
            <Card title="Campaigns">
              <ol className="-my-2.5">
                {payable.map(({ campaignId, listed }, i) => (
                  <RunRow
                    key={campaignId}
                    position={i + 1}
                    campaignId={campaignId}
                    listed={listed}
                    amount={leftToPay(listed)}
                  />
                ))}
              </ol>
            </Card>
          )}
          {leftOut.length > 0 && (
            <Card title={`Left out (${formatCount(leftOut.length)})`}>
              <ol className="-my-2.5">
                {leftOut.map(({ campaignId, listed, outcome }, i) => (
                  <RunRow
                    key={campaignId}
                    position={i + 1}
                    campaignId={campaignId}
                    listed={listed}
                    isMuted
                    amount={RUN_STATE_NAMES[outcome]}
                  />
                ))}
              </ol>
            </Card>
          )}
        </div>
        {payable.length > 0 && (
          <Card className="wide:sticky wide:top-6.5 max-wide:order-first">
            <p className="text-sm text-muted">{leftToPayName(isBeforeCredits)}</p>
            <p className="font-serif text-[2rem] leading-[1.15] font-semibold tabular-nums wrap-anywhere">
              <bdi>{formatSums(sums)}</bdi>
            </p>
            {isBeforeCredits && <p className="text-sm text-muted">{CREDITS_SENTENCE}</p>}
            {unclear > 0 && (
              <p className="text-sm text-muted">
                Excludes {formatPlural(unclear, 'campaign')} with no known price
              </p>
            )}
            <ActionForm
              action={action}
              hidden={{ campaigns: payable.map(({ campaignId }) => campaignId).join(',') }}
              className="mt-4 grid gap-4 border-t border-line pt-4"
            >
              <div>
                <RunTimeField label="Send date (optional)" options={options} />
                <p className="mt-1.5 text-sm text-muted">
                  If you choose a send date, each campaign is scheduled as soon as its payment is confirmed.
                  You can cancel until then.
                </p>
              </div>
              <FormMessage />
              <SubmitButton className="py-2.75">Start payment run</SubmitButton>
              <p className="text-sm text-muted">
                You’ll see each campaign’s proof and current price before you pay for it on the mail service’s
                payment page.
              </p>
            </ActionForm>
          </Card>
        )}
      </div>
    </>
  );
}

/** Shown if a selection contains no campaign that a run could pay for. */
export function NoRun({ problem }: { problem: string }) {
  return (
    <>
      <PageHeader title="New payment run" crumbs={RUN_CRUMBS} />
      <EmptyState icon="credit" title="No campaigns to pay for">
        <p>{problem}</p>
        <EmptyStateLink href={worklistHref('ready')}>Choose drafts</EmptyStateLink>
      </EmptyState>
    </>
  );
}
