/**
 * Tests what the campaign list shows about selected campaigns: totals, and how many campaigns each action applies to.
 */
import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadCampaigns } from '#app/(console)/campaigns/loader.ts';
import { GET } from '#app/(console)/jobs/selection/route.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { findListedIds } from '#lib/data/campaign-list.ts';
import { readSelection } from '#lib/data/job-selection.ts';
import { MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import type { SelectionSummary } from '#lib/domain/selection.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { keptSelectionHref, readChosenCampaigns, readKeptSelection } from '#lib/forms/job-selection.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { signedOut } from './support/members.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const READ_AT = new Date();
const HOUR_MS = 60 * MINUTE_MS;

const row = (campaignId: number, more: Partial<typeof indexedCampaigns.$inferInsert> = {}) => ({
  campaignId,
  customerId: 7,
  status: 'draft',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  readAt: READ_AT,
  ...more,
});

beforeAll(async () => {
  const db = await store();
  const scheduledAt = new Date(Date.now() + HOUR_MS);
  await db
    .insert(indexedCampaigns)
    .values([
      row(1, { leftToPay: 0, alreadyPaid: 1_000 }),
      row(2, { leftToPay: 400, alreadyPaid: 600 }),
      row(3, { status: 'queued', scheduledAt, leftToPay: 0, alreadyPaid: 1_000 }),
      row(4, { status: 'queued', scheduledAt: new Date(Date.now() - HOUR_MS) }),
      row(5, { status: 'mailed', price: '€ 20.00', priceMinor: 2_000, currency: '€' }),
      row(6, { status: 'draft', price: 'included', priceMinor: null, currency: null }),
    ]);
  await markIndexComplete();
});

const ids = (...list: number[]) => ({ kind: 'ids', ids: list }) as const;

async function read(list: ReturnType<typeof ids>): Promise<SelectionSummary> {
  const found = await harness.sender(() => readSelection(list));
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return found.value;
}

const fitOf = ({ fits }: SelectionSummary, kind: string) => fits.find((fit) => fit.kind === kind);

describe('the summary of selected campaigns', () => {
  it('adds up recipients, prices by currency, and the amounts left to pay for drafts', async () => {
    expect(await read(ids(1, 2, 3, 5))).toMatchObject({
      campaigns: 4,
      recipients: 40,
      totals: [
        { currency: '$', price: 3_000, left: 400 },
        { currency: '€', price: 2_000, left: 0 },
      ],
    });
  });

  it('leaves out credits if several drafts show a credit, because they may show the same credit', async () => {
    const db = await store();
    const withCredit = { leftToPay: 700, alreadyPaid: 0, credit: 300 };
    await db.insert(indexedCampaigns).values([
      row(11, withCredit),
      row(12, withCredit),
      // Sent campaigns have already used their credits.
      row(13, { status: 'mailed', credit: 300 }),
    ]);
    expect(await read(ids(2, 11, 12))).toMatchObject({
      totals: [{ price: 3_000, left: 400 + 2_000 }],
      isBeforeCredits: true,
    });
    expect(await read(ids(2, 11, 13))).toMatchObject({
      totals: [{ price: 3_000, left: 400 + 700 }],
      isBeforeCredits: false,
    });
    await db.delete(indexedCampaigns).where(inArray(indexedCampaigns.campaignId, [11, 12, 13]));
  });

  it('counts only drafts with something left to pay as payable', async () => {
    expect(await read(ids(1, 2, 3, 5, 6, 999))).toMatchObject({ payable: 1 });
  });

  it('counts a campaign that isn’t in the index, and adds nothing for a price that isn’t an amount', async () => {
    const { campaigns, unpriced, totals } = await read(ids(1, 6, 999));
    expect([campaigns, unpriced]).toEqual([3, 2]);
    expect(totals).toEqual([{ currency: '$', price: 1_000, left: 0 }]);
    expect((await read(ids(6))).totals).toEqual([]);
    expect(fitOf(await read(ids(999)), 'schedule')).toMatchObject({ campaigns: 1, others: [] });
  });
});

describe('an action on selected campaigns', () => {
  it('schedules paid drafts, and says why other campaigns can’t be scheduled', async () => {
    expect(fitOf(await read(ids(1, 2, 3, 5)), 'schedule')).toEqual({
      kind: 'schedule',
      campaigns: 1,
      others: [
        { reason: 'not_paid', campaigns: 1 },
        { reason: 'already_queued', campaigns: 1 },
        { reason: 'not_draft', campaigns: 1 },
      ],
    });
  });

  it('doesn’t rule out a draft whose checkout hasn’t been read', async () => {
    expect(fitOf(await read(ids(6)), 'schedule')).toMatchObject({ campaigns: 1, others: [] });
  });

  it('cancels and reschedules only queued campaigns, deletes only drafts, and requests approval only for drafts', async () => {
    const all = await read(ids(1, 3, 4));
    expect(fitOf(all, 'cancel')).toMatchObject({
      campaigns: 1,
      others: [{ reason: 'not_queued', campaigns: 2 }],
    });
    expect(fitOf(all, 'reschedule')).toMatchObject({
      campaigns: 1,
      others: [{ reason: 'not_queued', campaigns: 2 }],
    });
    for (const kind of ['delete', 'ask_approval'] as const)
      expect(fitOf(all, kind)).toMatchObject({
        campaigns: 1,
        others: [{ reason: 'not_draft', campaigns: 2 }],
      });
    expect(fitOf(all, 'copy')).toMatchObject({ campaigns: 3 });
  });

  it('schedules unpaid drafts, too, if drafts are billed on the monthly invoice', async () => {
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    expect(fitOf(await read(ids(1, 2, 3)), 'schedule')).toMatchObject({ campaigns: 2 });
    harness.applySettings({});
  });
});

describe('paying for selected drafts', () => {
  const loadSelection = (runAs: typeof harness.sender) =>
    runAs(async () => {
      const dateSettings = await readDateSettings();
      return (await loadCampaigns(readCampaignQuery({}, dateSettings.zone), dateSettings)).selection;
    });

  it('is offered to the roles that can pay, if drafts are paid for by link', async () => {
    expect(await loadSelection(harness.sender)).toMatchObject({ canPay: true });
    expect(await loadSelection(harness.viewer)).toBeUndefined();
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    expect(await loadSelection(harness.sender)).toMatchObject({ canPay: false });
    harness.applySettings({});
  });
});

describe('a whole list', () => {
  const getList = (list: string, runAs = harness.sender) =>
    runAs(() =>
      GET(new Request(`http://console.test/jobs/selection?${new URLSearchParams({ all: 'yes', list })}`)),
    );

  it('contains exactly the campaigns that match its filters', async () => {
    expect(await (await getList('status=queued')).json()).toMatchObject({ campaigns: 2, recipients: 20 });
    expect(await (await getList('')).json()).toMatchObject({ campaigns: 6 });
  });

  it('selects nothing if a filter is invalid', async () => {
    const response = await getList('status=lost');
    expect(response.status).toBe(400);
  });

  it('requires a signed-in member', async () => {
    expect((await getList('', signedOut)).status).toBe(401);
  });

  it('is refused if it contains more campaigns than a job can have', async () => {
    const db = await store();
    const many = Array.from({ length: MAX_JOB_ITEMS + 1 }, (_, i) =>
      row(10_000 + i, { status: 'processing' }),
    );
    for (let start = 0; start < many.length; start += 500)
      await db.insert(indexedCampaigns).values(many.slice(start, start + 500));
    const { filters, indexFilter, customers, templates, sort } = readCampaignQuery(
      { status: 'processing' },
      'UTC',
    );
    const request = { filters, indexFilter, customers, templates, sort };
    expect(await harness.sender(() => readSelection({ kind: 'request', request }))).toMatchObject({
      failure: { code: 'too_many_campaigns' },
    });
    const idsOf = (limit?: number) => harness.sender(() => findListedIds(request, limit));
    expect(await idsOf(3)).toMatchObject({ value: { ids: [15_000, 14_999, 14_998] } });
    expect(await idsOf()).toHaveProperty('value.ids.length', MAX_JOB_ITEMS + 1);
  });
});

describe('a submitted selection', () => {
  const readFields = (query: string) =>
    readChosenCampaigns(searchParamsOf(new URLSearchParams(query)), 'UTC');

  it('contains each id once, in order, and ignores text that isn’t an id', () => {
    expect(readFields('id=3&id=1&id=3&id=0x2&id=-1')?.selection).toEqual(ids(3, 1));
    expect(readFields('ids=3,1')?.selection).toEqual(ids(3, 1));
  });

  it.each([
    '',
    'id=x',
    'ids=',
    `ids=${Array.from({ length: 501 }, (_, i) => i + 1)}`,
    'all=yes&list=status%3Dlost',
  ])('selects nothing with “%s”', (query) => {
    expect(readFields(query)).toBeUndefined();
  });

  it('leads back to the list', () => {
    expect(readFields('id=3&list=status%3Ddraft%26sort%3D-price')?.listHref).toBe(
      '/campaigns?status=draft&sort=-price',
    );
    expect(readFields('all=yes&list=customer_id%3D7')?.listHref).toBe('/customers/7');
  });
});

describe('a selection that is kept on a list’s other pages, without JavaScript', () => {
  const hrefOf = (fields: readonly (readonly [string, string])[]) =>
    keptSelectionHref(searchParamsOf(new URLSearchParams(fields.map(([...field]) => field))), 'UTC');
  const at = 'status=draft&sort=-price&per_page=2&page=2';

  it('is in the URL of the other page, with the list’s parameters', () => {
    const href = hrefOf([
      ['list', 'status=draft'],
      ['ids', '7,8'],
      ['id', '3'],
      ['id', '7'],
      ['at', at],
      ['to', '3'],
    ]);
    expect(href).toBe('/campaigns?status=draft&sort=-price&per_page=2&page=3&selected=7%2C8%2C3');
    const params = searchParamsOf(new URL(href ?? '', 'http://console.test').searchParams);
    expect(readKeptSelection(params)).toEqual([7, 8, 3]);
  });

  it('leads back to a customer’s page', () => {
    expect(
      hrefOf([
        ['at', 'customer_id=7&page=2'],
        ['id', '3'],
        ['to', '1'],
      ]),
    ).toBe('/customers/7?selected=3');
  });

  it('isn’t in the URL if nothing is selected, or if another button was pressed', () => {
    expect(
      hrefOf([
        ['at', at],
        ['to', '1'],
      ]),
    ).toBe('/campaigns?status=draft&sort=-price&per_page=2');
    expect(
      hrefOf([
        ['at', at],
        ['id', '3'],
      ]),
    ).toBeUndefined();
  });

  it('contains only ids, and at most as many as a form accepts', () => {
    const many = Array.from({ length: 600 }, (_, i) => i + 1).join(',');
    expect(readKeptSelection({ selected: `0,x,-1,5,5,${many}` })).toHaveLength(500);
    expect(readKeptSelection({ selected: ['2', '//evil.example'] })).toEqual([2]);
  });
});
