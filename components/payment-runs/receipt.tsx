import type { ReactNode } from 'react';
import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import {
  isRunPending,
  type PaymentRun,
  type RunItem,
  type RunSum,
  runEndedAt,
  runProgress,
  runTotals,
} from '#lib/domain/payment-run.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { type DateSettings, formatFull, formatShortMoment } from '#lib/format/dates.ts';
import { describeReceipt, formatSums } from '#lib/format/payment-run.ts';
import { formatPlural, MISSING } from '#lib/format/text.ts';
import { RunResult } from './run-result.tsx';
import { RunCampaign } from './run-row.tsx';
import { RunWatcher } from './run-watcher.tsx';

interface ReceiptProps {
  readonly run: PaymentRun;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** The breadcrumbs and the buttons above the receipt. */
  readonly header: ReactNode;
}

/** The receipt of a payment run: what was paid for and scheduled. Can be printed. */
export function RunReceipt({ run, dateSettings, now, header }: ReceiptProps) {
  const { items } = run;
  const { title, sentences } = describeReceipt(run, dateSettings);
  const totals = runTotals(items);
  const endedAt = runEndedAt(run);
  const isOver = endedAt !== null;
  return (
    <div className="mx-auto max-w-[860px] print:max-w-none">
      {header}
      <article className="overflow-hidden rounded-sm border border-line bg-card shadow-card">
        <div className="airmail" />
        <div className="px-4.5 pt-5.5 pb-6 sm:px-11 sm:pt-8 sm:pb-9.5">
          <h1 className="wrap-anywhere">{title}</h1>
          {sentences.length > 0 && <p className="mt-1.5 text-muted">{sentences.join(' ')}</p>}
          <dl className="mt-5.5 mb-3.5 grid gap-x-4 gap-y-2 border-y border-line py-3.5 tabular-nums sm:grid-cols-[repeat(4,auto)] sm:justify-between">
            <Fact name="Run">#{run.id}</Fact>
            <Fact name="Paid by">
              <bdi className="wrap-anywhere">{run.by}</bdi>
            </Fact>
            <Fact name="Started">{formatFull(run.createdAt, dateSettings)}</Fact>
            <Fact name={run.stoppedAt !== null && isOver ? 'Stopped' : 'Finished'}>
              {isOver ? formatFull(endedAt, dateSettings) : 'Not finished'}
            </Fact>
          </dl>
          <table className="w-full border-collapse">
            <caption className="sr-only">Campaigns in this run</caption>
            <thead>
              <tr>
                <Heading className="max-sm:hidden">
                  <span className="sr-only">Mailpiece</span>
                </Heading>
                <Heading>Campaign</Heading>
                <Heading className="max-sm:hidden">Result</Heading>
                <Heading className="max-sm:hidden">Goes out</Heading>
                <Heading className="text-right!">Paid</Heading>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={item.position} item={item} dateSettings={dateSettings} now={now} />
              ))}
            </tbody>
          </table>
          <dl className="mt-3.5 ml-auto grid max-w-80 gap-1 tabular-nums">
            <Sum name="Credits used" sums={totals.credits} zeroLike={totals.paid} />
            {totals.elsewhere.length > 0 && <Sum name="Paid elsewhere" sums={totals.elsewhere} />}
            <div className="flex justify-between gap-4 font-serif text-[1.3125rem] leading-[1.3] font-semibold">
              <dt>Paid in this run</dt>
              <dd className="text-right">
                <bdi>{formatSums(totals.paid)}</bdi>
              </dd>
            </div>
          </dl>
          <p className="mt-6 text-sm text-muted">
            Amounts are what the mail service confirmed for each campaign.
            {totals.unclearPaid > 0 &&
              ` The sums exclude ${formatPlural(totals.unclearPaid, 'campaign')} with no known price.`}
          </p>
        </div>
      </article>
      {isRunPending(items) && <RunWatcher runId={run.id} shownProgress={runProgress(run)} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:justify-between max-sm:gap-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:text-right">{children}</dd>
    </div>
  );
}

function Heading({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`border-b border-line py-2.5 text-left text-[0.78125rem] leading-none font-[550] text-muted not-first:pl-4 max-sm:pl-0! ${className}`}
    >
      {children}
    </th>
  );
}

interface RowProps {
  readonly item: RunItem;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

function Row({ item, dateSettings, now }: RowProps) {
  const { campaignId, listed, state, amount } = item;
  const result = <RunResult item={item} dateSettings={dateSettings} now={now} />;
  // On wide screens, another column shows when the campaign goes out.
  const shown = item.send?.state === 'scheduled' ? { ...item, send: undefined } : item;
  const cell = 'border-b border-line py-2.5 align-middle not-first:pl-4 max-sm:pl-0!';
  return (
    <tr>
      <td className={`w-9 ${cell} max-sm:hidden`}>
        <CampaignThumbnail campaign={listed?.campaign ?? { id: campaignId }} size="small" />
      </td>
      <th scope="row" className={`max-w-0 text-left font-normal ${cell} w-[42%] max-sm:w-full`}>
        <RunCampaign campaignId={campaignId} listed={listed} />
        <span className="mt-0.5 block text-sm sm:hidden">{result}</span>
      </th>
      <td className={`text-sm ${cell} max-sm:hidden`}>
        <RunResult item={shown} dateSettings={dateSettings} now={now} />
      </td>
      <td className={`whitespace-nowrap tabular-nums ${cell} max-sm:hidden`}>
        {formatSendTime(item, dateSettings, now) ?? <span className="text-muted">Not scheduled</span>}
      </td>
      <td className={`text-right whitespace-nowrap tabular-nums ${cell} max-sm:align-top`}>
        {state === 'paid' ? (amount ?? MISSING) : <span className="text-muted">{MISSING}</span>}
      </td>
    </tr>
  );
}

/**
 * Returns the time when the campaign goes out, regardless of whether the run or a member scheduled it.
 * Undefined if no one scheduled it.
 */
function formatSendTime(
  { listed, send }: RunItem,
  dateSettings: DateSettings,
  now: number,
): string | undefined {
  const { status, scheduled_at, sent_at } = listed?.campaign ?? {};
  const scheduled = send?.state === 'scheduled' ? send.at : null;
  const shown =
    status === undefined || status === 'draft'
      ? scheduled
      : (parseTimestamp(scheduled_at ?? sent_at) ?? scheduled);
  return shown === null ? undefined : formatShortMoment(shown, dateSettings, now);
}

interface SumProps {
  readonly name: string;
  readonly sums: readonly RunSum[];
  /** The sums whose currencies are used if the total is zero. */
  readonly zeroLike?: readonly RunSum[];
}

function Sum({ name, sums, zeroLike = [] }: SumProps) {
  const shown = sums.length > 0 ? sums : zeroLike.map(({ currency }) => ({ currency, amount: 0 }));
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">
        <bdi>{formatSums(shown)}</bdi>
      </dd>
    </div>
  );
}
