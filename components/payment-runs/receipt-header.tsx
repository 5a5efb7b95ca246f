import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { canChangeSchedule, canResumeRun, isRunFinished, type PaymentRun } from '#lib/domain/payment-run.ts';
import { PrintButton } from './print-button.tsx';
import { RunButton } from './run-button.tsx';

interface ReceiptHeaderProps {
  readonly run: PaymentRun;
  readonly resumeAction: FormAction;
  readonly takeOverAction: FormAction;
}

/** The breadcrumbs of a receipt, and the buttons above it. */
export function ReceiptHeader({ run, resumeAction, takeOverAction }: ReceiptHeaderProps) {
  const { id, isOwn, canPay, by } = run;
  const isOpen = canPay && (canResumeRun(run) || !isRunFinished(run));
  const isUnscheduled = canPay && canChangeSchedule(run);
  return (
    <header className="mb-4 grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Breadcrumb" className="text-sm text-muted">
          <ol className="flex gap-x-1.5">
            <li>
              <PageLink
                href="/payment-runs"
                className="min-h-6 underline-offset-3 hover:text-ink hover:underline"
              >
                Payment runs
              </PageLink>
            </li>
            <li className="tabular-nums">
              <span aria-hidden="true">/ </span>#{id}
            </li>
          </ol>
        </nav>
        <div className="flex flex-wrap items-start gap-2 max-sm:w-full max-sm:[&>form]:flex-1">
          <a href={`/payment-runs/${id}/export`} className={buttonClass()}>
            <ControlIcon name="download" className="size-4" />
            CSV
          </a>
          <PrintButton />
          {isOwn && isUnscheduled && (
            <PageLink
              href={`/payment-runs/${id}/schedule`}
              className={buttonClass(isOpen ? 'plain' : 'primary')}
            >
              {run.sendDate === null ? 'Schedule campaigns' : 'Change send date'}
            </PageLink>
          )}
          {isOwn && isOpen && <ContinueRun run={run} resumeAction={resumeAction} />}
          {!isOwn && (isOpen || isUnscheduled) && (
            <RunButton action={takeOverAction} hidden={{ run: id }} kind="primary">
              Take over run
            </RunButton>
          )}
        </div>
      </div>
      {!isOwn && (isOpen || isUnscheduled) && (
        <Note>
          <bdi>{by}</bdi> is paying for the campaigns in this run. If you take over the run, the remaining
          campaigns are paid for and scheduled in your name.
        </Note>
      )}
    </header>
  );
}

function ContinueRun({ run, resumeAction }: Pick<ReceiptHeaderProps, 'run' | 'resumeAction'>) {
  if (canResumeRun(run))
    return (
      <RunButton action={resumeAction} hidden={{ run: run.id }} kind="primary">
        Resume run
      </RunButton>
    );
  return (
    <PageLink href={`/payment-runs/${run.id}`} className={buttonClass('primary')}>
      Continue run
    </PageLink>
  );
}
