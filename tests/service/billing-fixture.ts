/** Provides unused customers and campaigns with known prices and credits for billing tests. */
import { draftRow, openService, type TestService } from './fixture.ts';

const PRICE_CENTS = 112_710;
export const redirect_uri = 'https://console.example/pay/return?state=a%20b';
export const email = 'books@console.example';

interface CampaignIds {
  readonly customer_id: number;
  readonly id: number;
}

interface BillingCampaigns {
  /** A draft that costs $1,127.10. The customer has no credit. */
  readonly unpaid: CampaignIds;
  /** A paid draft that costs $1,127.10. `paid` and `unpaid` belong to the same customer. */
  readonly paid: CampaignIds;
  /** A draft that costs $1,127.10. The customer has $200.00 in credit. */
  readonly partlyCoveredByCredit: CampaignIds;
  /** A draft that costs $85.00. `coveredByCredit` and `partlyCoveredByCredit` belong to the same customer. */
  readonly coveredByCredit: CampaignIds;
}

const SETS = 30;

/** Opens a service with 30 sets of billing campaigns. `nextCampaigns` returns an unused set. */
export async function openBillingService() {
  const sets = Array.from({ length: SETS }, (_, set) => ({
    withoutCredit: 2 * set + 1,
    withCredit: 2 * set + 2,
  }));
  const service = await openService({
    credits: sets.flatMap(() => [0, 20_000]),
    rows: sets.flatMap(({ withoutCredit, withCredit }) => [
      draftRow({ customerId: withoutCredit }),
      draftRow({ customerId: withoutCredit, paidCents: PRICE_CENTS }),
      draftRow({ customerId: withCredit }),
      draftRow({ customerId: withCredit, recipientCount: 100 }),
    ]),
  });
  let used = 0;
  const nextCampaigns = (): BillingCampaigns => {
    const [withoutCredit, withCredit, firstId] = [2 * used + 1, 2 * used + 2, 4 * used + 1];
    used += 1;
    return {
      unpaid: { customer_id: withoutCredit, id: firstId },
      paid: { customer_id: withoutCredit, id: firstId + 1 },
      partlyCoveredByCredit: { customer_id: withCredit, id: firstId + 2 },
      coveredByCredit: { customer_id: withCredit, id: firstId + 3 },
    };
  };
  return { service, nextCampaigns, ...billingHelpers(service) };
}

function billingHelpers(service: TestService) {
  const readCheckout = async ({ id }: Pick<CampaignIds, 'id'>) =>
    (await service.call('checkOutCampaign', { id })).body;
  return {
    readCheckout,
    readPriceBlock: async (ids: Pick<CampaignIds, 'id'>) => (await readCheckout(ids)).without_sender,
    readStatus: async ({ id }: CampaignIds) => (await service.call('getCampaign', { id })).body.status,
    /** Opens the payment page and submits the card form. */
    payByCard: async (ids: CampaignIds, number = '4242 4242 4242 4242') => {
      const { link } = (await service.call('payCustomerCampaign', { ...ids, redirect_uri })).body;
      const page = await service.request(link ?? '');
      const amount = /name="amount" value="(\d+)"/.exec(page.text)?.[1] ?? '';
      const form = new URLSearchParams({ amount, number, expiry: '12/30', code: '123', name: 'Ada Vale' });
      return service.request(link ?? '', { method: 'POST', body: form });
    },
  };
}
