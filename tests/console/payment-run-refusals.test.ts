/** Tests the cases in which the server doesn't schedule a campaign in a payment run. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { skipInRun } from '#lib/data/payment-run-turn.ts';
import { saveRunSendDate, takeOverPaymentRun } from '#lib/data/payment-runs.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { paymentRunItems, paymentRuns } from '#lib/store/schema/payment-runs.ts';
import { addDraftWithProof } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';
import { createScheduledRuns, inTwoDays, succeeded } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const { runs, payAndConfirm, schedule, endWait, sends, sendOf, reset } = createScheduledRuns(harness);

beforeEach(reset);

afterEach(async () => {
  await harness.admin(() => saveApprovalRule({ rule: 'none', minimum: null }));
});

describe('the server', () => {
  it('schedules nothing if the run has no send date', async () => {
    await payAndConfirm(null);
    await schedule();
    expect(sends()).toEqual([]);
  });

  it('schedules nothing if the campaign was skipped or paid for elsewhere', async () => {
    const { runId, drafts } = await runs.start(2, inTwoDays());
    const [first, second] = drafts;
    if (!first || !second) throw new Error('No drafts.');
    first.paid = 10;
    expect(await runs.turn(runId)).toBe(second.id);
    await harness.sender(() => skipInRun(runId, second.id));
    second.paid = 10;
    await schedule();
    expect(sends()).toEqual([]);
  });

  /** Pays for a campaign as another sender, who can then be demoted or disabled. */
  async function payAsLeavingMember() {
    const email = `${crypto.randomUUID()}@mailroom.test`;
    const leaving = await asMember(await addMember(email, 'sender'));
    const { runId, drafts } = await runs.start(1, inTwoDays());
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    await leaving(() => takeOverPaymentRun(runId));
    succeeded(await runs.pay(runId, draft, leaving));
    draft.paid = 10;
    await reconcileAttempts(await store());
    const [admin, id] = [await findMemberId('admin@mailroom.test'), await findMemberId(email)];
    const leave = async (change: 'viewer' | 'disable') => updateMember(await store(), admin, id, change);
    return { runId, leave };
  }

  it.each([
    ['became a viewer', 'viewer'],
    ['was disabled', 'disable'],
  ] as const)('schedules nothing if the member %s after paying', async (_, change) => {
    const { runId, leave } = await payAsLeavingMember();
    await leave(change);
    await schedule();
    expect(sends()).toEqual([]);
    expect(await sendOf(runId)).toMatchObject({ state: 'not_scheduled', failure: { kind: 'forbidden' } });
  });

  it('schedules nothing if the member loses the role while the campaign is being read', async () => {
    const { runId, leave } = await payAsLeavingMember();
    harness.service.changeBefore('GET checkout', () => leave('viewer'));
    await schedule();
    expect(sends()).toEqual([]);
    expect(await sendOf(runId)).toMatchObject({ failure: { kind: 'forbidden' } });
  });

  it('schedules nothing until the next round if the send date changes while the campaign is being read', async () => {
    const { runId } = await payAndConfirm();
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    harness.service.changeBefore('GET checkout', () => harness.sender(() => saveRunSendDate(runId, later)));
    await schedule();
    expect(sends()).toEqual([]);
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ at: Date.parse(later) });
  });

  it('schedules nothing if the team’s rule requires an approval that is missing', async () => {
    const { runId, draft } = await payAndConfirm();
    addDraftWithProof(harness.service, { ...draft });
    await harness.admin(() => saveApprovalRule({ rule: 'member', minimum: null }));
    await schedule();
    expect(sends()).toEqual([]);
    expect(await sendOf(runId)).toMatchObject({
      state: 'not_scheduled',
      failure: { kind: 'not_approved', why: 'member' },
    });
  });

  it('schedules nothing if the send date is too close, but lets the member choose another date', async () => {
    const { runId } = await payAndConfirm(new Date(Date.now() + 20 * 60_000).toISOString());
    harness.service.clockOffsetMs = 10 * 60_000;
    await schedule();
    expect(sends()).toEqual([]);
    expect(await sendOf(runId)).toMatchObject({ state: 'not_scheduled', failure: { kind: 'invalid' } });
    harness.service.clockOffsetMs = 0;
    await harness.sender(() => saveRunSendDate(runId, inTwoDays()));
    await schedule();
    expect(sends()).toHaveLength(1);
  });

  it.each([
    ['recipients', { recipient_count: 4 }],
    ['price', { price: 9 }],
  ] as const)('schedules nothing if the %s changed after the payment', async (_, change) => {
    const { runId, draft } = await payAndConfirm();
    Object.assign(draft, change);
    await schedule();
    expect(sends()).toEqual([]);
    expect(await sendOf(runId)).toMatchObject({ failure: { code: 'order_changed' } });
  });

  it('schedules nothing if a member sent the campaign first', async () => {
    const { runId, draft } = await payAndConfirm();
    succeeded(await harness.sender(() => sendCampaign(draft.id, {})));
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ failure: { code: 'not_draft' } });
  });

  it('schedules nothing after the mail service refuses the call, even if the member chooses another date', async () => {
    const { runId } = await payAndConfirm();
    harness.service.injectFault('POST send', { status: 409, body: { error: { code: 'date_too_early' } } });
    await schedule();
    expect(await sendOf(runId)).toMatchObject({
      state: 'not_scheduled',
      failure: { kind: 'refused', code: 'date_too_early' },
    });
    await harness.sender(() => saveRunSendDate(runId, inTwoDays()));
    await schedule();
    expect(sends()).toHaveLength(1);
  });
});

describe('a paid campaign', () => {
  it('is scheduled without an approval if its price is below the rule’s minimum', async () => {
    const { runId, draft } = await payAndConfirm();
    await harness.admin(() => saveApprovalRule({ rule: 'member', minimum: draft.price * 100 * 2 }));
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled' });
  });

  it('counts as not scheduled once the send date has passed, without a call, even if the mail service doesn’t respond', async () => {
    const { runId } = await payAndConfirm();
    await (await store()).update(paymentRuns).set({ sendDate: new Date(Date.now() - 60_000).toISOString() });
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    await schedule();
    harness.applySettings({});
    expect(await sendOf(runId)).toMatchObject({ state: 'not_scheduled', failure: { kind: 'invalid' } });
  });

  it('isn’t checked after the send date until a payment link is opened', async () => {
    const { runId, drafts } = await runs.start(1, inTwoDays());
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    const db = await store();
    await db.update(paymentRuns).set({ sendDate: new Date(Date.now() - 60_000).toISOString() });
    await schedule();
    const isEnded = async () =>
      (await db.select().from(paymentRunItems)).map(({ sendEndedAt }) => !!sendEndedAt);
    expect(await isEnded()).toEqual([true]);
    succeeded(await runs.pay(runId, draft));
    expect(await isEnded()).toEqual([false]);
    draft.paid = draft.price;
    await reconcileAttempts(db);
    await schedule();
    expect(await sendOf(runId)).toMatchObject({ state: 'not_scheduled', failure: { kind: 'invalid' } });
  });
});
