import type { ReactNode } from 'react';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import {
  BEING_CONFIRMED,
  isRunItemFinished,
  isRunPending,
  type LiveAmounts,
  type PaymentRun,
  payableItems,
  type RunItem,
  runProgress,
  runTotals,
  sumLeftToPay,
} from '#lib/domain/payment-run.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { describeRunSend, formatSums } from '#lib/format/payment-run.ts';
import { formatCount } from '#lib/format/text.ts';
import { RunButton } from './run-button.tsx';
import { RunResult } from './run-result.tsx';
import { leftToPay, RunRow, runCampaignName } from './run-row.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunTotalsCard } from './run-totals.tsx';
import { RunWatcher } from './run-watcher.tsx';
import { TurnWatcher } from './turn-watcher.tsx';

export const RUN_CRUMBS = [{ label: 'Payment runs', href: '/payment-runs' }];

interface RunPageProps {
  readonly run: PaymentRun;
  /** The campaign whose turn it is, and the data just read about it. */
  readonly turn:
    | {
        readonly item: RunItem;
        /** What is due, and the credit. Undefined if they couldn't be read. */
        readonly live: LiveAmounts | undefined;
        readonly proof: ReactNode;
        readonly payment: ReactNode;
      }
    | undefined;
  /** The campaign that was paid for a moment ago. */
  readonly lastPaid: RunItem | undefined;
  readonly stopAction: FormAction;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** A payment run as the paying member sees it: the campaign whose turn it is, and the others. */
export function RunPage({ run, turn, lastPaid, stopAction, dateSettings, now }: RunPageProps) {
  const { id, items } = run;
  const next = payableItems(items).filter(({ position }) => position !== turn?.item.position);
  const confirming = items.filter(({ state }) => BEING_CONFIRMED.has(state));
  const finished = items.filter(isRunItemFinished);
  const totals = runTotals(items, turn?.live);
  const nextLeft = sumLeftToPay(next, totals.isLeftBeforeCredits);
  const rowProps = { dateSettings, now };
  const title = turn
    ? `Pay ${formatCount(turn.item.position)} of ${formatCount(items.length)}`
    : `Payment run #${id}`;
  return (
    <>
      <PageHeader title={title} crumbs={[...RUN_CRUMBS, { label: `#${id}` }]}>
        <RunButton action={stopAction} hidden={{ run: id }}>
          <ControlIcon name="stop" className="size-4" />
          Stop run
        </RunButton>
      </PageHeader>
      <TurnWatcher position={turn?.item.position} text={title} />
      {lastPaid && <LastPaid item={lastPaid} {...rowProps} />}
      <RunSteps items={items} current={turn?.item.position} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-5.5">
        <div className="grid min-w-0 gap-4 max-wide:contents">
          {turn ? turn.proof : <NothingToPay run={run} isMoreLeft={next.length > 0} />}
          {confirming.length > 0 && (
            <RunList title="Being confirmed" items={confirming} className="max-wide:order-3" {...rowProps} />
          )}
          {next.length > 0 && (
            <Card
              title={
                <>
                  Next{' '}
                  <span className="font-normal text-muted">
                    {formatCount(next.length)} left · {formatSums(nextLeft.sums)}
                    {nextLeft.isBeforeCredits && ` ${BEFORE_CREDITS}`}
                  </span>
                </>
              }
              className="max-wide:order-3"
            >
              <ol className="-my-2.5">
                {next.map((item) => (
                  <RunRow
                    key={item.position}
                    {...item}
                    amount={leftToPay(item.listed)}
                    result={
                      item.state === 'unconfirmed' ? <RunResult item={item} {...rowProps} /> : undefined
                    }
                  />
                ))}
              </ol>
            </Card>
          )}
          {finished.length > 0 && (
            <RunList title="Finished" items={finished} className="max-wide:order-3" {...rowProps} />
          )}
        </div>
        <aside className="grid min-w-0 gap-4 max-wide:contents wide:sticky wide:top-6.5">
          {turn && <div className="min-w-0 max-wide:order-2">{turn.payment}</div>}
          <RunTotalsCard totals={totals} className="max-wide:order-2" />
        </aside>
      </div>
      {isRunPending(items) && <RunWatcher runId={id} shownProgress={runProgress(run)} />}
    </>
  );
}

interface RowContext {
  readonly dateSettings: DateSettings;
  readonly now: number;
}

function LastPaid({ item, dateSettings, now }: RowContext & { item: RunItem }) {
  const send = describeRunSend(item, dateSettings, now);
  return (
    <Confirmation key={item.position}>
      <bdi>“{numberedTitle(item.campaignId, runCampaignName(item.listed))}”</bdi> is paid
      {item.amount && `: ${item.amount}`}.{send !== undefined && ` ${send}${send.endsWith('…') ? '' : '.'}`}
    </Confirmation>
  );
}

interface RunListProps extends RowContext {
  readonly title: string;
  readonly items: readonly RunItem[];
  readonly className: string;
}

function RunList({ title, items, className, ...context }: RunListProps) {
  return (
    <Card
      title={
        <>
          {title} <span className="font-normal text-muted">{formatCount(items.length)}</span>
        </>
      }
      className={className}
    >
      <ol className="-my-2.5">
        {items.map((item) => (
          <RunRow
            key={item.position}
            {...item}
            isMuted
            result={<RunResult item={item} {...context} />}
            amount={item.amount ?? leftToPay(item.listed)}
          />
        ))}
      </ol>
    </Card>
  );
}

/** Shown while no campaign can be paid for, but the run isn't finished. */
function NothingToPay({ run, isMoreLeft }: { run: PaymentRun; isMoreLeft: boolean }) {
  return (
    <Card className="py-12">
      {isMoreLeft ? (
        <Message icon="clock" tone="blue" title="Nothing to pay so far" headingLevel={2}>
          <p>These campaigns don’t need payment. Choose “Continue” to check the rest.</p>
          <PageLink href={`/payment-runs/${run.id}`} className={buttonClass('primary', 'mt-5')}>
            Continue
          </PageLink>
        </Message>
      ) : (
        <Message icon="clock" tone="amber" title="Waiting for the last payments" headingLevel={2}>
          <p>
            The mail service hasn’t confirmed every payment yet. Don’t pay again.
            <span className="scriptless:hidden"> This page updates automatically.</span>
          </p>
          <PageLink href={`/payment-runs/${run.id}/receipt`} className={buttonClass('primary', 'mt-5')}>
            View receipt
          </PageLink>
        </Message>
      )}
    </Card>
  );
}
