/** Customers and campaigns of a test's own, with the price and the credits that the tests of money know by heart. */
import { draftRow, openService, type TestService } from './fixture.ts';

const PRICE_CENTS = 112_710;
export const redirect_uri = 'https://console.example/pay/return?state=a%20b';
export const email = 'books@console.example';

interface Which {
  readonly customer_id: number;
  readonly id: number;
}

interface MoneySet {
  /** Costs $1,127.10, of a customer without credit. */
  readonly unpaid: Which;
  /** The same, paid. */
  readonly paid: Which;
  /** Costs $1,127.10, of a customer with $200.00 of credit. */
  readonly partlyByCredit: Which;
  /** Costs $85.00, of the same customer. */
  readonly allByCredit: Which;
}

const SETS = 30;

export async function openBillingService() {
  const sets = Array.from({ length: SETS }, (_, set) => ({ poor: 2 * set + 1, rich: 2 * set + 2 }));
  const mail = await openService({
    credits: sets.flatMap(() => [0, 20_000]),
    rows: sets.flatMap(({ poor, rich }) => [
      draftRow({ customerId: poor }),
      draftRow({ customerId: poor, paidCents: PRICE_CENTS }),
      draftRow({ customerId: rich }),
      draftRow({ customerId: rich, recipientCount: 100 }),
    ]),
  });
  let used = 0;
  const next = (): MoneySet => {
    const [poor, rich, first] = [2 * used + 1, 2 * used + 2, 4 * used + 1];
    used += 1;
    return {
      unpaid: { customer_id: poor, id: first },
      paid: { customer_id: poor, id: first + 1 },
      partlyByCredit: { customer_id: rich, id: first + 2 },
      allByCredit: { customer_id: rich, id: first + 3 },
    };
  };
  return { mail, next, ...askingOf(mail) };
}

function askingOf(mail: TestService) {
  const checkout = async ({ id }: Pick<Which, 'id'>) => (await mail.call('checkOutCampaign', { id })).body;
  return {
    checkout,
    blockOf: async (which: Pick<Which, 'id'>) => (await checkout(which)).without_sender,
    statusOf: async ({ id }: Which) => (await mail.call('getCampaign', { id })).body.status,
    /** Opens the payment page, fills in its form and posts it. */
    payByCard: async (which: Which, number = '4242 4242 4242 4242') => {
      const { link } = (await mail.call('payCustomerCampaign', { ...which, redirect_uri })).body;
      const page = await mail.request(link ?? '');
      const amount = /name="amount" value="(\d+)"/.exec(page.text)?.[1] ?? '';
      const form = new URLSearchParams({ amount, number, expiry: '12/30', code: '123', name: 'Ada Vale' });
      return mail.request(link ?? '', { method: 'POST', body: form });
    },
  };
}
