/** The console's decisions on the real embedded service, over HTTP, with its faults. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { attemptsOf } from '#lib/data/attempts.ts';
import { checkOut, countCampaigns, getCampaign, listCampaigns } from '#lib/data/campaigns.ts';
import { customers, templateNames } from '#lib/data/names.ts';
import { ownersOf } from '#lib/data/owners.ts';
import { payAndSend, startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { isSandbox, serviceNow } from '#lib/data/service.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { newDraft, newPaidDraft, newQueued, read } from '../support/campaigns.ts';
import { type Service, startService } from '../support/service.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const harness = setUpHarness();
let service: Service;
beforeAll(async () => {
  service = await startService({ campaigns: 40, args: ['--no-render'] });
  harness.settings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
});
afterEach(() => service.mend());
afterAll(() => service.remove());

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const invoice = { email: 'invoice@example.com', send_copy_to_sender: false } as const;
/** Of an order on which nothing is paid yet and no credits are used. */
const agreedTo = (price: string, sender_copy = false) => ({
  sender_copy,
  to_be_paid: price,
  price,
  credit: '$0.00',
  already_paid: '$0.00',
});

describe('reading', () => {
  it('lists, counts, names and owners fit together', async () => {
    const { page, counts, names, emails } = await harness.viewer(async () => ({
      page: value(await listCampaigns({ per_page: 25 })),
      counts: value(await countCampaigns({})),
      names: await templateNames(),
      emails: await customers(),
    }));
    const { all, ...each } = counts;
    expect(all).toBe(page.total_count);
    expect(Object.values(each).reduce((sum, count) => sum + count, 0)).toBe(all);
    // A page has two seconds for them; what one look had no time for, the next one finds.
    const look = () => harness.viewer(() => ownersOf(page.items.map(({ id }) => id)));
    await expect.poll(async () => (await look()).size).toBe(page.items.length);
    const owners = await look();
    for (const campaign of page.items) {
      expect(names.get(campaign.template_id ?? 0)).toBeTypeOf('string');
      expect(emails.get(owners.get(campaign.id)?.customerId ?? 0)).toBe(owners.get(campaign.id)?.email);
    }
  });

  it('knows that it is the sandbox, and what time it is there', async () => {
    expect(await isSandbox()).toBe(true);
    await harness.viewer(() => getCampaign(1));
    expect(Math.abs(serviceNow() - Date.now())).toBeLessThan(60_000);
    const there = await service.advance(20 * 60_000);
    await harness.viewer(() => getCampaign(1));
    expect(Math.abs(serviceNow() - there)).toBeLessThan(60_000);
  });
});

describe('paying', () => {
  it('by link leads to the service’s payment page', async () => {
    const { id, price } = await newDraft(service);
    const { checkout } = value(await harness.sender(() => checkOut(id)));
    const agreed = agreedTo(price, checkout.send_copy_to_sender);
    const { link } = value(await harness.sender(() => startPayment(id, { agreed })));
    expect(new URL(link).origin).toBe(service.url);
    expect((await fetch(link)).status).toBe(200);
  });

  it('with a token sends at once; a declined one leaves a draft that may be paid again', async () => {
    const { id, price } = await newDraft(service);
    const pay = (source: string) =>
      harness.sender(() => payAndSend(id, { agreed: agreedTo(price), ...invoice, source }));
    expect(await pay('tok_chargeDeclined')).toMatchObject({
      failure: { kind: 'refused', status: 402, code: 'card_declined' },
    });
    expect((await read(service, id)).status).toBe('draft');
    expect(value(await pay('tok_visa')).status).toBe('queued');
  });

  it.each(['drop_after', 'malformed', 'html', 'delay_after'] as const)(
    'whose answer is lost (%s) was made once, and is found out',
    async (kind) => {
      const { id, price } = await newDraft(service);
      await service.break({
        operation: 'payAndSendCampaign',
        kind,
        ...(kind === 'delay_after' ? { ms: 20_000 } : {}),
      });
      const started = Date.now();
      const paid = await harness.sender(() =>
        payAndSend(id, { agreed: agreedTo(price), ...invoice, source: 'tok_visa' }),
      );
      expect(Date.now() - started).toBeLessThan(10_000);
      expect(value(paid).status).toBe('queued');
      const { checkout } = value(await harness.sender(() => checkOut(id)));
      expect(checkout.without_sender.already_paid).toBe(price);
      expect(await harness.sender(() => attemptsOf(id))).toMatchObject([
        { state: 'done', settledBy: 'reading' },
      ]);
    },
  );
});

describe('sending', () => {
  it('with nothing paid is refused by the service, and may be tried again', async () => {
    const { id } = await newDraft(service);
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({
      failure: { kind: 'refused', status: 402 },
    });
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ failure: { status: 402 } });
  });

  it('at a time, by the service’s clock, and cancelling it again', async () => {
    const { id } = await newPaidDraft(service);
    await harness.sender(() => getCampaign(id));
    const at = new Date(serviceNow() + 3 * 86_400_000);
    const sent = value(await harness.sender(() => sendCampaign(id, { date: at.toISOString() })));
    expect(sent.status).toBe('queued');
    expect(Date.parse(sent.scheduled_at ?? '')).toBe(at.getTime());
    expect(value(await harness.sender(() => cancelCampaign(id))).status).toBe('draft');
  });

  it('can’t be cancelled when the window is over', async () => {
    const { id } = await newQueued(service);
    await service.advance(16 * 60_000);
    expect(await harness.sender(() => cancelCampaign(id))).toMatchObject({ failure: { kind: 'refused' } });
  });

  it('is copied and deleted under its customer', async () => {
    const { id, customerId } = await newDraft(service);
    const copy = value(await harness.sender(() => cloneCampaign(id)));
    expect((await harness.viewer(() => ownersOf([copy.id]))).get(copy.id)?.customerId).toBe(customerId);
    expect(value(await harness.admin(() => deleteCampaign(copy.id))).id).toBe(copy.id);
    expect(await harness.viewer(() => getCampaign(copy.id))).toEqual({
      ok: false,
      failure: { kind: 'missing' },
    });
  });
});
