/** Starts payment runs and uses the tiny service to pay for their campaigns. */
import { beforeEach } from 'vitest';
import type { AgreedPrice } from '#lib/attempts/payments.ts';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { payInRun, readRunTurn } from '#lib/data/payment-run-turn.ts';
import { readPaymentRun } from '#lib/data/payment-run-views.ts';
import { createPaymentRun } from '#lib/data/payment-runs.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { PaymentRun } from '#lib/domain/payment-run.ts';
import { schedulePaidCampaigns } from '#lib/payment-runs/scheduler.ts';
import { store } from '#lib/store/open.ts';
import { paymentRunItems, paymentRuns } from '#lib/store/schema/payment-runs.ts';
import { type Harness, setUpHarness } from './harness.ts';
import { type RunAs, signInNewMember } from './members.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './tiny-service.ts';

/** Returns the outcome's value. Throws an error if the outcome is a failure. */
export function succeeded<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`The call failed: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

/** A send date in two days, in ISO 8601 with an offset. */
export const inTwoDays = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString();

export const agreeTo = (campaign: TinyCampaign): AgreedPrice => ({
  ...orderAmounts(campaign),
  sender_copy: campaign.senderCopy,
});

/**
 * Returns functions that start runs with new drafts and pay for the drafts. By default, the functions run as
 * the sender.
 */
export function createRuns(harness: Harness) {
  let nextId = 1;

  const addDrafts = (count: number, overrides: Partial<TinyCampaign> = {}): TinyCampaign[] =>
    Array.from({ length: count }, () =>
      addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides }),
    );

  const read = async (runId: number, runAs: RunAs = harness.sender): Promise<PaymentRun> =>
    succeeded(await runAs(() => readPaymentRun(runId)));

  const pay = (runId: number, campaign: TinyCampaign, runAs: RunAs = harness.sender) =>
    runAs(() => payInRun(runId, campaign.id, agreeTo(campaign)));

  /** Returns the `state` parameter of the latest payment's return link. */
  const lastReturnState = (): string => {
    const call = harness.service.requests.findLast(
      ({ method, url }) => method === 'POST' && url.includes('/pay?'),
    );
    const redirectUri = new URL(call?.url ?? '', 'http://x').searchParams.get('redirect_uri') ?? '';
    return new URL(redirectUri).searchParams.get('state') ?? '';
  };

  return {
    addDrafts,
    read,
    pay,
    lastReturnState,
    /** Starts a run with new drafts. */
    start: async (count: number, sendDate: string | null = null, overrides: Partial<TinyCampaign> = {}) => {
      const drafts = addDrafts(count, overrides);
      const ids = drafts.map(({ id }) => id);
      const { id: runId } = succeeded(await harness.sender(() => createPaymentRun(ids, sendDate)));
      return { runId, drafts };
    },
    states: async (runId: number) => (await read(runId)).items.map(({ state }) => state),
    /** Returns the id of the campaign whose turn it is. */
    turn: async (runId: number, runAs: RunAs = harness.sender) =>
      succeeded(await runAs(() => readRunTurn(runId))).turn?.item.campaignId,
    /** Opens the page that the payer returns to. */
    comeBack: (runAs: RunAs = harness.sender, state = lastReturnState()) =>
      runAs(() => readPaymentReturn(state, true)),
    /** Pays for the campaign with the run's payment link, and opens the return page. */
    payAndReturn: async (runId: number, campaign: TinyCampaign) => {
      succeeded(await pay(runId, campaign));
      campaign.paid = campaign.price;
      return harness.sender(() => readPaymentReturn(lastReturnState(), true));
    },
  };
}

/**
 * Starts a console with a second sender. Before each test, clears the recorded requests.
 */
export function setUpRuns() {
  const harness = setUpHarness();
  let signedIn: RunAs;
  beforeEach(async () => {
    signedIn = await signInNewMember('sender', 'other@mailroom.test');
    harness.service.requests.length = 0;
  });
  const otherSender: RunAs = (run) => signedIn(run);
  return { harness, runs: createRuns(harness), writes: () => harness.service.writes(), otherSender };
}

/**
 * Returns functions that pay for campaigns in runs with a send date and let the server schedule the paid
 * campaigns.
 */
export function createScheduledRuns(harness: Harness) {
  const runs = createRuns(harness);

  /** Starts a run with one campaign, and pays for it. The payer doesn't come back. */
  async function payInNewRun(sendDate: string | null = inTwoDays()) {
    const { runId, drafts } = await runs.start(1, sendDate);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    succeeded(await runs.pay(runId, draft));
    draft.paid = draft.price;
    return { runId, draft };
  }

  return {
    runs,
    payInNewRun,
    /** Also lets the reconciler confirm the payment. */
    payAndConfirm: async (sendDate: string | null = inTwoDays()) => {
      const paid = await payInNewRun(sendDate);
      await reconcileAttempts(await store());
      harness.service.requests.length = 0;
      return paid;
    },
    schedule: async () => schedulePaidCampaigns(await store()),
    /** Ends the wait after a temporary failure, so that the next round tries again. */
    endWait: async () => (await store()).update(paymentRunItems).set({ sendRetryAt: null }),
    /** Returns the request lines of all calls that scheduled a campaign. */
    sends: () => harness.service.writes().filter((line) => line.includes('/send')),
    sendOf: async (runId: number) => (await runs.read(runId)).items[0]?.send,
    /** Deletes all runs, so that a test schedules only its own campaigns. */
    reset: async () => {
      await (await store()).delete(paymentRuns);
      harness.service.requests.length = 0;
    },
  };
}
