/** Tests what spending data members and API tokens can see, and the CSV export of spending. */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GET as exportGET } from '#app/(console)/spending/export/route.ts';
import { readSpending, type SpendingReport } from '#lib/data/spending.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { readSpendingQuery } from '#lib/forms/spending-query.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { listUnreadPayments, recordMissingCheckout } from '#lib/store/unread-payments.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { signedOut } from './support/members.ts';
import { addPaidCampaigns } from './support/paid-campaigns.ts';
import { readEvents } from './support/security-events.ts';
import { asCustomerToken } from './support/token-caller.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const NOW = Date.UTC(2026, 10, 22);

beforeAll(addPaidCampaigns);
beforeEach(async () => {
  harness.applySettings({});
  await markIndexComplete();
});

const read = (params: SearchParams, zone = 'UTC') => readSpending(readSpendingQuery(params, zone, NOW));
async function readReport(params: SearchParams, zone?: string): Promise<SpendingReport> {
  const outcome = await harness.viewer(() => read(params, zone));
  if (!outcome.ok || outcome.value.kind !== 'report') throw new Error(JSON.stringify(outcome));
  return outcome.value.report;
}
const paidByMonth = ({ months }: SpendingReport) =>
  Object.fromEntries(months.map(({ month, paid }) => [(month % 12) + 1, paid]));

describe('spending', () => {
  it('counts a payment in the month in which the campaign was sent, is scheduled, or was created', async () => {
    expect(paidByMonth(await readReport({ period: 'this_year' }))).toEqual({ 8: 500, 10: 1_670, 12: 1_000 });
  });

  it('uses the months of the member’s time zone', async () => {
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

  it('says how many payments haven’t been read or are unclear', async () => {
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

  it('counts unpaid amounts as invoiced if campaigns are billed on the monthly invoice', async () => {
    const { totals, isInvoiced, measure } = await readReport({});
    expect({ isInvoiced, measure }).toEqual({ isInvoiced: false, measure: 'paid' });
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    const invoiced = await readReport({});
    expect(invoiced).toMatchObject({ isInvoiced: true, measure: 'open' });
    // Half of campaign 2, most of campaign 7, and campaign 8, whose payment hasn't been read.
    const open = 400 + 930 + 1_000;
    expect(totals[0]?.open).toBe(open);
    expect(invoiced.split).toMatchObject({ groups: [{ key: '7', open }] });
  });

  it('reports that a customer doesn’t exist instead of showing all customers’ spending', async () => {
    const outcome = await harness.viewer(() => read({ customer: 'unknown@x.example' }));
    expect(outcome).toMatchObject({
      value: { kind: 'unknown_names', names: { customer: ['unknown@x.example'] } },
    });
  });

  it('isn’t shown until every campaign has been read', async () => {
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

describe('an API token for one customer', () => {
  const asToken = <T>(work: () => Promise<T>) => asCustomerToken(harness.viewer, 8, work);

  it('sees only that customer’s spending', async () => {
    const outcome = await asToken(() => read({}));
    expect(outcome).toMatchObject({
      value: { report: { split: { count: 1, groups: [{ key: '8' }] }, customerId: 8 } },
    });
    expect(await asToken(() => read({ customer: '7' }))).toEqual({ ok: false, failure: { kind: 'missing' } });
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

  const readColumns = async (query: string, names: readonly string[]) => {
    const [header = '', ...lines] = (await readCsv(query)).text.trim().split('\r\n');
    const columns = names.map((name) => header.split(',').indexOf(name));
    return lines.map((line) => columns.map((column) => line.split(',')[column]).join());
  };

  it('doesn’t say that campaigns paid with credits are unpaid', async () => {
    // $9.30 of campaign 7, and campaign 8, whose payment hasn't been read. Credits cover the rest of campaign 2.
    expect(
      await readColumns('from=2026-10&to=2026-10&customer=7&by=size', [
        'Currency',
        'Credits used',
        'Unpaid campaigns',
        'Unpaid recipients',
        'Unpaid',
      ]),
    ).toEqual([',0.00,0,0,0.00', '$,4.00,2,20,19.30']);
  });

  it('counts credits of invoiced campaigns as unused, because invoices don’t use them', async () => {
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    expect(
      await readColumns('from=2026-10&to=2026-10&customer=7&by=size', [
        'Currency',
        'Credits',
        'Invoiced campaigns',
        'Invoiced recipients',
        'Invoiced',
      ]),
    ).toEqual([',0.00,0,0,0.00', '$,4.00,3,30,23.30']);
  });

  it('has rows for campaigns without any date, even if a customer and a template are chosen', async () => {
    const db = await store();
    const undated = { sentAt: null, scheduledAt: null, createdAt: null };
    await db.update(indexedCampaigns).set(undated).where(eq(indexedCampaigns.campaignId, 2));
    onTestFinished(async () => {
      const sentAt = new Date(Date.UTC(2026, 9, 2));
      await db.update(indexedCampaigns).set({ sentAt }).where(eq(indexedCampaigns.campaignId, 2));
    });
    for (const filters of ['by=customer', 'by=template&customer=7&template=1', 'by=metadata&key=order'])
      expect(await readColumns(`from=2026-11&to=2026-11&${filters}`, ['Month', 'Currency', 'Paid'])).toEqual([
        'Undated,$,6.00',
      ]);
    const report = await readReport({ from: '2026-11', to: '2026-11', customer: '7', template: '1' });
    expect(report.undated).toMatchObject([{ currency: '$', paid: 600 }]);
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

describe('the payment for a sent campaign', () => {
  it('counts as unread until checkout is read after the campaign’s last change', async () => {
    const db = await store();
    expect(await listUnreadPayments(db, 10)).toEqual([8]);
    await recordMissingCheckout(db, 8);
    expect(await listUnreadPayments(db, 10)).toEqual([]);
    await db.update(indexedCampaigns).set({ changedAt: new Date(Date.now() + 60_000) });
    // Neither the draft nor the campaign that doesn't exist anymore is due.
    expect((await listUnreadPayments(db, 10)).toSorted()).toEqual([1, 2, 3, 6, 7, 8, 9]);
  });
});
