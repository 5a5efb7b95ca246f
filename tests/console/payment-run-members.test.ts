/** Tests payment runs that are used in two tabs, by other members, and by people who aren't signed in. */
import { describe, expect, it, vi } from 'vitest';
import { payInRun, skipInRun } from '#lib/data/payment-run-turn.ts';
import {
  createPaymentRun,
  resumePaymentRun,
  stopPaymentRun,
  takeOverPaymentRun,
} from '#lib/data/payment-runs.ts';
import { signedOut } from './support/members.ts';
import { agreeTo, setUpRuns, succeeded } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, runs, writes, otherSender } = setUpRuns();

describe('a payment run in two tabs', () => {
  it('two tabs get the same payment link from one call', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    const results = await Promise.all([runs.pay(runId, draft), runs.pay(runId, draft)]);
    expect(results.some(({ ok }) => ok)).toBe(true);
    expect(await runs.pay(runId, draft)).toMatchObject({ ok: true });
    expect(writes()).toHaveLength(1);
  });

  it('two tabs can’t both pay for the same campaign', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    const agreed = agreeTo(draft);
    await runs.payAndReturn(runId, draft);
    harness.service.requests.length = 0;
    expect(await harness.sender(() => payInRun(runId, draft.id, agreed))).toMatchObject({
      failure: { code: 'not_in_turn' },
    });
    expect(writes()).toEqual([]);
  });
});

describe('other people in a payment run', () => {
  it('other people can see a payment’s return page, but it doesn’t lead them back to the run', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    succeeded(await runs.pay(runId, draft));
    draft.paid = 10;
    for (const runAs of [signedOut, otherSender, harness.viewer, harness.admin])
      expect(await runs.comeBack(runAs)).toMatchObject({ state: 'paid', runId: undefined });
    expect(await runs.comeBack(harness.sender)).toMatchObject({ runId });
  });

  it('other members can see a payment run, but can’t pay in it, skip its campaigns, stop it, or resume it', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    expect(await runs.read(runId, harness.viewer)).toMatchObject({ isOwn: false, canPay: false });
    expect(await runs.read(runId, otherSender)).toMatchObject({ isOwn: false, canPay: true });
    expect(await runs.turn(runId, otherSender)).toBeUndefined();
    const failure = { failure: { code: 'other_members_run' } };
    expect(await runs.pay(runId, draft, otherSender)).toMatchObject(failure);
    expect(await otherSender(() => skipInRun(runId, draft.id))).toMatchObject(failure);
    expect(await otherSender(() => stopPaymentRun(runId))).toMatchObject(failure);
    expect(await harness.admin(() => resumePaymentRun(runId))).toMatchObject(failure);
    expect(await harness.viewer(() => takeOverPaymentRun(runId))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(harness.service.requests).toEqual([]);
  });

  it('another sender can take over a payment run, and then the first member can no longer use it to pay', async () => {
    const { runId, drafts } = await runs.start(2);
    const [first, second] = drafts;
    if (!first || !second) throw new Error('No drafts.');
    succeeded(await runs.pay(runId, first));
    const state = runs.lastReturnState();
    await otherSender(() => takeOverPaymentRun(runId));
    expect(await runs.read(runId, otherSender)).toMatchObject({ isOwn: true, by: 'other@mailroom.test' });
    expect(await runs.pay(runId, second)).toMatchObject({ failure: { code: 'other_members_run' } });
    expect(await runs.pay(runId, second, otherSender)).toMatchObject({ ok: true });
    // The first member's payment link no longer leads back to the run.
    first.paid = 10;
    expect(await runs.comeBack(harness.sender, state)).toMatchObject({ state: 'paid', runId: undefined });
  });

  it('taking over a payment run before its first payment stops the first member from paying', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    await otherSender(() => takeOverPaymentRun(runId));
    expect(await runs.pay(runId, draft)).toMatchObject({ failure: { code: 'other_members_run' } });
    expect(writes()).toEqual([]);
  });

  it('a member can’t take over another member’s payment link by starting a separate payment run', async () => {
    const { runId, drafts } = await runs.start(1);
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    succeeded(await runs.pay(runId, draft));
    const state = runs.lastReturnState();
    const other = succeeded(await otherSender(() => createPaymentRun([draft.id], null)));
    succeeded(await runs.pay(other.id, draft, otherSender));
    expect(writes()).toHaveLength(1);
    draft.paid = 10;
    expect(await runs.comeBack(otherSender, state)).toMatchObject({ runId: undefined });
    expect(await runs.comeBack(harness.sender, state)).toMatchObject({ runId });
    expect(await runs.turn(other.id, otherSender)).toBeUndefined();
    expect(await runs.states(other.id)).toEqual(['paid_elsewhere']);
  });
});
