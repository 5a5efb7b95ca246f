/**
 * Tests that a payment run doesn't schedule a campaign that is paid for after the member skipped the campaign
 * or stopped the run.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { skipInRun } from '#lib/data/payment-run-turn.ts';
import { findScheduledRun } from '#lib/data/payment-run-views.ts';
import {
  resumePaymentRun,
  saveRunSendDate,
  stopPaymentRun,
  takeOverPaymentRun,
} from '#lib/data/payment-runs.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { createScheduledRuns, inTwoDays, succeeded } from './support/payment-runs.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const { runs, schedule, sends, sendOf, reset } = createScheduledRuns(harness);

beforeEach(reset);

/** Opens the payment link of the only campaign in a new run with a send date. */
async function openLink() {
  const { runId, drafts } = await runs.start(1, inTwoDays());
  const [draft] = drafts;
  if (!draft) throw new Error('No draft.');
  succeeded(await runs.pay(runId, draft));
  return { runId, draft };
}

/**
 * Pays with the open link, and lets the server find the payment and, if allowed, schedule the campaign.
 */
async function pay(draft: TinyCampaign): Promise<void> {
  draft.paid = draft.price;
  await reconcileAttempts(await store());
  await schedule();
}

const skip = async (runId: number, { id }: TinyCampaign) =>
  succeeded(await harness.sender(() => skipInRun(runId, id)));
const stop = async (runId: number) => succeeded(await harness.sender(() => stopPaymentRun(runId)));
const resume = async (runId: number) => succeeded(await harness.sender(() => resumePaymentRun(runId)));

const withdrawals: readonly [string, (runId: number, draft: TinyCampaign) => Promise<unknown>][] = [
  ['the campaign was skipped', skip],
  ['the run was stopped', stop],
  [
    'the campaign was skipped and the run was stopped',
    async (runId, draft) => {
      await skip(runId, draft);
      await stop(runId);
    },
  ],
];

describe.each(withdrawals)('a campaign that is paid for after %s', (_, withdraw) => {
  it('isn’t scheduled, and the receipt says why', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    await pay(draft);
    expect(sends()).toEqual([]);
    expect(await runs.states(runId)).toEqual(['paid']);
    expect(await sendOf(runId)).toMatchObject({
      state: 'not_scheduled',
      failure: { code: 'paid_too_late' },
      canRetry: true,
    });
  });

  it('takes the payer to the ordinary return page, where the member chooses a send date', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    draft.paid = draft.price;
    expect(await runs.comeBack()).toMatchObject({ state: 'paid', runId: undefined, next: 'send' });
    await schedule();
    expect(sends()).toEqual([]);
  });

  it('isn’t scheduled when the run is resumed, but is scheduled once the member saves a send date', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    await pay(draft);
    await resume(runId);
    await schedule();
    expect(sends()).toEqual([]);
    const sendDate = inTwoDays();
    succeeded(await harness.sender(() => saveRunSendDate(runId, sendDate)));
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled', at: Date.parse(sendDate) });
  });

  it('isn’t scheduled after another member takes over the run', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    succeeded(await harness.admin(() => takeOverPaymentRun(runId)));
    await pay(draft);
    expect(sends()).toEqual([]);
  });

  it('isn’t scheduled even if the send date was changed before the payment', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    succeeded(await harness.sender(() => saveRunSendDate(runId, inTwoDays())));
    await pay(draft);
    expect(sends()).toEqual([]);
  });

  it('is scheduled once if the member resumed the run before the payment', async () => {
    const { runId, draft } = await openLink();
    await withdraw(runId, draft);
    await resume(runId);
    await pay(draft);
    await schedule();
    expect(sends()).toHaveLength(1);
  });
});

describe('checkout', () => {
  const find = ({ id }: TinyCampaign) => harness.sender(() => findScheduledRun(id));

  it('says which run will schedule a draft with an open link, unless the member has stopped the run or removed the send date', async () => {
    const sendDate = inTwoDays();
    const { runId, drafts } = await runs.start(1, sendDate);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    expect(await find(draft)).toBeUndefined();
    succeeded(await runs.pay(runId, draft));
    expect(await find(draft)).toEqual({ runId, sendAt: Date.parse(sendDate) });
    await stop(runId);
    expect(await find(draft)).toBeUndefined();
    await resume(runId);
    expect(await find(draft)).toEqual({ runId, sendAt: Date.parse(sendDate) });
    succeeded(await harness.sender(() => saveRunSendDate(runId, null)));
    expect(await find(draft)).toBeUndefined();
  });
});
