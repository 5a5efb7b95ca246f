/**
 * Tests the CSV export, and which campaigns members and API tokens see in lists that come from the campaign
 * index.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as exportGET } from '#app/(console)/campaigns/export/route.ts';
import { loadCampaigns } from '#app/(console)/campaigns/loader.ts';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import { readListView, saveListView } from '#lib/data/list-view.ts';
import { suggestNames } from '#lib/data/search.ts';
import { DEFAULT_LIST_VIEW, type ListView } from '#lib/domain/list-view.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { areKnown } from '#lib/store/known-campaigns.ts';
import { store } from '#lib/store/open.ts';
import {
  confirmedReadings,
  indexedCampaigns,
  indexedCustomers,
  indexedTemplates,
} from '#lib/store/schema/campaign-index.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { signedOut } from './support/members.ts';
import { readEvents } from './support/security-events.ts';
import { addCampaign } from './support/tiny-service.ts';
import { asCustomerToken } from './support/token-caller.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const DATE_SETTINGS = { zone: 'UTC', locale: 'en-US' };
const READ_AT = new Date('2026-11-20T12:00:00Z');

const row = (campaignId: number, more: Partial<typeof indexedCampaigns.$inferInsert> = {}) => ({
  campaignId,
  customerId: 7,
  customerEmail: 'office@brightwater.example',
  templateId: 1,
  firstTemplateName: 'Winter service',
  templateName: 'Winter service',
  status: 'draft',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  createdAt: new Date(Date.UTC(2026, 9, campaignId)),
  readAt: READ_AT,
  ...more,
});

beforeAll(async () => {
  const db = await store();
  await db.insert(indexedCampaigns).values([
    row(1),
    row(2, {
      status: 'queued',
      price: '€ 20.00',
      priceMinor: 2_000,
      currency: '€',
      metadata: { order: 'PO-1' },
    }),
    row(3, { customerId: 8, customerEmail: 'shop@fernhill.example', leftToPay: 400, alreadyPaid: 600 }),
    row(4, { goneAt: READ_AT }),
    row(5, {
      status: 'lost_in_space',
      price: 'included',
      priceMinor: null,
      currency: null,
      recipients: null,
    }),
    row(6, {
      firstTemplateName: '=HYPERLINK("http://evil.example")',
      metadata: { order: '\n=1+1', note: '-2' },
    }),
  ]);
  await db.insert(indexedCustomers).values([
    { customerId: 7, email: 'office@brightwater.example' },
    { customerId: 8, email: 'shop@fernhill.example' },
  ]);
  await db.insert(indexedTemplates).values([{ templateId: 1, name: 'Winter service' }]);
});
beforeEach(() => markIndexComplete(true));

const queryOf = (params: SearchParams, customerId?: number) => readCampaignQuery(params, 'UTC', customerId);
const readList = (params: SearchParams, customerId?: number) =>
  readCampaignList(queryOf(params, customerId), { page: 1, perPage: 25 });

const idsOf = (outcome: Awaited<ReturnType<typeof readCampaignList>>) =>
  outcome.ok && outcome.value.kind === 'indexed'
    ? outcome.value.list.items.map(({ campaign }) => campaign.id)
    : outcome;

describe('a list from the campaign index', () => {
  it('shows the matching campaigns that still exist, newest first', async () => {
    expect(idsOf(await harness.viewer(() => readList({})))).toEqual([6, 5, 3, 2, 1]);
    expect(idsOf(await harness.viewer(() => readList({ sort: '-price', status: 'queued' })))).toEqual([2]);
    expect(idsOf(await harness.viewer(() => readList({ payment: 'part_paid' })))).toEqual([3]);
    expect(harness.service.requests).toEqual([]);
    expect(idsOf(await harness.viewer(() => readList({}, 8)))).toEqual([3]);
  });

  it('shows a customer’s new campaign at once, without reading the customer’s list for every page', async () => {
    addCampaign(harness.service, { id: 90, customer: 9 });
    harness.service.requests.length = 0;
    expect(idsOf(await harness.viewer(() => readList({}, 9)))).toEqual([90]);
    expect(idsOf(await harness.viewer(() => readList({ page: '1' }, 9)))).toEqual([90]);
    expect(harness.service.requests).toHaveLength(1);
    harness.service.campaigns.delete(90);
    await (await store()).delete(indexedCampaigns).where(eq(indexedCampaigns.campaignId, 90));
  });

  it('waits for a customer’s list only if the list contains something new', async () => {
    const db = await store();
    const [first] = await db.select().from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, 3));
    const version = {
      campaignId: 3,
      status: first?.status ?? null,
      updatedAt: first?.updatedAt?.getTime() ?? null,
    };
    expect(await areKnown(db, 8, [])).toBe(true);
    expect(await areKnown(db, 8, [version])).toBe(true);
    expect(await areKnown(db, 7, [version])).toBe(false);
    expect(await areKnown(db, 8, [{ ...version, status: 'other' }])).toBe(false);
    expect(await areKnown(db, 8, [{ ...version, updatedAt: (version.updatedAt ?? 0) + 1 }])).toBe(false);
    expect(await areKnown(db, 8, [version, { ...version, campaignId: 91 }])).toBe(false);
  });

  it('finds customers and templates by number, or by name regardless of case', async () => {
    const byEmail = { customer: ['SHOP@fernhill.example', '7'] };
    expect(idsOf(await harness.viewer(() => readList(byEmail)))).toEqual([6, 5, 3, 2, 1]);
    expect(idsOf(await harness.viewer(() => readList({ customer: 'shop@fernhill.example' })))).toEqual([3]);
    expect(idsOf(await harness.viewer(() => readList({ template: 'winter SERVICE' })))).toHaveLength(5);
  });

  it('says which customer doesn’t exist instead of showing other customers’ campaigns', async () => {
    const { query, list } = await harness.viewer(() =>
      loadCampaigns(queryOf({ customer: ['7', 'unknown@x.example'] }), DATE_SETTINGS),
    );
    expect(list).toEqual({ kind: 'invalid' });
    expect(query.errors.customer).toContain('unknown@x.example');
    expect(query.typed.customer).toEqual(['7', 'unknown@x.example']);
  });

  it('adds up all matching campaigns for each currency', async () => {
    const listing = await harness.viewer(() => readList({}));
    if (!listing.ok || listing.value.kind !== 'indexed') throw new Error('The index was not read.');
    const { total, totals, counts } = listing.value.list;
    expect(total).toBe(5);
    expect(
      totals.map(({ currency, campaigns, price, unpriced }) => [currency, campaigns, price, unpriced]),
    ).toEqual([
      ['$', 3, 3_000, 0],
      ['€', 1, 2_000, 0],
      [null, 1, 0, 1],
    ]);
    expect(Object.fromEntries(counts)).toEqual({ draft: 3, queued: 1, lost_in_space: 1 });
  });

  it('comes from the mail service while campaigns are being indexed, or if it filters by targeting', async () => {
    const kindOf = async (params: SearchParams) => {
      const listing = await harness.viewer(() => readList(params));
      return listing.ok ? listing.value.kind : listing;
    };
    expect(await kindOf({ targeting_method: 'csv' })).toBe('live');
    expect(
      await kindOf({ 'meta_data[][key]': Array(9).fill('a'), 'meta_data[][value]': Array(9).fill('b') }),
    ).toBe('live');
    await markIndexComplete(false);
    expect(await kindOf({})).toBe('live');
  });

  it('shows an explanation instead of an unfiltered list if only the complete index could apply the filter', async () => {
    const listOf = async (params: SearchParams) =>
      (await harness.viewer(() => loadCampaigns(queryOf(params), DATE_SETTINGS))).list;
    expect(await listOf({ targeting_method: 'csv', q: 'winter' })).toEqual({
      kind: 'needs_index',
      isComplete: true,
    });
    await markIndexComplete(false);
    for (const params of [
      { q: 'x' },
      { sort: 'price' },
      { payment: 'unpaid' },
      { price_min: '1' },
      { template: '1' },
    ])
      expect(await listOf(params)).toEqual({ kind: 'needs_index', isComplete: false });
  });
});

describe('a filter by name', () => {
  it('compares names in the database’s lowercase, which can differ from JavaScript’s', async () => {
    const db = await store();
    // In JavaScript, the lowercase form of this letter consists of two characters.
    await db.insert(indexedTemplates).values([{ templateId: 2, name: 'İstanbul' }]);
    for (const name of ['İstanbul', 'winter SERVICE'])
      expect(idsOf(await harness.viewer(() => readList({ template: name })))).toEqual(
        name === 'İstanbul' ? [] : [6, 5, 3, 2, 1],
      );
  });

  it('asks for a number if more templates have the name than a filter can contain', async () => {
    const db = await store();
    const named = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ templateId: 1_000 + i, name: 'Untitled' }));
    await db.insert(indexedTemplates).values(named(100));
    expect(idsOf(await harness.viewer(() => readList({ template: 'untitled' })))).toEqual([]);
    await db.insert(indexedTemplates).values([{ templateId: 2_000, name: 'UNTITLED' }]);
    const { query, list } = await harness.viewer(() =>
      loadCampaigns(queryOf({ template: 'untitled' }), DATE_SETTINGS),
    );
    expect(list).toEqual({ kind: 'invalid' });
    expect(query.errors).toEqual({
      template: 'More than 100 templates have the name “untitled”. Enter a template number.',
    });
  });
});

describe('an API token for one customer', () => {
  const asToken = <T>(work: () => Promise<T>) => asCustomerToken(harness.viewer, 8, work);

  it('lists only that customer’s campaigns', async () => {
    expect(idsOf(await asToken(() => readList({})))).toEqual([3]);
    expect(idsOf(await asToken(() => readList({ customer: '8' })))).toEqual([3]);
  });

  it('can’t list another customer’s campaigns', async () => {
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await asToken(() => readList({ customer: '7' }))).toEqual(missing);
    expect(await asToken(() => readList({}, 7))).toEqual(missing);
  });

  it('can’t learn which customers exist', async () => {
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await asToken(() => readList({ customer: 'unknown@x.example' }))).toEqual(missing);
    expect(await asToken(() => readList({ customer: 'office@brightwater.example' }))).toEqual(missing);
    for (const other of ['unknown@x.example', 'office@brightwater.example'])
      expect(idsOf(await asToken(() => readList({ customer: ['8', other] })))).toEqual([3]);
  });

  it('can’t learn the names of customers or templates', async () => {
    const forbidden = { ok: false, failure: { kind: 'forbidden' } };
    expect(await asToken(() => suggestNames('customer', 'office'))).toEqual(forbidden);
  });
});

describe('a list of suggestions', () => {
  it('contains names whose words start with the typed words', async () => {
    const values = (outcome: Outcome<readonly string[]>) => (outcome.ok ? outcome.value : outcome);
    expect(values(await harness.viewer(() => suggestNames('customer', 'bright')))).toEqual([
      'office@brightwater.example',
    ]);
    expect(values(await harness.viewer(() => suggestNames('template', 'win')))).toEqual(['Winter service']);
    expect(values(await harness.viewer(() => suggestNames('customer', '')))).toEqual([]);
  });
});

describe('the CSV export of campaigns', () => {
  const readCsv = async (query: string) => {
    const response = await harness.viewer(() => exportGET(new Request(`http://x/campaigns/export?${query}`)));
    return { status: response.status, text: (await response.text()).replace('\uFEFF', '') };
  };

  it('contains the same campaigns in the same order as the list, and is recorded', async () => {
    const { text } = await readCsv('sort=price&customer=7&status=draft');
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(ids).toEqual(['1', '6']);
    const [event] = await readEvents(harness.viewer, 'campaigns.exported');
    expect(event).toMatchObject({
      by: 'viewer@mailroom.test',
      details: { filters: 'status=draft sort=price customer=7' },
    });
  });

  it('contains all fields, and a column for each chosen metadata key', async () => {
    const db = await store();
    const checkout = { total: 1_000, credit: 250, checkoutReadAt: READ_AT };
    await db.update(indexedCampaigns).set(checkout).where(eq(indexedCampaigns.campaignId, 3));
    const confirmedAt = new Date(READ_AT.getTime() + 1);
    await db.insert(confirmedReadings).values({ campaignId: 3, confirmedAt });
    const { text } = await readCsv('customer=8&columns=meta:order');
    const [header = '', line = ''] = text.trim().split('\r\n');
    expect(header).toMatch(/^campaign,title,note,customer,customer email,.*,metadata,metadata: order$/);
    expect(line).toContain(
      '3,Winter service,,8,shop@fernhill.example,1,Winter service,draft,10,$10.00,$,Partially paid,10.00,2.50,6.00,4.00',
    );
    expect(header).toContain(',last read (UTC),checkout read (UTC),metadata');
    expect(line).toContain(',2026-11-20T12:00:00.001Z,2026-11-20T12:00:00.000Z,');
  });

  it('shows the amount left to pay only for drafts, like the list and its totals', async () => {
    const db = await store();
    await db.update(indexedCampaigns).set({ leftToPay: 500 }).where(eq(indexedCampaigns.campaignId, 2));
    const { text } = await readCsv('sort=scheduled_at');
    const [header = '', ...lines] = text.trim().split('\r\n');
    const column = header.split(',').indexOf('left to pay');
    const left = Object.fromEntries(lines.map((line) => [line.split(',')[0], line.split(',')[column]]));
    expect(left).toMatchObject({ 2: '', 3: '4.00' });
  });

  it('escapes formulas in titles and metadata', async () => {
    const { text } = await readCsv('columns=meta:order&columns=meta:note');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain("\n'=1+1");
    expect(text).toContain(",'-2");
  });

  it('accepts text that a database can’t store', async () => {
    expect((await readCsv('q=%00')).status).toBe(200);
  });

  it('is refused if a filter is invalid, the index is incomplete, or no member is signed in', async () => {
    expect((await readCsv('sort=zap')).status).toBe(400);
    expect((await readCsv('customer=unknown@x.example')).status).toBe(400);
    await markIndexComplete(false);
    expect((await readCsv('')).status).toBe(409);
    const response = await signedOut(() => exportGET(new Request('http://x/campaigns/export')));
    expect(response.status).toBe(401);
  });
});

describe('display settings for lists', () => {
  const view: ListView = { columns: ['price', 'meta:order'], density: 'compact', perPage: 50 };

  it('a member’s display settings are remembered for that member only, until the member resets them', async () => {
    await harness.viewer(() => saveListView(view));
    await harness.viewer(() => saveListView({ ...view, perPage: 25 }));
    expect(await harness.viewer(readListView)).toEqual({ ok: true, value: { ...view, perPage: 25 } });
    expect(await harness.sender(readListView)).toEqual({ ok: true, value: DEFAULT_LIST_VIEW });
    await harness.viewer(() => saveListView(null));
    expect(await harness.viewer(readListView)).toEqual({ ok: true, value: DEFAULT_LIST_VIEW });
  });

  it('the columns, density, and page size in the URL override the member’s display settings', async () => {
    await harness.viewer(() => saveListView(view));
    const params = { columns: 'status', per_page: '1' };
    const loaded = await harness.viewer(() => loadCampaigns(queryOf(params), DATE_SETTINGS));
    expect(loaded.view).toEqual({ columns: ['status'], density: 'compact', perPage: 1 });
    expect(loaded.list).toMatchObject({ kind: 'listed', total: 5, totalPages: 5 });
  });
});
