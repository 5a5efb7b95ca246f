/** Text about payment runs. */
import type { Failure } from '#lib/domain/outcome.ts';
import {
  type PaymentRun,
  type RunItem,
  type RunItemState,
  type RunSum,
  sumAmounts,
} from '#lib/domain/payment-run.ts';
import { type DateSettings, formatHour, formatShortMoment, formatWithUtc } from './dates.ts';
import { failureSentence, invalidFieldSentence } from './failure.ts';
import { formatSum } from './money.ts';
import { formatCount, formatPlural, MISSING, sentenceCase } from './text.ts';

export const RUN_STATE_NAMES: Readonly<Record<RunItemState, string>> = {
  waiting: 'Waiting',
  starting: 'Starting payment…',
  unknown: 'Outcome unknown',
  confirming: 'Confirming payment…',
  unconfirmed: 'Payment not confirmed',
  paid: 'Paid',
  paid_elsewhere: 'Paid elsewhere',
  credits: 'Covered by credits',
  not_draft: 'No longer a draft',
  missing: 'Deleted',
  skipped: 'Skipped',
};

/** Returns the state, with the time of a payment, such as "Paid 10:58 AM". */
export function describeRunItem({ state, finishedAt }: RunItem, dateSettings: DateSettings): string {
  const name = RUN_STATE_NAMES[state];
  return state === 'paid' && finishedAt !== null ? `${name} ${formatHour(finishedAt, dateSettings)}` : name;
}

/** Returns whether a paid campaign has been scheduled. Undefined if the run doesn't schedule the campaign. */
export function describeRunSend(
  { send }: Pick<RunItem, 'send'>,
  dateSettings: DateSettings,
  now: number,
): string | undefined {
  switch (send?.state) {
    case undefined:
      return undefined;
    case 'waiting':
    case 'in_progress':
      return 'Scheduling…';
    case 'scheduled':
      return send.at === null
        ? 'Scheduled'
        : `Scheduled for ${formatShortMoment(send.at, dateSettings, now)}`;
    case 'unknown':
      return 'Scheduling: outcome unknown';
    case 'not_scheduled':
      return 'Not scheduled';
  }
}

/**
 * Says why a paid campaign wasn't scheduled. If there's no failure, a later reading showed that the campaign wasn't
 * scheduled.
 */
export const describeSendFailure = (failure: Failure | null): string => {
  if (failure === null) return 'The mail service didn’t schedule the campaign.';
  // The member may have lost the role or access after the payment.
  if (failure.kind === 'forbidden') return 'The member who paid is no longer allowed to schedule campaigns.';
  return failure.kind === 'invalid' ? invalidFieldSentence(failure) : failureSentence(failure);
};

/** Formats sums in one line, such as "$544.00" or "$544.00 + 120.00 €". */
export const formatSums = (sums: readonly RunSum[]): string =>
  sums.length === 0 ? MISSING : sums.map(({ currency, amount }) => formatSum(amount, currency)).join(' + ');

interface ReceiptText {
  /** Such as "8 campaigns paid, $4,929.73". */
  readonly title: string;
  /** What else happened to the campaigns. */
  readonly sentences: readonly string[];
}

/** Summarizes a run for its receipt. */
export function describeReceipt({ items, sendDate }: PaymentRun, dateSettings: DateSettings): ReceiptText {
  const count = (isCounted: (item: RunItem) => boolean) => items.filter(isCounted).length;
  const paid = items.filter(({ state }) => state === 'paid');
  const { sums } = sumAmounts(paid.map(({ amount }) => amount ?? ''));
  const title =
    paid.length === 0
      ? 'No campaigns paid'
      : `${formatPlural(paid.length, 'campaign')} paid${sums.length > 0 ? `, ${formatSums(sums)}` : ''}`;
  const times = new Set(
    paid.flatMap(({ send }) => (send?.state === 'scheduled' && send.at !== null ? [send.at] : [])),
  );
  const [time] = times;
  const scheduled = count(({ send }) => send?.state === 'scheduled');
  const pending = count(({ send }) => send?.state === 'waiting' || send?.state === 'in_progress');
  const failed = count(({ send }) => send?.state === 'not_scheduled');
  const others = LEFT_OUT_TEXTS.flatMap(([state, text]) => {
    const left = count((item) => item.state === state);
    return left === 0 ? [] : [`${formatCount(left)} ${text}`];
  });
  const sentences = [
    ...(scheduled > 0
      ? [
          `${formatCount(scheduled)} scheduled${times.size === 1 && time !== undefined ? ` for ${formatWithUtc(time, dateSettings)}` : ''}.`,
        ]
      : []),
    ...(pending > 0 && sendDate !== null ? [`${formatCount(pending)} being scheduled.`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} couldn’t be scheduled.`] : []),
    ...(others.length > 0 ? [`${sentenceCase(others.join(', '))}.`] : []),
  ];
  return { title, sentences };
}

const LEFT_OUT_TEXTS: readonly (readonly [RunItemState, string])[] = [
  ['skipped', 'skipped'],
  ['paid_elsewhere', 'paid elsewhere'],
  ['credits', 'covered by credits'],
  ['not_draft', 'no longer drafts'],
  ['missing', 'deleted'],
  ['confirming', 'being confirmed'],
  ['unconfirmed', 'not confirmed'],
  ['starting', 'being started'],
  ['unknown', 'with an unknown outcome'],
  ['waiting', 'not paid yet'],
];
