/** Tests payment runs: which campaign is next, and which campaigns are left out. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { startPayment } from '#lib/data/paying.ts';
import { readRunProgress, skipInRun } from '#lib/data/payment-run-turn.ts';
import { exportPaymentRun, listOpenRuns, listPaymentRuns } from '#lib/data/payment-run-views.ts';
import {
  createPaymentRun,
  resumePaymentRun,
  stopPaymentRun,
  takeOverPaymentRun,
} from '#lib/data/payment-runs.ts';
import { MAX_RUN_CAMPAIGNS } from '#lib/domain/payment-run.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { agreeTo, setUpRuns, succeeded } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, runs, writes, otherSender } = setUpRuns();

describe('starting a run', () => {
  it('keeps the campaigns in the given order, without duplicates, and makes no calls to the mail service', async () => {
    const [one, two] = runs.addDrafts(2);
    const ids = [two?.id ?? 0, one?.id ?? 0, two?.id ?? 0];
    const { id } = succeeded(await harness.sender(() => createPaymentRun(ids, null)));
    expect((await runs.read(id)).items.map(({ campaignId }) => campaignId)).toEqual(ids.slice(0, 2));
    expect(harness.service.requests).toEqual([]);
  });

  it('needs at least one campaign and at most 100', async () => {
    const ids = Array.from({ length: MAX_RUN_CAMPAIGNS + 1 }, (_, i) => i + 1);
    const create = (chosen: number[]) => harness.sender(() => createPaymentRun(chosen, null));
    expect(await create([])).toMatchObject({ failure: { kind: 'invalid' } });
    expect(await create(ids)).toMatchObject({ failure: { kind: 'invalid' } });
    expect(await create(ids.slice(1))).toMatchObject({ ok: true });
  });

  it('refuses a send date outside the limits', async () => {
    const create = (ms: number) =>
      harness.sender(() => createPaymentRun([1], new Date(Date.now() + ms).toISOString()));
    expect(await create(60_000)).toMatchObject({
      failure: { kind: 'invalid', fields: { at: expect.any(String) } },
    });
    expect(await create(91 * 86_400_000)).toMatchObject({ failure: { kind: 'invalid' } });
  });

  it('is refused if campaigns are billed on the monthly invoice', async () => {
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    const created = await harness.sender(() => createPaymentRun([1], null));
    harness.applySettings({});
    expect(created).toMatchObject({ failure: { code: 'run_on_invoice' } });
  });
});

describe('a run', () => {
  it('goes on to the next campaign after each payment', async () => {
    const { runId, drafts } = await runs.start(3);
    const [first, second, third] = drafts.map(({ id }) => id);
    expect(await runs.turn(runId)).toBe(first);
    for (const draft of drafts.slice(0, 2)) {
      expect(await runs.payAndReturn(runId, draft)).toMatchObject({ state: 'paid', runId });
    }
    expect(second).toBeDefined();
    expect(await runs.turn(runId)).toBe(third);
    expect(await runs.states(runId)).toEqual(['paid', 'paid', 'waiting']);
    expect((await runs.read(runId)).items[0]).toMatchObject({ amount: '$10.00', credit: '$0.00' });
  });

  it('leaves out campaigns that were paid for elsewhere, deleted, sent, or covered by credits', async () => {
    const { runId, drafts } = await runs.start(5);
    const [elsewhere, deleted, sent, covered, last] = drafts;
    Object.assign(elsewhere ?? {}, { paid: 10 });
    harness.service.campaigns.delete(deleted?.id ?? 0);
    Object.assign(sent ?? {}, { status: 'queued', paid: 10 });
    Object.assign(covered ?? {}, { credit: 10 });
    expect(await runs.turn(runId)).toBe(last?.id);
    expect(await runs.states(runId)).toEqual([
      'paid_elsewhere',
      'missing',
      'not_draft',
      'credits',
      'waiting',
    ]);
    expect((await runs.read(runId)).items[0]).toMatchObject({ amount: '$10.00' });
    expect(writes()).toEqual([]);
  });

  it('counts a campaign paid for with an ordinary checkout link as paid for elsewhere', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    await harness.admin(() => startPayment(draft.id, { agreed: agreeTo(draft) }));
    draft.paid = 10;
    expect(await runs.turn(runId)).toBeUndefined();
    expect(await runs.states(runId)).toEqual(['paid_elsewhere']);
  });

  it('skips campaigns, and offers them again when it is resumed', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first, second] = drafts.map(({ id }) => id);
    await harness.sender(() => skipInRun(runId, first ?? 0));
    expect(await runs.turn(runId)).toBe(second);
    await harness.sender(() => resumePaymentRun(runId));
    expect(await runs.turn(runId)).toBe(first);
  });

  it('pays nothing and reads nothing while it is stopped', async () => {
    const { runId, drafts } = await runs.start(2);
    await harness.sender(() => stopPaymentRun(runId));
    expect(await runs.turn(runId)).toBeUndefined();
    for (const draft of drafts)
      expect(await runs.pay(runId, draft)).toMatchObject({ failure: { code: 'run_stopped' } });
    expect(harness.service.requests).toEqual([]);
    await harness.sender(() => resumePaymentRun(runId));
    expect(await runs.turn(runId)).toBe(drafts[0]?.id);
  });

  it('stays on a campaign that can’t be read instead of going on without it', async () => {
    const { runId, drafts } = await runs.start(2);
    harness.service.injectFault('GET checkout', 400);
    expect(await runs.turn(runId)).toBe(drafts[0]?.id);
    expect(await runs.states(runId)).toEqual(['waiting', 'waiting']);
  });
});

describe('a payment that isn’t confirmed yet', () => {
  it('can’t be repeated, and lets the run go on with the next campaign', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first, second] = drafts;
    if (!first || !second) throw new Error('No drafts.');
    succeeded(await runs.pay(runId, first));
    expect(await runs.comeBack()).toMatchObject({ state: 'confirming', runId });
    expect(await runs.states(runId)).toEqual(['confirming', 'waiting']);
    expect(await runs.turn(runId)).toBe(second.id);
    harness.service.requests.length = 0;
    expect(await runs.pay(runId, first)).toMatchObject({ failure: { code: 'not_in_turn' } });
    // Checkout refuses a second payment, too.
    const agreed = agreeTo(first);
    expect(await harness.sender(() => startPayment(first.id, { agreed }))).toMatchObject({
      failure: { kind: 'stale' },
    });
    expect(writes()).toEqual([]);
    first.paid = 10;
    await harness.sender(() => readRunProgress(runId));
    expect(await runs.states(runId)).toEqual(['paid', 'waiting']);
  });

  it('is offered again at the end of the run, once the confirmation period is over', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first, second] = drafts;
    if (!first || !second) throw new Error('No drafts.');
    succeeded(await runs.pay(runId, first));
    await runs.comeBack();
    await (await store()).execute(
      sql`update attempts set payer_returned_at = now() - interval '1 minute' where campaign_id = ${first.id}`,
    );
    expect(await runs.states(runId)).toEqual(['unconfirmed', 'waiting']);
    expect(await runs.turn(runId)).toBe(second.id);
    await harness.sender(() => skipInRun(runId, second.id));
    expect(await runs.turn(runId)).toBe(first.id);
    // The run uses the earlier link again, so the campaign can't be paid for twice.
    harness.service.requests.length = 0;
    expect(await runs.pay(runId, first)).toMatchObject({ ok: true });
    expect(writes()).toEqual([]);
  });

  it('is confirmed by the reconciler, without a browser', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    succeeded(await runs.pay(runId, draft));
    draft.paid = 10;
    await reconcileAttempts(await store());
    expect(await runs.states(runId)).toEqual(['paid']);
  });

  it('is never made twice, even if the response to the first click is lost', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first, second] = drafts;
    if (!first || !second) throw new Error('No drafts.');
    harness.service.changeBefore('POST pay', () => harness.service.injectFault(`GET ${first.id}`, 400));
    harness.service.injectFault('POST pay', 'drop_after');
    expect(await runs.pay(runId, first)).toMatchObject({ failure: { kind: 'unknown' } });
    expect(await runs.states(runId)).toEqual(['unknown', 'waiting']);
    expect(await runs.turn(runId)).toBe(second.id);
    expect(await runs.pay(runId, first)).toMatchObject({ failure: { kind: 'in_progress' } });
    expect(writes()).toHaveLength(1);
  });
});

it('a member can list all runs, and the member’s own runs that can be continued', async () => {
  const { runId, drafts } = await runs.start(3);
  const [first, second] = drafts;
  if (!first || !second) throw new Error('No drafts.');
  await runs.payAndReturn(runId, first);
  await harness.sender(() => skipInRun(runId, second.id));
  const summary = { id: runId, by: 'sender@mailroom.test', campaigns: 3, paid: 1, left: 1, stoppedAt: null };
  expect(succeeded(await harness.viewer(() => listPaymentRuns({ page: 1, perPage: 1 }))).runs).toMatchObject([
    summary,
  ]);
  expect((await harness.sender(listOpenRuns))[0]).toMatchObject(summary);
  expect(await otherSender(listOpenRuns)).not.toContainEqual(expect.objectContaining({ id: runId }));
  await harness.sender(() => stopPaymentRun(runId));
  expect(await harness.sender(listOpenRuns)).not.toContainEqual(expect.objectContaining({ id: runId }));
});

it('the activity records who started, stopped, resumed, took over, and exported a run', async () => {
  const { runId } = await runs.start(1);
  await harness.sender(() => stopPaymentRun(runId));
  await harness.sender(() => stopPaymentRun(runId));
  await harness.sender(() => resumePaymentRun(runId));
  await harness.admin(() => takeOverPaymentRun(runId));
  await harness.viewer(() => exportPaymentRun(runId));
  const recorded = await (await store())
    .select({ operation: activity.operation, by: activity.by })
    .from(activity)
    .where(sql`${activity.details}->>'run' = ${String(runId)}`)
    .orderBy(activity.id);
  expect(recorded).toEqual([
    { operation: 'payment_run.started', by: 'sender@mailroom.test' },
    { operation: 'payment_run.stopped', by: 'sender@mailroom.test' },
    { operation: 'payment_run.resumed', by: 'sender@mailroom.test' },
    { operation: 'payment_run.taken_over', by: 'admin@mailroom.test' },
    { operation: 'payment_run.exported', by: 'viewer@mailroom.test' },
  ]);
});
