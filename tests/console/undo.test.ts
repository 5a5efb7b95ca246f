/** Tests which undo actions the confirmations offer, and who can delete a fresh copy. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteFreshCopy } from '#lib/data/copies.ts';
import { cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import { saveTitleAndNote } from '#lib/data/titles-and-notes.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { chooseUndo } from '#lib/domain/undo.ts';
import { store } from '#lib/store/open.ts';
import { addGuestDecision } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { createPayments } from './support/payments.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const { startLinkPayment } = createPayments(harness);
let nextId = 50_000;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const COPY_IN_USE = { ok: false, failure: { kind: 'refused', status: 409, code: 'copy_in_use' } };

describe('a fresh copy', () => {
  async function createCopy(): Promise<{ original: TinyCampaign; copy: TinyCampaign }> {
    nextId += 10;
    const original = addCampaign(harness.service, { id: nextId, paid: 0 });
    const outcome = await harness.sender(() => cloneCampaign(original.id));
    const copy = outcome.ok ? harness.service.campaigns.get(outcome.value.id) : undefined;
    if (!copy) throw new Error('No copy was made.');
    harness.service.requests.length = 0;
    return { original, copy };
  }
  const undo = ({ original, copy }: { original: TinyCampaign; copy: TinyCampaign }, runAs = harness.sender) =>
    runAs(() => deleteFreshCopy(copy.id, original.id));
  const wasDeleted = ({ id }: TinyCampaign) => !harness.service.campaigns.has(id);

  it('can be deleted by the sender who made it', async () => {
    const campaigns = await createCopy();
    expect(await undo(campaigns)).toMatchObject({ ok: true });
    expect(wasDeleted(campaigns.copy)).toBe(true);
    expect(wasDeleted(campaigns.original)).toBe(false);
  });

  it('can’t be deleted by other senders, by viewers, or if the wrong original is given', async () => {
    const campaigns = await createCopy();
    const other = await asMember(await addMember('other@mailroom.test', 'sender'));
    expect(await undo(campaigns, other)).toEqual(COPY_IN_USE);
    expect(await undo(campaigns, harness.viewer)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await undo({ original: campaigns.copy, copy: campaigns.original })).toEqual(COPY_IN_USE);
    expect(harness.service.writes()).toEqual([]);
  });

  it('can be deleted after the service refused to delete it', async () => {
    const campaigns = await createCopy();
    harness.service.injectFault(`DELETE ${campaigns.copy.id}`, { status: 409, body: {} });
    expect(await undo(campaigns)).toMatchObject({ failure: { kind: 'refused' } });
    expect(await undo(campaigns)).toMatchObject({ ok: true });
    expect(wasDeleted(campaigns.copy)).toBe(true);
  });

  it('can’t be deleted after ten minutes', async () => {
    const campaigns = await createCopy();
    await (await store()).execute(
      sql`update attempts set settled_at = now() - interval '10 minutes' where campaign_id = ${campaigns.original.id}`,
    );
    expect(await undo(campaigns)).toEqual(COPY_IN_USE);
  });

  const uses: readonly (readonly [string, (copy: TinyCampaign) => unknown])[] = [
    ['is paid', (copy) => Object.assign(copy, { paid: 10 })],
    ['is partly paid', (copy) => Object.assign(copy, { paid: 1 })],
    ['is queued', (copy) => Object.assign(copy, { status: 'queued' })],
    [
      'has a refused payment',
      async (copy) => {
        harness.service.injectFault('POST pay', { status: 422, body: {} });
        await startLinkPayment(copy.id, '$10.00');
      },
    ],
    ['was copied', (copy) => harness.sender(() => cloneCampaign(copy.id))],
    [
      'has a title',
      (copy) => harness.sender(() => saveTitleAndNote(copy.id, { title: 'Mine', note: null }, 0)),
    ],
    ['was shared', (copy) => addGuestDecision(copy, 'approved')],
    [
      'was changed elsewhere',
      (copy) =>
        Object.assign(copy, { created_at: '2026-11-23T10:00:00Z', updated_at: '2026-11-23T10:01:00Z' }),
    ],
  ];
  it.each(uses)('can’t be deleted if it %s', async (_, use) => {
    const campaigns = await createCopy();
    await use(campaigns.copy);
    harness.service.requests.length = 0;
    expect(await undo(campaigns)).toEqual(COPY_IN_USE);
    expect(harness.service.writes()).toEqual([]);
  });

  it('can’t be deleted by a sender with deleteCampaign, and neither can its original', async () => {
    const { original, copy } = await createCopy();
    for (const { id } of [original, copy])
      expect(await harness.sender(() => deleteCampaign(id))).toMatchObject({
        failure: { kind: 'forbidden' },
      });
  });
});

describe('undo', () => {
  const NOW = Date.parse('2026-11-23T12:00:00Z');
  const [SOON, LATER] = ['2026-11-23T12:10:00Z', '2026-11-25T12:00:00Z'];
  const block = (paid: boolean) => ({
    price_calculation: '10 × $1.00',
    price: '$10.00',
    credit: '$0.00',
    already_paid: paid ? '$10.00' : '$0.00',
    to_be_paid: paid ? '$0.00' : '$10.00',
    to_be_paid_amount: paid ? 0 : 10,
  });
  const checkoutWith = (paid: boolean) => ({
    send_copy_to_sender: false,
    thumbnails: undefined,
    proof: undefined,
    without_sender: block(paid),
    with_sender: block(paid),
  });
  const invoiceSend = { operation: 'sendCampaignOnInvoice', state: 'done', reschedule: null } as Attempt;
  const find = (
    operation: Parameters<typeof chooseUndo>[0]['operation'],
    before: string | null,
    campaign: { status: string; scheduled_at?: string },
    { isPaid = true, attempts = [] as Attempt[], invoiced = false } = {},
  ) =>
    chooseUndo(
      { operation, before: { status: 'queued', scheduledAt: before } },
      { campaign: { id: 1, ...campaign }, checkout: checkoutWith(isPaid), attempts, invoiced, now: NOW },
    );

  it('cancels a campaign that was sent, while that is possible', () => {
    const queued = { status: 'queued', scheduled_at: LATER };
    for (const operation of ['sendCampaign', 'sendCampaignOnInvoice', 'payAndSendCampaign'] as const) {
      expect(find(operation, null, queued)).toEqual({ kind: 'cancel' });
      expect(find(operation, null, { status: 'processing' })).toBeUndefined();
    }
  });

  it('schedules a canceled campaign again for the same time, if that is still allowed', () => {
    expect(find('cancelCampaign', LATER, { status: 'draft' })).toEqual({
      kind: 'schedule',
      again: { date: '2026-11-25T12:00:00.000Z' },
    });
    expect(find('cancelCampaign', SOON, { status: 'draft' })).toBeUndefined();
    expect(find('cancelCampaign', null, { status: 'draft' })).toBeUndefined();
    expect(find('cancelCampaign', LATER, { status: 'queued' })).toBeUndefined();
    expect(find('cancelCampaign', LATER, { status: 'draft' }, { isPaid: false })).toBeUndefined();
  });

  it('if a canceled campaign was billed on the invoice, sends it on the invoice again while invoicing is on', () => {
    const options = { isPaid: false, attempts: [invoiceSend] };
    expect(find('cancelCampaign', LATER, { status: 'draft' }, { ...options, invoiced: true })).toMatchObject({
      again: { billed: { price: '$10.00', already_paid: '$0.00' }, total: '$10.00' },
    });
    expect(find('cancelCampaign', LATER, { status: 'draft' }, options)).toBeUndefined();
  });

  it('restores the earlier time of a rescheduled campaign, while that time is allowed', () => {
    const queued = { status: 'queued', scheduled_at: '2026-11-28T12:00:00Z' };
    expect(find('rescheduleCampaign', LATER, queued)).toMatchObject({ kind: 'move_back' });
    expect(find('rescheduleCampaign', SOON, queued)).toBeUndefined();
    expect(find('rescheduleCampaign', LATER, { status: 'processing' })).toBeUndefined();
  });

  it('isn’t offered after a deletion', () => {
    expect(find('deleteCampaign', LATER, { status: 'draft' })).toBeUndefined();
  });
});
