/** Tests the console with the embedded service, over HTTP and with injected faults. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { countCampaigns, getCampaign, listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import {
  findCampaignOwner,
  findCampaignOwners,
  listCustomerEmails,
  listTemplateNames,
} from '#lib/data/names.ts';
import { payAndSendCampaign, startPayment } from '#lib/data/paying.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { isSandbox, serviceNow } from '#lib/data/service.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { createDraft, createPaidDraft, createQueuedCampaign, fetchCampaign } from '../support/campaigns.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const harness = setUpHarness();
let service: RunningService;
beforeAll(async () => {
  service = await startTestService({ campaigns: 40, args: ['--no-render'] });
  harness.applySettings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
});
afterEach(() => service.clearFaults());
afterAll(() => service.remove());

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const invoiceOptions = { email: 'invoice@example.com', send_copy_to_sender: false } as const;
/** The amounts in an unpaid order without credits. */
const agreedAmounts = (price: string, sender_copy = false) => ({
  sender_copy,
  to_be_paid: price,
  price,
  credit: '$0.00',
  already_paid: '$0.00',
});

describe('the console', () => {
  it('shows consistent lists, counts, names, and owners', async () => {
    const { page, counts, names, emails } = await harness.viewer(async () => ({
      page: unwrap(await listCampaigns({ per_page: 25 })),
      counts: unwrap(await countCampaigns({})),
      names: await listTemplateNames(),
      emails: await listCustomerEmails(),
    }));
    const { all, ...byStatus } = counts;
    expect(all).toBe(page.total_count);
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(all);
    // A campaign's page spends at most two seconds searching for the customer. The next call continues the search.
    const lookUpOwner = (id: number) => harness.viewer(() => findCampaignOwner(id));
    for (const { id } of page.items) await expect.poll(() => lookUpOwner(id)).toBeDefined();
    const owners = await harness.viewer(() => findCampaignOwners(page.items.map(({ id }) => id)));
    expect(owners.size).toBe(page.items.length);
    for (const campaign of page.items) {
      expect(names.get(campaign.template_id ?? 0)).toBeTypeOf('string');
      expect(emails.get(owners.get(campaign.id)?.customerId ?? 0)).toBe(owners.get(campaign.id)?.email);
    }
  });

  it('detects the sandbox and uses the sandbox’s clock', async () => {
    expect(await isSandbox()).toBe(true);
    await harness.viewer(() => getCampaign(1));
    expect(Math.abs(serviceNow() - Date.now())).toBeLessThan(60_000);
    const sandboxTime = await service.advanceClock(20 * 60_000);
    await harness.viewer(() => getCampaign(1));
    expect(Math.abs(serviceNow() - sandboxTime)).toBeLessThan(60_000);
  });
});

describe('paying', () => {
  it('returns the URL of the service’s payment page for a payment by link', async () => {
    const { id, price } = await createDraft(service);
    const { checkout } = unwrap(await harness.sender(() => readCheckout(id)));
    const agreed = agreedAmounts(price, checkout.send_copy_to_sender);
    const { link } = unwrap(await harness.sender(() => startPayment(id, { agreed })));
    expect(new URL(link).origin).toBe(service.url);
    expect((await fetch(link)).status).toBe(200);
  });

  it('sends the campaign in the same call if the member pays by card, and can be attempted again after a declined card', async () => {
    const { id, price } = await createDraft(service);
    const pay = (source: string) =>
      harness.sender(() =>
        payAndSendCampaign(id, { agreed: agreedAmounts(price), ...invoiceOptions, source }),
      );
    expect(await pay('tok_chargeDeclined')).toMatchObject({
      failure: { kind: 'refused', status: 402, code: 'card_declined' },
    });
    expect((await fetchCampaign(service, id)).status).toBe('draft');
    expect(unwrap(await pay('tok_visa')).status).toBe('queued');
  });

  it.each(['drop_after', 'malformed', 'html', 'delay_after'] as const)(
    'happens only once if the response is lost (%s), and a read settles the attempt',
    async (kind) => {
      const { id, price } = await createDraft(service);
      await service.injectFaults({
        operation: 'payAndSendCampaign',
        kind,
        ...(kind === 'delay_after' ? { ms: 20_000 } : {}),
      });
      const started = Date.now();
      const outcome = await harness.sender(() =>
        payAndSendCampaign(id, { agreed: agreedAmounts(price), ...invoiceOptions, source: 'tok_visa' }),
      );
      expect(Date.now() - started).toBeLessThan(10_000);
      expect(unwrap(outcome).status).toBe('queued');
      const { checkout } = unwrap(await harness.sender(() => readCheckout(id)));
      expect(checkout.without_sender.already_paid).toBe(price);
      expect(await harness.sender(() => listAttempts(id))).toMatchObject([
        { state: 'done', settledBy: 'reading' },
      ]);
    },
  );
});

describe('sending', () => {
  it('is refused while the campaign is unpaid, but can be attempted again', async () => {
    const { id } = await createDraft(service);
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({
      failure: { kind: 'refused', status: 402 },
    });
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ failure: { status: 402 } });
  });

  it('can be scheduled for a time on the service’s clock, and can then be canceled', async () => {
    const { id } = await createPaidDraft(service);
    await harness.sender(() => getCampaign(id));
    const at = new Date(serviceNow() + 3 * 86_400_000);
    const sent = unwrap(await harness.sender(() => sendCampaign(id, { date: at.toISOString() })));
    expect(sent.status).toBe('queued');
    expect(Date.parse(sent.scheduled_at ?? '')).toBe(at.getTime());
    expect(unwrap(await harness.sender(() => cancelCampaign(id))).status).toBe('draft');
  });

  it('can’t be canceled after the cancellation window', async () => {
    const { id } = await createQueuedCampaign(service);
    await service.advanceClock(16 * 60_000);
    expect(await harness.sender(() => cancelCampaign(id))).toMatchObject({ failure: { kind: 'refused' } });
  });
});

describe('a campaign', () => {
  it('is cloned for the same customer, and its copy can be deleted', async () => {
    const { id, customerId } = await createDraft(service);
    const copy = unwrap(await harness.sender(() => cloneCampaign(id)));
    expect((await harness.viewer(() => findCampaignOwner(copy.id)))?.customerId).toBe(customerId);
    expect(unwrap(await harness.admin(() => deleteCampaign(copy.id))).id).toBe(copy.id);
    expect(await harness.viewer(() => getCampaign(copy.id))).toEqual({
      ok: false,
      failure: { kind: 'missing' },
    });
  });
});
