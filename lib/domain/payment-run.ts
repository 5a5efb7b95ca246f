/** A payment run: a list of drafts that a member pays for by link, one after another. */
import type { AttemptState } from './attempt.ts';
import type { ListedCampaign } from './campaign-list.ts';
import { type DraftAmounts, type LeftSums, mayShareCredit, sumLeft } from './left-to-pay.ts';
import { currencyOf, toMinorUnits } from './money.ts';
import type { Failure } from './outcome.ts';
import { CONFIRMING_MS } from './payment.ts';

/** The maximum number of campaigns in a run. */
export const MAX_RUN_CAMPAIGNS = 100;

/** How long the run's page shows that a payment has just been confirmed. */
export const RECENT_PAYMENT_MS = 60_000;

/**
 * Why a run leaves out a campaign.
 * - skipped: the member skipped it.
 * - paid_elsewhere: nothing is due, and nothing was paid through the links of this run.
 * - credits: credits cover the campaign, so there is nothing to pay by link.
 * - not_draft: the campaign has been scheduled or sent.
 * - missing: the campaign was deleted.
 */
const RUN_OUTCOMES = ['skipped', 'paid_elsewhere', 'credits', 'not_draft', 'missing'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/**
 * The state of a campaign in a run.
 * - waiting: not paid for yet.
 * - starting: a payment link is being created.
 * - unknown: it isn't known whether a payment link was created.
 * - confirming: the payer just returned, and checkout doesn't show the payment yet.
 * - unconfirmed: the payer returned a while ago, and checkout still doesn't show a payment.
 * - paid: a link that was opened in this run was paid.
 */
export type RunItemState =
  | RunOutcome
  | 'waiting'
  | 'starting'
  | 'unknown'
  | 'confirming'
  | 'unconfirmed'
  | 'paid';

/** What is stored about a campaign's payment in a run. */
export interface RunItemFacts {
  readonly outcome: RunOutcome | null;
  /** When the console first saw a payment through one of this run's links. */
  readonly paidAt: Date | null;
  /** The state of this run's latest attempt. Null if there is none. */
  readonly linkState: AttemptState | null;
  /** How long ago the payer returned from the latest link's payment page. Null if no payer has returned. */
  readonly returnedMsAgo: number | null;
}

/** A payment takes precedence over everything else, because the member may have skipped a campaign before paying. */
export function runItemState({ outcome, paidAt, linkState, returnedMsAgo }: RunItemFacts): RunItemState {
  if (paidAt !== null) return 'paid';
  if (outcome !== null) return outcome;
  if (linkState === 'open') return 'starting';
  if (linkState === 'unknown') return 'unknown';
  if (returnedMsAgo === null) return 'waiting';
  return returnedMsAgo < CONFIRMING_MS ? 'confirming' : 'unconfirmed';
}

/**
 * The state of scheduling a paid campaign.
 * - waiting: the server will schedule it soon.
 * - not_scheduled: scheduling failed and isn't retried automatically.
 */
export type RunSendState = 'waiting' | 'in_progress' | 'scheduled' | 'unknown' | 'not_scheduled';

/** A campaign in a run. Times are in milliseconds since the epoch. */
export interface RunItem {
  readonly position: number;
  readonly campaignId: number;
  /** The campaign's current values in the campaign index. Undefined if the index doesn't contain the campaign. */
  readonly listed: ListedCampaign | undefined;
  readonly state: RunItemState;
  /** The amount that was paid, here or elsewhere, as formatted by the service. */
  readonly amount: string | null;
  /** The customer credit that the paid order used, as formatted by the service. */
  readonly credit: string | null;
  /** When the campaign reached its state. Null while the campaign isn't finished. */
  readonly finishedAt: number | null;
  /** Undefined unless the campaign was paid for in this run and the run schedules, or has scheduled, campaigns. */
  readonly send: RunSend | undefined;
}

interface RunSend {
  readonly state: RunSendState;
  /** In milliseconds since the epoch. Null if it isn't known. */
  readonly at: number | null;
  readonly failure: Failure | null;
  /**
   * Whether changing the run's send date leads to an attempt to schedule the campaign, for the first time or
   * again.
   */
  readonly canRetry: boolean;
}

export interface PaymentRunSummary {
  readonly id: number;
  /** The email address of the member who pays. */
  readonly by: string;
  readonly createdAt: number;
  readonly stoppedAt: number | null;
  readonly campaigns: number;
  readonly paid: number;
  /** The number of campaigns that can still be paid for in this run, not counting skipped campaigns. */
  readonly left: number;
}

export interface PaymentRun {
  readonly id: number;
  readonly by: string;
  /** Whether this run belongs to the signed-in member. Other members can only view the run or take it over. */
  readonly isOwn: boolean;
  readonly canPay: boolean;
  readonly createdAt: number;
  readonly stoppedAt: number | null;
  /** When each campaign is sent, in ISO 8601 with an offset. Null if the run doesn't schedule campaigns. */
  readonly sendDate: string | null;
  readonly items: readonly RunItem[];
}

/** Whether a campaign's payment in its run is finished, unless the member resumes the run. */
export const isRunItemFinished = ({ state }: Pick<RunItem, 'state'>): boolean =>
  state === 'paid' || (RUN_OUTCOMES as readonly string[]).includes(state);

/**
 * Returns the campaigns to pay for next, in order. Campaigns with an unconfirmed payment come last, because the payment
 * may still arrive.
 */
export const payableItems = (items: readonly RunItem[]): readonly RunItem[] => [
  ...items.filter(({ state }) => state === 'waiting'),
  ...items.filter(({ state }) => state === 'unconfirmed'),
];

/** Whether the run has nothing left to pay for or to wait for, except for skipped campaigns. */
export const isRunFinished = ({ items }: Pick<PaymentRun, 'items'>): boolean =>
  items.every(isRunItemFinished);

/** Resuming a run clears these outcomes, so that the campaigns can be paid for. */
export const RESUMABLE_OUTCOMES = ['skipped', 'credits'] as const satisfies readonly RunOutcome[];

/** Whether resuming a run offers at least one campaign again. */
export const canResumeRun = ({ items, stoppedAt }: Pick<PaymentRun, 'items' | 'stoppedAt'>): boolean =>
  items.some(({ state }) => (RESUMABLE_OUTCOMES as readonly RunItemState[]).includes(state)) ||
  (stoppedAt !== null && !isRunFinished({ items }));

/**
 * Whether saving a send date would schedule one of the run's paid campaigns, or whether the server is about
 * to schedule one.
 */
export const canChangeSchedule = ({ items }: Pick<PaymentRun, 'items'>): boolean =>
  items.some(({ state, send, listed }) => {
    const mayBeDraft = listed === undefined || listed.campaign.status === 'draft';
    return state === 'paid' && mayBeDraft && (send === undefined || send.canRetry);
  });

/**
 * Returns the campaign that was paid for last, so that the run's page can confirm the payment. Undefined if
 * the payment is older than `since`, in milliseconds since the epoch, or if the member has skipped a campaign
 * since then.
 */
export function findLastPaid(items: readonly RunItem[], since: number): RunItem | undefined {
  const [last] = items
    .filter(({ state }) => state === 'paid' || state === 'skipped')
    .sort((one, other) => (other.finishedAt ?? 0) - (one.finishedAt ?? 0));
  return last?.state === 'paid' && (last.finishedAt ?? 0) > since ? last : undefined;
}

/** When the last campaign of a finished run was finished, or when the run was stopped. Null while the run continues. */
export function runEndedAt({ items, stoppedAt }: PaymentRun): number | null {
  if (!isRunFinished({ items })) return stoppedAt;
  return items.reduce<number | null>(
    (last, { finishedAt }) => (finishedAt === null ? last : Math.max(last ?? 0, finishedAt)),
    null,
  );
}

/**
 * The states in which the campaign can't be paid for, or doesn't count as paid, until the mail service
 * confirms something.
 */
export const BEING_CONFIRMED: ReadonlySet<RunItemState> = new Set(['starting', 'unknown', 'confirming']);

/** Whether the run will soon change without any action by the member. */
export const isRunPending = (items: readonly RunItem[]): boolean =>
  items.some(
    ({ state, send }) =>
      BEING_CONFIRMED.has(state) ||
      send?.state === 'waiting' ||
      send?.state === 'in_progress' ||
      send?.state === 'unknown',
  );

/** Returns a string that changes when an open page of the run becomes outdated. */
export const runProgress = ({ items, stoppedAt }: Pick<PaymentRun, 'items' | 'stoppedAt'>): string =>
  [stoppedAt ?? '', ...items.map(({ state, send }) => `${state} ${send?.state ?? ''}`)].join(',');

/** A sum in minor units, such as cents. */
export interface RunSum {
  readonly currency: string | null;
  readonly amount: number;
}

/** Sums by currency, and the number of values that aren't clearly amounts and therefore aren't in the sums. */
interface AmountSums {
  readonly sums: readonly RunSum[];
  readonly unclear: number;
}

/** Adds up, by currency, amounts that the service formatted. */
export function sumAmounts(texts: readonly string[]): AmountSums {
  const known = texts.flatMap((text) => {
    const amount = toMinorUnits(text);
    return amount === undefined ? [] : [{ currency: currencyOf(text), amount }];
  });
  return { sums: mergeSums(known), unclear: texts.length - known.length };
}

export interface RunTotals {
  readonly paid: readonly RunSum[];
  readonly elsewhere: readonly RunSum[];
  /** The cost of the campaigns that are neither finished nor being confirmed, as last read. */
  readonly left: readonly RunSum[];
  /** Whether `left` leaves out credits (`sumLeft`). */
  readonly isLeftBeforeCredits: boolean;
  readonly credits: readonly RunSum[];
  /** The number of campaigns, paid for here or elsewhere, whose amounts aren't in the sums. */
  readonly unclearPaid: number;
  /** The number of campaigns that can be paid for, but whose amounts aren't in the sums. */
  readonly unclearLeft: number;
}

/** The amounts of the campaign that was just read, as formatted by the service. */
export interface LiveAmounts {
  readonly campaignId: number;
  readonly due: string;
  readonly credit: string;
}

/** @param live replaces what was read earlier about the campaign */
export function runTotals(items: readonly RunItem[], live?: LiveAmounts): RunTotals {
  const amountsOf = (state: RunItemState, field: 'amount' | 'credit' = 'amount') =>
    sumAmounts(
      items
        .filter((item) => item.state === state)
        .map((item) => item[field] ?? (field === 'credit' ? '0' : '')),
    );
  const paid = amountsOf('paid');
  const elsewhere = amountsOf('paid_elsewhere');
  const left = sumPayable(items, live);
  return {
    paid: paid.sums,
    elsewhere: elsewhere.sums,
    left: left.sums,
    isLeftBeforeCredits: left.isBeforeCredits,
    credits: amountsOf('paid', 'credit').sums.filter(({ amount }) => amount > 0),
    unclearPaid: paid.unclear + elsewhere.unclear,
    unclearLeft: left.unclear,
  };
}

interface LeftToPaySums extends LeftSums {
  /** The number of campaigns whose amounts aren't in the sums. */
  readonly unclear: number;
}

function sumPayable(items: readonly RunItem[], live: LiveAmounts | undefined): LeftToPaySums {
  const amountsOf = (some: readonly RunItem[]) =>
    some.map((item) => (item.campaignId === live?.campaignId ? liveAmounts(live) : knownAmounts(item)));
  const left = amountsOf(payableItems(items));
  // A payment that is being confirmed may have used the credit that other campaigns still show.
  const confirming = amountsOf(items.filter(({ state }) => BEING_CONFIRMED.has(state)));
  return sumKnown(left, mayShareCredit([...left, ...confirming].filter((amount) => amount !== undefined)));
}

/**
 * Adds up, by currency, what was left to pay when checkout was last read.
 * @param isBeforeCredits whether to leave out credits, because campaigns outside of the sum may use them
 */
export const sumLeftToPay = (
  campaigns: readonly Pick<RunItem, 'listed'>[],
  isBeforeCredits?: boolean,
): LeftToPaySums => sumKnown(campaigns.map(knownAmounts), isBeforeCredits);

function sumKnown(
  amounts: readonly (DraftAmounts | undefined)[],
  isBeforeCredits: boolean | undefined,
): LeftToPaySums {
  const known = amounts.filter((amount) => amount !== undefined);
  return { ...sumLeft(known, isBeforeCredits), unclear: amounts.length - known.length };
}

function knownAmounts({ listed }: Pick<RunItem, 'listed'>): DraftAmounts | undefined {
  const { leftToPay = null, credit = null, currency = null } = listed?.amounts ?? {};
  return leftToPay === null ? undefined : { currency, left: leftToPay, credit: credit ?? 0 };
}

function liveAmounts({ due, credit }: LiveAmounts): DraftAmounts | undefined {
  const left = toMinorUnits(due);
  return left === undefined
    ? undefined
    : { currency: currencyOf(due), left, credit: toMinorUnits(credit) ?? 0 };
}

function mergeSums(sums: readonly RunSum[]): readonly RunSum[] {
  const byCurrency = new Map<string | null, number>();
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }));
}
