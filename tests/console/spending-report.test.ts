/** Tests which spending members and API tokens see, the CSV export of spending, and the customer list. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as exportGET } from '#app/(console)/spending/export/route.ts';
import { getMember } from '#lib/auth/session.ts';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { readIndexedCustomers } from '#lib/data/customer-list.ts';
import { readSpending, type SpendingReport } from '#lib/data/spending.ts';
import { readCustomerQuery } from '#lib/forms/customer-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { readSpendingQuery } from '#lib/forms/spending-query.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from '#lib/store/schema/campaign-index.ts';
import { updateCustomers } from '#lib/store/spending-sums.ts';
import { listUnreadPayments, recordMissingCheckout } from '#lib/store/unread-payments.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { signedOut } from './support/members.ts';
import { readEvents } from './support/security-events.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const READ_AT = new Date('2026-11-20T12:00:00Z');
const NOW = Date.UTC(2026, 10, 22);

const row = (campaignId: number, more: Partial<typeof indexedCampaigns.$inferInsert> = {}) => ({
  campaignId,
  customerId: 7,
  customerEmail: 'office@brightwater.example',
  templateId: 1,
  status: 'mailed',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  size: 'letter',
  createdAt: new Date(Date.UTC(2026, 7, 1)),
  sentAt: new Date(Date.UTC(2026, 9, campaignId)),
  alreadyPaid: 1_000,
  credit: 0,
  leftToPay: 0,
  checkoutReadAt: READ_AT,
  changedAt: READ_AT,
  readAt: READ_AT,
  ...more,
});

beforeAll(async () => {
  const db = await store();
  await db.insert(indexedCustomers).values([
    { customerId: 7, email: 'office@brightwater.example' },
    { customerId: 8, email: '=shop@fernhill.example' },
    { customerId: 9, email: 'new@later.example' },
  ]);
  await db.insert(indexedTemplates).values([{ templateId: 1, name: 'Winter service' }]);
  await db.insert(indexedCampaigns).values([
    row(1),
    row(2, { alreadyPaid: 600, credit: 400, metadata: { order: 'PO-1' } }),
    row(3, { customerId: 8, price: '€ 30.00', priceMinor: 3_000, currency: '€', alreadyPaid: 3_000 }),
    row(4, { goneAt: READ_AT }),
    // A paid draft counts in August, when it was created. Its credits aren't used yet.
    row(5, { status: 'draft', sentAt: null, alreadyPaid: 500, credit: 500 }),
    // A queued campaign counts when it is scheduled.
    row(6, { customerId: 8, status: 'queued', sentAt: null, scheduledAt: new Date(Date.UTC(2026, 11, 24)) }),
    // October 1, 3:00 in UTC, is September 30 in New York.
    row(7, { sentAt: new Date(Date.UTC(2026, 9, 1, 3)), alreadyPaid: 70 }),
    row(8, { checkoutReadAt: null, alreadyPaid: null }),
    row(9, { price: 'included', priceMinor: null, currency: null, alreadyPaid: null }),
  ]);
  await updateCustomers(db);
});
beforeEach(() => markIndexComplete(true));

const read = (params: SearchParams, zone = 'UTC') => readSpending(readSpendingQuery(params, zone, NOW));
async function readReport(params: SearchParams, zone?: string): Promise<SpendingReport> {
  const outcome = await harness.viewer(() => read(params, zone));
  if (!outcome.ok || outcome.value.kind !== 'report') throw new Error(JSON.stringify(outcome));
  return outcome.value.report;
}
const paidByMonth = ({ months }: SpendingReport) =>
  Object.fromEntries(months.map(({ month, paid }) => [(month % 12) + 1, paid]));

describe('spending', () => {
  it('counts what was paid in the month in which campaigns were sent, are scheduled, or were created', async () => {
    expect(paidByMonth(await readReport({ period: 'this_year' }))).toEqual({ 8: 500, 10: 1_670, 12: 1_000 });
  });

  it('counts in the months of the member’s time zone', async () => {
    const zone = 'America/New_York';
    expect(paidByMonth(await readReport({ period: 'this_year' }, zone))).toEqual({
      // August 1 in UTC is July 31 in New York.
      7: 500,
      9: 1_070,
      10: 600,
      12: 1_000,
    });
  });

  it('shows this quarter unless another period is chosen', async () => {
    expect(paidByMonth(await readReport({}))).toEqual({ 10: 1_670, 12: 1_000 });
    expect(paidByMonth(await readReport({ period: 'last_quarter' }))).toEqual({ 8: 500 });
    expect(paidByMonth(await readReport({ from: '2026-12', to: '2027-02' }))).toEqual({ 12: 1_000 });
  });

  it('never adds up different currencies, and never counts credits as paid', async () => {
    const { totals } = await readReport({});
    expect(totals.map(({ currency, paid, credit }) => [currency, paid, credit])).toEqual([
      ['$', 2_670, 400],
      ['€', 3_000, 0],
      [null, 0, 0],
    ]);
    const euros = await readReport({ currency: '€' });
    expect(paidByMonth(euros)).toEqual({ 10: 3_000 });
    expect(euros.split).toMatchObject({ groups: [{ key: '8', paid: 3_000 }], count: 1 });
  });

  it('says how many payments weren’t read or aren’t clear', async () => {
    const { totals } = await readReport({});
    expect(totals.reduce((sum, { unread }) => sum + unread, 0)).toBe(1);
    expect(totals.reduce((sum, { unclear }) => sum + unclear, 0)).toBe(1);
  });

  it('splits the amounts by customer, template, size, postage, or the values of a metadata key', async () => {
    const split = async (params: SearchParams) => {
      const { split: found } = await readReport(params);
      if (found === null || found === 'too_many') return found;
      return found.groups.map(({ key, name, paid, byMonth }) => [key, name, paid, byMonth]);
    };
    expect(await split({})).toEqual([
      ['7', 'office@brightwater.example', 1_670, [1_670, 0, 0]],
      ['8', '=shop@fernhill.example', 1_000, [0, 0, 1_000]],
    ]);
    expect(await split({ by: 'template', customer: 'office@BRIGHTWATER.example' })).toEqual([
      ['1', 'Winter service', 1_670, [1_670, 0, 0]],
    ]);
    expect(await split({ by: 'size' })).toEqual([['letter', undefined, 2_670, [1_670, 0, 1_000]]]);
    expect(await split({ by: 'metadata', key: 'order' })).toEqual([
      ['', undefined, 2_070, [1_070, 0, 1_000]],
      ['PO-1', undefined, 600, [600, 0, 0]],
    ]);
    expect(await split({ by: 'metadata' })).toBe(null);
  });

  it('counts what isn’t paid as invoiced, if the mail service bills by monthly invoice', async () => {
    expect(await readReport({})).toMatchObject({ isInvoiced: false, measure: 'paid' });
    const { totals } = await readReport({});
    // Half of campaign 2, most of campaign 7, and campaign 8, whose payment hasn't been read.
    expect(totals[0]?.open).toBe(400 + 930 + 1_000);
  });

  it('names a customer that doesn’t exist instead of showing all customers’ spending', async () => {
    const outcome = await harness.viewer(() => read({ customer: 'unknown@x.example' }));
    expect(outcome).toMatchObject({
      value: { kind: 'unknown_names', names: { customer: ['unknown@x.example'] } },
    });
  });

  it('isn’t shown before every campaign has been read', async () => {
    await markIndexComplete(false);
    expect(await harness.viewer(() => read({}))).toMatchObject({ value: { kind: 'incomplete' } });
  });
});

describe('an invalid query', () => {
  it.each([
    [{ from: '2026-13', to: '2026-12' }, 'from'],
    [{ from: '2026-05' }, 'to'],
    [{ from: '2026-05', to: '2026-04' }, 'to'],
    [{ from: '2020-01', to: '2026-04' }, 'to'],
    [{ period: 'this_decade' }, 'period'],
    [{ by: 'moon' }, 'by'],
    [{ customer: '\0' }, 'customer'],
    [{ customer: ['a', 'b'] }, 'customer'],
    [{ key: 'x'.repeat(501) }, 'key'],
  ])('%j has an error beside its field', (params, field) => {
    expect(Object.keys(readSpendingQuery(params, 'UTC', NOW).errors)).toEqual([field]);
  });
});

/** Runs a function in a request with an API token for customer 8. */
const asToken = async <T>(work: () => Promise<T>): Promise<T> =>
  harness.viewer(async () => {
    const member = await getMember();
    if (!member) throw new Error('No member is signed in.');
    const scopes = ['listCampaigns', 'listCustomers'] as const;
    return runAsTokenCaller({ id: randomUUID(), name: 'Sync', member, scopes, customerId: 8 }, work);
  });

describe('an API token for one customer', () => {
  it('sees only that customer’s spending', async () => {
    const outcome = await asToken(() => read({}));
    expect(outcome).toMatchObject({
      value: { report: { split: { count: 1, groups: [{ key: '8' }] }, customerId: 8 } },
    });
    expect(await asToken(() => read({ customer: '7' }))).toEqual({ ok: false, failure: { kind: 'missing' } });
  });

  it('lists only that customer', async () => {
    const outcome = await asToken(() => readIndexedCustomers(customersOf({})));
    expect(outcome).toMatchObject({ value: { total: 1, items: [{ id: 8 }] } });
  });
});

describe('the CSV export of spending', () => {
  const readCsv = async (query: string, run = harness.viewer) => {
    const response = await run(() => exportGET(new Request(`http://x/spending/export?${query}`)));
    return { status: response.status, text: (await response.text()).replace('\uFEFF', '') };
  };

  it('has a row for each month, group, and currency, with formulas escaped, and is recorded', async () => {
    const { text } = await readCsv('from=2026-10&to=2026-12&currency=€');
    const [header, ...lines] = text.trim().split('\r\n');
    expect(header).toMatch(/^Month,Customer,Number or value,Currency,Paid campaigns,Paid recipients,Paid,/);
    expect(lines.map((line) => line.split(',').slice(0, 8).join())).toEqual([
      '2026-10,office@brightwater.example,7,,0,0,0.00,0.00',
      '2026-10,office@brightwater.example,7,$,3,30,16.70,4.00',
      "2026-10,'=shop@fernhill.example,8,€,1,10,30.00,0.00",
      "2026-12,'=shop@fernhill.example,8,$,1,10,10.00,0.00",
    ]);
    const [event] = await readEvents(harness.viewer, 'spending.exported');
    expect(event).toMatchObject({
      by: 'viewer@mailroom.test',
      details: { filters: 'from=2026-10 to=2026-12 currency=€' },
    });
  });

  it('is refused if the query is invalid, the index is incomplete, or no member is signed in', async () => {
    expect((await readCsv('by=moon')).status).toBe(400);
    expect((await readCsv('by=metadata')).status).toBe(400);
    expect((await readCsv('customer=unknown@x.example')).status).toBe(400);
    await markIndexComplete(false);
    expect((await readCsv('')).status).toBe(409);
    expect((await readCsv('', signedOut as never)).status).toBe(401);
  });
});

const customersOf = (params: SearchParams) => {
  const { words, sort } = readCustomerQuery(params);
  return { words, sort, page: 1, perPage: 10 };
};
async function listIds(params: SearchParams): Promise<readonly number[]> {
  const outcome = await harness.viewer(() => readIndexedCustomers(customersOf(params)));
  if (!outcome.ok || outcome.value.kind !== 'indexed') throw new Error(JSON.stringify(outcome));
  expect(outcome.value.total).toBe(outcome.value.items.length);
  return outcome.value.items.map(({ id }) => id);
}

describe('the customer list', () => {
  it('shows the campaigns, the spending by currency, and the last and the next mailing', async () => {
    const outcome = await harness.viewer(() => readIndexedCustomers(customersOf({ q: 'fern' })));
    expect(outcome).toMatchObject({
      value: {
        items: [
          {
            id: 8,
            campaigns: 2,
            spending: [
              { currency: '€', paid: 3_000 },
              { currency: '$', paid: 1_000 },
            ],
            lastMailingAt: Date.UTC(2026, 9, 3),
            nextMailingAt: Date.UTC(2026, 11, 24),
          },
        ],
      },
    });
  });

  it('finds customers by the beginnings of words', async () => {
    expect(await listIds({ q: 'OFF bright' })).toEqual([7]);
    expect(await listIds({ q: 'example' })).toHaveLength(3);
    expect(await listIds({ q: '–' })).toEqual([]);
  });

  it.each([
    ['email', [8, 9, 7]],
    ['-email', [7, 9, 8]],
    ['campaigns', [9, 8, 7]],
    ['-campaigns', [7, 8, 9]],
    // Customer 7 was paid for in $ and customer 8 mostly in €.
    ['spent', [7, 8, 9]],
    ['-spent', [7, 8, 9]],
    ['last_mailing', [8, 7, 9]],
    ['-last_mailing', [7, 8, 9]],
    ['next_mailing', [8, 7, 9]],
    ['-next_mailing', [8, 9, 7]],
  ])('is sorted by %s, with customers without a value last', async (sort, ids) => {
    expect(await listIds({ sort })).toEqual(ids);
  });

  it('is read from the mail service before every campaign has been read', async () => {
    await markIndexComplete(false);
    expect(await harness.viewer(() => readIndexedCustomers(customersOf({})))).toMatchObject({
      value: { kind: 'live' },
    });
  });
});

describe('payments of sent campaigns', () => {
  it('are due until checkout has been read since the campaign last changed', async () => {
    const db = await store();
    expect(await listUnreadPayments(db, 10)).toEqual([8]);
    await recordMissingCheckout(db, 8);
    expect(await listUnreadPayments(db, 10)).toEqual([]);
    await db.update(indexedCampaigns).set({ changedAt: new Date(Date.now() + 60_000) });
    // Neither the draft nor the campaign that doesn't exist anymore is due.
    expect((await listUnreadPayments(db, 10)).toSorted()).toEqual([1, 2, 3, 6, 7, 8, 9]);
  });
});
