/**
 * Tests what members can do while the mail service’s data is older than a successful attempt. Mailroom
 * refuses payment and mailing actions until the service catches up or a member accepts the service’s state.
 */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { settleDueAttempts } from '#lib/attempts/settle.ts';
import { listActivity } from '#lib/data/activity.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { cancelCampaign, cloneCampaign, sendCampaign } from '#lib/data/sending.ts';
import { acceptReading, findStaleReading } from '#lib/data/stale-readings.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;

/** Sends a campaign, and then makes the service show the campaign as a draft again. */
async function sendAndShowDraft(): Promise<{ campaign: TinyCampaign; attemptId: string }> {
  const campaign = addCampaign(harness.service, { id: nextId++ });
  const sent = await harness.sender(() => sendCampaign(campaign.id, {}));
  expect(sent).toMatchObject({ ok: true, value: { status: 'queued' } });
  campaign.status = 'draft';
  const [attempt] = await listCampaignAttempts(await store(), campaign.id);
  harness.service.requests.length = 0;
  return { campaign, attemptId: attempt?.id ?? '' };
}

const addMinutesSinceAttempts = async (id: number) =>
  (await store()).execute(
    sql`update attempts set settled_at = settled_at - interval '10 minutes' where campaign_id = ${id}`,
  );

const STALE = { ok: false, failure: { kind: 'stale', operation: 'sendCampaign' } };

describe('while the service still shows a sent campaign as a draft', () => {
  it('Mailroom refuses to pay for, send, cancel, or delete the campaign, and sends no write request', async () => {
    const { id, customer } = (await sendAndShowDraft()).campaign;
    const calls: (() => Promise<Outcome<unknown>>)[] = [
      () => runOperation('sendCampaign', { customer_id: customer, id }),
      () => runOperation('payCampaign', { id, redirect_uri: `${ORIGIN}/pay/return` }),
      () => runOperation('payAndSendCampaign', { id, email: 'a@example.com', source: 'tok_visa' }),
      () => runOperation('sendCampaignOnInvoice', { id: String(id), email: 'a@example.com' }),
      () => runOperation('cancelCampaign', { id }),
      () => runOperation('deleteCampaign', { customer_id: customer, id }),
    ];
    for (const call of calls) expect(await harness.admin(call)).toMatchObject(STALE);
    expect(harness.service.writes()).toEqual([]);
  });

  it('Mailroom still copies the campaign, because a copy doesn’t depend on the campaign’s state', async () => {
    const { id } = (await sendAndShowDraft()).campaign;
    expect(await harness.sender(() => cloneCampaign(id))).toMatchObject({ ok: true });
  });

  it('members can see which attempt the stale reading contradicts, but signed-out visitors can’t', async () => {
    const { campaign, attemptId } = await sendAndShowDraft();
    const shown = { id: campaign.id, status: campaign.status };
    expect(await harness.sender(() => findStaleReading(shown, undefined))).toMatchObject({
      attemptId,
      operation: 'sendCampaign',
      isAcceptable: false,
      canAccept: true,
    });
    expect(await harness.viewer(() => findStaleReading(shown, undefined))).toMatchObject({
      canAccept: false,
    });
    expect(await signedOut(() => findStaleReading(shown, undefined))).toBeUndefined();
    expect(
      await harness.sender(() => findStaleReading({ ...shown, status: 'queued' }, undefined)),
    ).toBeUndefined();
  });
});

describe('accepting the service’s state', () => {
  it('is possible ten minutes after the attempt, but only for members with permission for the attempted operation', async () => {
    const { campaign, attemptId } = await sendAndShowDraft();
    const { id } = campaign;
    expect(await harness.sender(() => acceptReading(id, attemptId))).toMatchObject({
      failure: { kind: 'refused', code: 'may_be_late' },
    });
    await addMinutesSinceAttempts(id);
    expect(await harness.viewer(() => acceptReading(id, attemptId))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await harness.sender(() => acceptReading(id + 1_000, attemptId))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject(STALE);
    expect(await harness.sender(() => acceptReading(id, attemptId))).toEqual({ ok: true, value: null });
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ ok: true });
    const activity = await harness.admin(() => listActivity({ campaignId: id, outcome: 'superseded' }));
    expect(activity).toMatchObject({
      value: { items: [{ operation: 'sendCampaign', resolvedBy: expect.stringContaining('sender') }] },
    });
  });
});

it('a campaign can’t be copied again until the service shows the first copy', async () => {
  const { id } = addCampaign(harness.service, { id: nextId++ });
  const first = await harness.sender(() => cloneCampaign(id));
  if (!first.ok) throw new Error('The campaign wasn’t copied.');
  const copy = harness.service.campaigns.get(first.value.id);
  harness.service.campaigns.delete(first.value.id);
  harness.service.requests.length = 0;
  expect(await harness.sender(() => cloneCampaign(id))).toEqual({
    ok: false,
    failure: { kind: 'stale', operation: 'cloneCampaign' },
  });
  expect(harness.service.writes()).toEqual([]);
  if (copy) harness.service.campaigns.set(copy.id, copy);
});

it('a reading from before the send doesn’t settle a cancellation whose request was lost', async () => {
  const campaign = addCampaign(harness.service, { id: nextId++ });
  const { id } = campaign;
  await harness.sender(() => sendCampaign(id, {}));
  harness.service.injectFault('POST cancel', 'drop_before');
  await harness.sender(() => cancelCampaign(id));
  // The service never received the cancellation, and still shows the draft from before the send.
  campaign.status = 'draft';
  const db = await store();
  await db.execute(sql`update attempts set read_at = null where campaign_id = ${id}`);
  await settleDueAttempts(db, deadlineIn(5_000));
  const [cancellation] = await listCampaignAttempts(db, id);
  expect(cancellation).toMatchObject({ operation: 'cancelCampaign', state: 'unknown' });
});
