/**
 * Tests that the server schedules each campaign in a payment run after the campaign is paid for, and does so
 * at most once.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { stopPaymentRun } from '#lib/data/payment-runs.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { settleAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { paymentRunItems } from '#lib/store/schema/payment-runs.ts';
import { addDraftWithProof, decideAsMember, proofPath } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { createScheduledRuns, inTwoDays } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const SENDER = 'sender@mailroom.test';
const { payInNewRun, payAndConfirm, schedule, endWait, sends, sendOf, reset } = createScheduledRuns(harness);

beforeEach(reset);
afterEach(async () => {
  await harness.admin(() => saveApprovalRule({ rule: 'none', minimum: null }));
});

describe('a paid campaign', () => {
  it('is scheduled once for the run’s date, even if the payer never returned', async () => {
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
    expect(await sendOf(runId)).toEqual({
      state: 'scheduled',
      at: Date.parse(sendDate),
      failure: null,
      canRetry: false,
    });
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it('is scheduled on behalf of the member who pays in the run', async () => {
    const { draft } = await payAndConfirm();
    await schedule();
    const [attempt] = await listCampaignAttempts(await store(), draft.id);
    expect(attempt).toMatchObject({ operation: 'sendCampaign', by: SENDER, from: null, tokenId: null });
  });

  it('is scheduled only once if two servers work at the same time', async () => {
    await payAndConfirm();
    await Promise.all([schedule(), schedule(), schedule()]);
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it('isn’t scheduled again if the server died before it recorded the result', async () => {
    const { runId } = await payAndConfirm();
    await schedule();
    await (await store()).update(paymentRunItems).set({ sendEndedAt: null });
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
  });

  it('is scheduled even if a server died before it recorded why a call was refused', async () => {
    const { runId } = await payAndConfirm();
    harness.service.injectFault('POST send', { status: 409, body: {} });
    await schedule();
    await (await store()).update(paymentRunItems).set({ sendEndedAt: null, sendFailure: null });
    await schedule();
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(2);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled', failure: null });
  });

  it('isn’t scheduled again if the response was lost, and shows the outcome once the outcome is known', async () => {
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

  it('no longer has an unknown outcome after a member has recorded that the lost call failed', async () => {
    const { runId, draft } = await payAndConfirm();
    harness.service.changeBefore('POST send', () => {
      harness.service.injectFault(`GET ${draft.id}`, 400);
    });
    harness.service.injectFault('POST send', 'drop_before');
    await schedule();
    const db = await store();
    const [attempt] = await listCampaignAttempts(db, draft.id);
    await settleAttempt(db, attempt?.id ?? '', { state: 'refused', settledBy: 'member' });
    expect(await sendOf(runId)).toMatchObject({ state: 'not_scheduled', failure: null });
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it.each([
    ['too many calls', 429, 'GET checkout', 1],
    ['too many calls', 429, 'POST send', 2],
    ['the API key', 401, 'GET checkout', 1],
    ['the API key', 401, 'POST send', 2],
  ])('is scheduled later if the mail service refused %s with %i to %s', async (_, status, route, calls) => {
    const { runId } = await payAndConfirm();
    harness.service.injectFault(route, { status, body: {} });
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'waiting' });
    dropSingleton('retryAfter');
    await schedule();
    expect(sends()).toHaveLength(calls - 1);
    await endWait();
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled', failure: null });
    expect(sends()).toHaveLength(calls);
  });

  it('is scheduled later if the proof that was approved can’t be read', async () => {
    const { runId, draft } = await payAndConfirm();
    const withProof = addDraftWithProof(harness.service, { ...draft });
    await harness.admin(() => saveApprovalRule({ rule: 'member', minimum: null }));
    expect(await decideAsMember(withProof, 'admin@mailroom.test')).toMatchObject({ ok: true });
    const proof = harness.service.files.get(proofPath(withProof)) ?? '';
    harness.service.files.delete(proofPath(withProof));
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'waiting' });
    harness.service.files.set(proofPath(withProof), proof);
    await endWait();
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
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

  it('is still scheduled after the run is stopped', async () => {
    const { runId } = await payAndConfirm();
    await harness.sender(() => stopPaymentRun(runId));
    await schedule();
    expect(sends()).toHaveLength(1);
  });
});
