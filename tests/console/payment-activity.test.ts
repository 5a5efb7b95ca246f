import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { listActivity } from '#lib/data/activity.ts';
import { resolveAttemptManually } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import type { ActivityOutcome } from '#lib/domain/activity.ts';
import { dropCachedNames } from '#lib/index/names.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { createPayments } from './support/payments.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const { addUnpaid, payByCard, startLinkPayment } = createPayments(harness);
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => {
  harness.applySettings({});
  harness.service.clockOffsetMs = 0;
  dropCachedNames('customers');
});

async function listRows(campaignId: number, outcome?: ActivityOutcome) {
  const page = await harness.viewer(() => listActivity({ campaignId, ...(outcome && { outcome }) }));
  if (!page.ok) throw new Error('The activity could not be read.');
  return page.value.items;
}

async function listOutcomes(campaignId: number, outcome?: ActivityOutcome): Promise<string[]> {
  return (await listRows(campaignId, outcome)).map((entry) => entry.outcome);
}

async function startPayment(overrides: Partial<TinyCampaign> = {}): Promise<TinyCampaign> {
  const campaign = addUnpaid(overrides);
  await startLinkPayment(campaign.id, '$10.00');
  return campaign;
}

/** Marks every payment as due for a check, and runs the reconciler once. */
async function reconcileNow(): Promise<void> {
  const db = await store();
  await db.execute(sql`update attempts set read_at = null`);
  await reconcileAttempts(db);
}

describe('a payment by link', () => {
  it('is one row in the activity log, which changes from started to paid', async () => {
    const campaign = await startPayment();
    expect(await listRows(campaign.id)).toMatchObject([
      { outcome: 'started', amount: '$10.00', earlier: [] },
    ]);
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(campaign.id));
    const [row, ...others] = await listRows(campaign.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ outcome: 'paid', amount: '$10.00', earlier: [{ outcome: 'started' }] });
    expect(row?.startedAt).toBeLessThanOrEqual(row?.earlier[0]?.at ?? 0);
  });

  it('matches only the filter for its current outcome', async () => {
    const campaign = await startPayment();
    expect(await listOutcomes(campaign.id, 'started')).toEqual(['started']);
    expect(await listOutcomes(campaign.id, 'done')).toEqual([]);
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(campaign.id));
    expect(await listOutcomes(campaign.id, 'paid')).toEqual(['paid']);
    expect(await listOutcomes(campaign.id, 'started')).toEqual([]);
    expect(await listOutcomes(campaign.id, 'done')).toEqual([]);
  });

  it('is marked as abandoned after a day on the service’s clock, but not earlier', async () => {
    const campaign = await startPayment();
    harness.service.clockOffsetMs = DAY_MS - HOUR_MS;
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['started']);
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    await reconcileNow();
    expect(await listRows(campaign.id)).toMatchObject([
      { outcome: 'abandoned', settledBy: 'reading', earlier: [{ outcome: 'started' }] },
    ]);
  });

  it('is marked as paid if the payer pays after the link was marked as abandoned', async () => {
    const campaign = await startPayment();
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    campaign.paid = 10;
    await reconcileNow();
    expect(await listRows(campaign.id)).toMatchObject([
      { outcome: 'paid', earlier: [{ outcome: 'abandoned' }, { outcome: 'started' }] },
    ]);
    expect(await listOutcomes(campaign.id, 'abandoned')).toEqual([]);
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['paid']);
  });

  it('isn’t marked as abandoned while the service is unreachable', async () => {
    const campaign = await startPayment();
    const db = await store();
    await db.execute(
      sql`update attempts set service_started_at = service_started_at - interval '2 days' where campaign_id = ${campaign.id}`,
    );
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['started']);
    harness.applySettings({});
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['abandoned']);
  });

  it('is marked as abandoned after a day if the campaign was deleted', async () => {
    const campaign = await startPayment();
    harness.service.campaigns.delete(campaign.id);
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['started']);
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['abandoned']);
  });

  it('is marked as paid if Mailroom deletes the paid campaign before recording the payment', async () => {
    const campaign = await startPayment();
    campaign.paid = 10;
    expect(await harness.admin(() => deleteCampaign(campaign.id))).toMatchObject({ ok: true });
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    expect((await listOutcomes(campaign.id)).sort()).toEqual(['done', 'paid']);
  });

  it('is marked as abandoned after a day if the campaign was paid for by card or with a later link', async () => {
    const twoLinks = await startPayment();
    twoLinks.price = 12;
    await startLinkPayment(twoLinks.id, '$12.00');
    twoLinks.paid = 12;
    const byCard = await startPayment();
    await payByCard(byCard.id, '$10.00');
    await reconcileNow();
    expect(await listOutcomes(twoLinks.id)).toEqual(['paid', 'started']);
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    expect((await listOutcomes(twoLinks.id)).sort()).toEqual(['abandoned', 'paid']);
    expect((await listOutcomes(byCard.id)).sort()).toEqual(['abandoned', 'done']);
  });

  it('isn’t marked as paid if the campaign was later billed on the monthly invoice', async () => {
    const campaign = await startPayment();
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    const { price, already_paid } = orderAmounts(campaign);
    const sent = await harness.sender(() =>
      sendCampaignOnInvoice(campaign.id, { agreed: { price, already_paid } }),
    );
    expect(sent).toMatchObject({ ok: true });
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(campaign.id));
    expect(await listOutcomes(campaign.id)).toEqual(['done', 'started']);
  });

  it('keeps the outcome that a member recorded, even if the payment is still missing after a day', async () => {
    const campaign = addUnpaid();
    harness.service.injectFault('POST pay', 'drop_after');
    await startLinkPayment(campaign.id, '$10.00');
    const db = await store();
    await db.execute(
      sql`update attempts set state = 'unknown', settled_by = null, started_at = started_at - interval '3 minutes'
        where campaign_id = ${campaign.id}`,
    );
    const [attempt] = await listCampaignAttempts(db, campaign.id);
    await harness.sender(() => resolveAttemptManually(campaign.id, attempt?.id ?? '', 'done'));
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    expect(await listOutcomes(campaign.id)).toEqual(['marked_done']);
  });
});

describe('the reconciler', () => {
  const readCheckouts = (id: number) =>
    harness.service.requestLines().filter((line) => line.includes(`/campaigns/${id}/checkout`)).length;

  it('checks older payments less often', async () => {
    const campaign = await startPayment();
    const db = await store();
    const check = async (age: string, sinceRead: string) => {
      await db.execute(sql`update attempts set started_at = now() - ${age}::interval,
        read_at = now() - ${sinceRead}::interval where campaign_id = ${campaign.id}`);
      harness.service.requests.length = 0;
      await reconcileAttempts(db);
      return readCheckouts(campaign.id);
    };
    expect(await check('10 minutes', '15 seconds')).toBe(0);
    expect(await check('10 minutes', '1 minute')).toBe(1);
    expect(await check('20 hours', '30 minutes')).toBe(0);
    expect(await check('20 hours', '61 minutes')).toBe(1);
  });

  it('stops checking an abandoned payment after 31 days, when its return link no longer works', async () => {
    const campaign = await startPayment();
    harness.service.clockOffsetMs = DAY_MS + MINUTE_MS;
    await reconcileNow();
    const db = await store();
    await db.execute(
      sql`update attempts set started_at = now() - interval '31 days' where campaign_id = ${campaign.id}`,
    );
    harness.service.requests.length = 0;
    await reconcileNow();
    expect(readCheckouts(campaign.id)).toBe(0);
  });
});

it('an unknown attempt still has only one row in the activity log after a member resolves it', async () => {
  const { id } = addCampaign(harness.service, { id: 3_000 });
  harness.service.injectFault('POST send', 'drop_before');
  await harness.sender(() => sendCampaign(id, {}));
  expect(await listOutcomes(id)).toEqual(['unknown']);
  const db = await store();
  const [attempt] = await listCampaignAttempts(db, id);
  await db.execute(
    sql`update attempts set started_at = started_at - interval '3 minutes' where id = ${attempt?.id}`,
  );
  await harness.admin(() => resolveAttemptManually(id, attempt?.id ?? '', 'refused'));
  expect(await listRows(id)).toMatchObject([{ outcome: 'marked_failed', earlier: [{ outcome: 'unknown' }] }]);
  expect(await listOutcomes(id, 'unknown')).toEqual([]);
});
