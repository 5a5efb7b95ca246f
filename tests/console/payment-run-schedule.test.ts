/** Tests that the server schedules the campaigns of payment runs once they are paid for, each at most once. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { stopPaymentRun } from '#lib/data/payment-runs.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { paymentRunItems } from '#lib/store/schema/payment-runs.ts';
import { setUpHarness } from './support/harness.ts';
import { createScheduledRuns, inTwoDays } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const SENDER = 'sender@mailroom.test';
const { payInNewRun, payAndConfirm, schedule, endWait, sends, sendOf, reset } = createScheduledRuns(harness);

beforeEach(reset);

describe('a paid campaign', () => {
  it('is scheduled for the run’s date, once, even if the payer never came back', async () => {
    const sendDate = inTwoDays();
    const { runId, draft } = await payInNewRun(sendDate);
    await schedule();
    expect(sends()).toEqual([]);
    await reconcileAttempts(await store());
    await schedule();
    expect(sends()).toHaveLength(1);
    const call = harness.service.requests.findLast(({ url }) => url.includes('/send'));
    const { pathname, searchParams } = new URL(call?.url ?? '', 'http://x');
    expect(pathname).toBe(`/v1/campaigns/customers/7/campaigns/${draft.id}/send`);
    expect(searchParams.get('date')).toBe(sendDate);
    expect(await sendOf(runId)).toEqual({ state: 'scheduled', at: Date.parse(sendDate), failure: null });
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it('is scheduled as the member who pays in the run', async () => {
    const { draft } = await payAndConfirm();
    await schedule();
    const [attempt] = await listCampaignAttempts(await store(), draft.id);
    expect(attempt).toMatchObject({ operation: 'sendCampaign', by: SENDER, from: null, tokenId: null });
  });

  it('is scheduled once by two servers that work at the same time', async () => {
    await payAndConfirm();
    await Promise.all([schedule(), schedule(), schedule()]);
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it('isn’t scheduled again if the server died before it recorded the end', async () => {
    const { runId } = await payAndConfirm();
    await schedule();
    await (await store()).update(paymentRunItems).set({ sendEndedAt: null });
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
  });

  it('isn’t scheduled again if the response was lost, and shows when the outcome is known', async () => {
    const { runId, draft } = await payAndConfirm();
    harness.service.changeBefore('POST send', () => {
      harness.service.injectFault(`GET ${draft.id}`, 400);
    });
    harness.service.injectFault('POST send', 'drop_after');
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'unknown' });
    await endWait();
    await schedule();
    await (await store()).update(attempts).set({ readAt: null }).where(eq(attempts.campaignId, draft.id));
    await reconcileAttempts(await store());
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
    expect(sends()).toHaveLength(1);
  });

  it('is scheduled later if the mail service can’t be reached', async () => {
    const { runId } = await payAndConfirm();
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    await schedule();
    harness.applySettings({});
    expect(await sendOf(runId)).toMatchObject({ state: 'waiting' });
    await endWait();
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
    expect(sends()).toHaveLength(1);
  });

  it('is still scheduled after the run was stopped', async () => {
    const { runId } = await payAndConfirm();
    await harness.sender(() => stopPaymentRun(runId));
    await schedule();
    expect(sends()).toHaveLength(1);
  });
});
