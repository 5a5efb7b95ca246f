/** Tests failures in the second part of a reschedule, and reschedules of campaigns on the monthly invoice. */
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { addMember, asMember } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';
import {
  addQueued,
  listCalls,
  NEW_TIME,
  NOT_RESCHEDULED,
  OLD_TIME,
  readOnlyAttempt,
  reschedule,
  setUpRescheduling,
} from './support/rescheduling.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpRescheduling();

describe('a campaign that was canceled in the first part', () => {
  const changes: readonly (readonly [string, string, (campaign: TinyCampaign) => unknown])[] = [
    [
      'if the member was demoted',
      'forbidden',
      async () => {
        const [admin, member] = [
          await findMemberId('admin@mailroom.test'),
          await findMemberId('temporary@mailroom.test'),
        ];
        await updateMember(await store(), admin, member, 'viewer');
      },
    ],
    [
      'if the campaign is no longer paid',
      'price',
      (campaign) => Object.assign(campaign, { paid: 0, credit: 10 }),
    ],
    [
      'if the send time is too early now',
      'send_time',
      () => {
        harness.service.clockOffsetMs = 5 * 24 * 3_600_000;
      },
    ],
    [
      'if the campaign’s price can’t be read',
      'not_read',
      () => harness.service.injectFault('GET checkout', { status: 403, body: {} }),
    ],
  ];
  it.each(changes)('isn’t sent %s', async (_, reason, change) => {
    const asTemporary = await asMember(await addMember('temporary@mailroom.test', 'sender'));
    const campaign = addQueued(harness);
    harness.service.changeBefore('POST cancel', () => change(campaign));
    expect(await asTemporary(() => rescheduleCampaign(campaign.id, { sendAt: NEW_TIME }))).toEqual(
      NOT_RESCHEDULED,
    );
    expect(listCalls(harness)).toEqual(['cancel']);
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'refused',
      settledBy: 'answer',
      reschedule: { part: 'send', reason, canceled: { status: 'draft' } },
    });
  });
});

describe('a fault in the second part', () => {
  it('leaves a draft that isn’t scheduled if the fault shows that nothing was sent', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST send', { status: 422, body: {} });
    expect(await reschedule(harness, campaign)).toEqual(NOT_RESCHEDULED);
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'refused',
      reschedule: { part: 'send', reason: 'rejected' },
    });
    expect(await harness.sender(() => sendCampaign(campaign.id, { date: NEW_TIME }))).toMatchObject({
      ok: true,
    });
  });

  it.each([['drop_after'], [500]] as const)(
    'is resolved by a reading if the campaign was actually sent (%s)',
    async (fault) => {
      const campaign = addQueued(harness);
      harness.service.injectFault('POST send', fault);
      expect(await reschedule(harness, campaign)).toMatchObject({
        ok: true,
        value: { scheduled_at: NEW_TIME },
      });
      expect(listCalls(harness)).toEqual(['cancel', 'send']);
      expect(await readOnlyAttempt(harness, campaign)).toMatchObject({ state: 'done', settledBy: 'reading' });
    },
  );

  it('keeps the campaign locked if the outcome is unknown, and never leads to another send', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST send', 'drop_before');
    expect(await reschedule(harness, campaign)).toMatchObject({ failure: { kind: 'unknown' } });
    expect(await harness.sender(() => sendCampaign(campaign.id, {}))).toMatchObject({
      failure: { kind: 'unknown' },
    });
    await reconcileAttempts(await store());
    expect(listCalls(harness)).toEqual(['cancel', 'send']);
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'unknown',
      reschedule: { part: 'send' },
    });
  });

  it('isn’t settled by a reading from before the cancellation', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST send', 'drop_before');
    await reschedule(harness, campaign);
    Object.assign(campaign, { status: 'queued', scheduled_at: OLD_TIME });
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({ state: 'unknown' });
  });
});

describe('a campaign billed on the monthly invoice', () => {
  const agreed = { price: '$10.00', already_paid: '$0.00' };
  const invoiced = { DIRECTMAIL_MONTHLY_INVOICE: 'true' };

  async function addInvoiced(): Promise<TinyCampaign> {
    harness.applySettings(invoiced);
    const campaign = addCampaign(harness.service, { id: addQueued(harness).id, paid: 0 });
    await harness.sender(() => sendCampaignOnInvoice(campaign.id, { agreed, scheduled_at: OLD_TIME }));
    harness.service.requests.length = 0;
    return campaign;
  }

  it('is sent again and billed on the invoice', async () => {
    const { id } = await addInvoiced();
    const outcome = await harness.sender(() => rescheduleCampaign(id, { sendAt: NEW_TIME, agreed }));
    expect(outcome).toMatchObject({ ok: true });
    expect(harness.service.writes()).toEqual([
      `POST /v1/campaigns/customers/7/campaigns/${id}/cancel`,
      `POST /v2/campaigns/${id}/send`,
    ]);
    const [attempt] = await harness.sender(() => listAttempts(id));
    expect(attempt).toMatchObject({ state: 'done', amount: '$10.00' });
  });

  it('isn’t sent again if the member didn’t agree to an invoice, if the price differs, or if invoicing is off', async () => {
    const { id } = await addInvoiced();
    const move = (input: Parameters<typeof rescheduleCampaign>[1]) =>
      harness.sender(() => rescheduleCampaign(id, input));
    expect(await move({ sendAt: NEW_TIME })).toMatchObject({ failure: { code: 'not_reschedulable' } });
    expect(await move({ sendAt: NEW_TIME, agreed: { ...agreed, price: '$9.00' } })).toMatchObject({
      failure: { kind: 'price_changed', seen: '$9.00', now: '$10.00' },
    });
    harness.applySettings({});
    expect(await move({ sendAt: NEW_TIME, agreed })).toMatchObject({
      failure: { code: 'not_reschedulable' },
    });
    expect(harness.service.writes()).toEqual([]);
  });

  it('isn’t sent again if the price changes between the parts', async () => {
    const campaign = await addInvoiced();
    harness.service.changeBefore('POST cancel', () => {
      campaign.price = 12;
    });
    expect(await harness.sender(() => rescheduleCampaign(campaign.id, { sendAt: NEW_TIME, agreed }))).toEqual(
      NOT_RESCHEDULED,
    );
    expect(listCalls(harness)).toEqual(['cancel']);
  });
});
