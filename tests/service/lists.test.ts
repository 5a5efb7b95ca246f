import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { BITS_PER_BLOCK } from '#service/store/schema.ts';
import { draftRow, openService, START, statusAndCode, type TestService, v1Headers } from './fixture.ts';

/**
 * The number of campaigns. The campaigns fill more than one bitmap block and have all combinations of status,
 * targeting, customer, and metadata.
 */
const COUNT = BITS_PER_BLOCK + 1_500;

const rows = Array.from({ length: COUNT }, (_, i) => {
  const status =
    i % 997 === 0 ? 'processing' : (['draft', 'queued', 'sent', 'mailed', 'mailed'] as const)[i % 5];
  const wasSent = status === 'sent' || status === 'mailed';
  // The order of sent_at differs from the order of the ids.
  // Campaigns sent more than a day ago have the status "mailed".
  const order = (i * 7919) % COUNT;
  const sentAt =
    status === 'sent' ? START - DAY_MS / 2 + order * 1000 : START - 40 * DAY_MS + order * MINUTE_MS;
  return draftRow({
    customerId: 1 + (i % 3),
    status,
    targetingMethod: i % 7 < 3 ? 'map' : 'csv',
    metaData: { season: i % 4 === 0 ? 'spring' : 'fall', ...(i % 500 === 0 && { wave: `${i % 3}` }) },
    scheduledAt: wasSent ? new Date(sentAt) : status === 'draft' ? null : new Date(START + DAY_MS),
    sentAt: wasSent ? new Date(sentAt) : null,
    createdAt: new Date(START - (COUNT - i) * 1000),
  });
});
const sentInOrder = rows
  .map((row, i) => ({ row, id: i + 1 }))
  .filter(({ row }) => row.sentAt)
  .sort((a, b) => Number(a.row.sentAt) - Number(b.row.sentAt) || a.id - b.id);
for (const [i, { row }] of sentInOrder.entries()) row.sentNumber = i + 1;

/** Computes the expected list by checking every campaign. */
function expectedIds(filters: CampaignFilters, customerId?: number): number[] {
  const { status, targeting_method: targeting = 'all', sent_at: range, meta_data: pairs = [] } = filters;
  const parseBound = (text: string | undefined, otherwise: number) =>
    text === undefined ? otherwise : Date.parse(text);
  const found = rows
    .map((row, i) => ({ row, id: i + 1 }))
    .filter(({ row }) => customerId === undefined || row.customerId === customerId)
    .filter(({ row }) => status === undefined || row.status === status)
    .filter(({ row }) => targeting === 'all' || row.targetingMethod === targeting)
    .filter(({ row }) => pairs.every(({ key, value }) => row.metaData[key] === value))
    .filter(({ row }) => {
      if (!range) return true;
      const at = row.sentAt ? row.sentAt.getTime() : Number.NaN;
      return at >= parseBound(range.from, 0) && at <= parseBound(range.to, Number.MAX_SAFE_INTEGER);
    });
  const newest = found.sort((a, b) => b.id - a.id);
  if (range) newest.sort((a, b) => Number(b.row.sentAt) - Number(a.row.sentAt) || b.id - a.id);
  return newest.map(({ id }) => id);
}

let service: TestService;
beforeAll(async () => {
  service = await openService({ rows, credits: [0, 0, 0] });
});
afterAll(() => service.close());

const timeAt = (ms: number) => new Date(START + ms).toISOString();

const filterSets: readonly CampaignFilters[] = [
  {},
  ...V1_STATUSES.map((status) => ({ status })),
  { targeting_method: 'map' },
  { targeting_method: 'all', status: 'draft' },
  { targeting_method: 'csv', status: 'mailed', meta_data: [{ key: 'season', value: 'spring' }] },
  { meta_data: [{ key: 'wave', value: '2' }] },
  {
    meta_data: [
      { key: 'wave', value: '1' },
      { key: 'season', value: 'spring' },
    ],
  },
  {
    meta_data: [
      { key: 'season', value: 'spring' },
      { key: 'season', value: 'spring' },
    ],
  },
  {
    meta_data: [
      { key: 'season', value: 'spring' },
      { key: 'season', value: 'fall' },
    ],
  },
  { meta_data: [{ key: 'season', value: 'winter' }] },
  { sent_at: { from: timeAt(-39 * DAY_MS) } },
  { sent_at: { to: timeAt(-39 * DAY_MS) } },
  {
    sent_at: { from: timeAt(-38 * DAY_MS), to: timeAt(-36 * DAY_MS) },
    status: 'mailed',
    targeting_method: 'csv',
  },
  { sent_at: { from: timeAt(-DAY_MS / 3), to: timeAt(-DAY_MS / 4) }, status: 'sent' },
  { sent_at: { from: timeAt(-40 * DAY_MS), to: timeAt(-40 * DAY_MS) } },
  { sent_at: { from: timeAt(0) } },
  { sent_at: { to: timeAt(-41 * DAY_MS) } },
  { sent_at: { from: timeAt(-38 * DAY_MS) }, status: 'draft' },
];

describe.each(filterSets.map((filters) => [JSON.stringify(filters), filters] as const))(
  'a list filtered by %s',
  (_name, filters) => {
    test.each([undefined, 2])(
      'returns the right items and counts on the first, middle, and last pages (customer: %o)',
      async (customer) => {
        const ids = expectedIds(filters, customer);
        const perPage = 7;
        const pages = Math.max(1, Math.ceil(ids.length / perPage));
        for (const page of new Set([1, Math.ceil(pages / 2), pages, pages + 1])) {
          const input = { ...filters, page, per_page: perPage };
          const { status, body } =
            customer === undefined
              ? await service.call('listCampaigns', input)
              : await service.call('listCustomerCampaigns', { ...input, customer_id: customer });
          expect(status).toBe(200);
          expect(body.items?.map((item) => item.id)).toEqual(ids.slice((page - 1) * perPage, page * perPage));
          expect(body).toMatchObject({ current_page: page, total_count: ids.length, total_pages: pages });
        }
      },
    );
  },
);

test('a list page can contain items from several bitmap blocks', async () => {
  const { body } = await service.call('listCampaigns', {
    meta_data: [{ key: 'wave', value: '1' }],
    per_page: 100,
  });
  expect(body.items?.map((item) => item.id)).toEqual(
    expectedIds({ meta_data: [{ key: 'wave', value: '1' }] }),
  );
});

test('a sent_at range includes all of its first and last UTC days', async () => {
  const day = (ms: number) => timeAt(ms).slice(0, 10);
  const { body } = await service.call('listCampaigns', {
    sent_at: { from: day(-39 * DAY_MS), to: day(-38 * DAY_MS) },
  });
  const from = `${day(-39 * DAY_MS)}T00:00:00.000Z`;
  const to = `${day(-38 * DAY_MS)}T23:59:59.999Z`;
  expect(body.total_count).toBe(expectedIds({ sent_at: { from, to } }).length);
});

test('a list page has ten items by default', async () => {
  const { body } = await service.call('listCampaigns', {});
  expect(body.items).toHaveLength(10);
  expect(body.total_pages).toBe(Math.ceil(COUNT / 10));
});

test.each([
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['page=x', 'page'],
  ['per_page=101', 'per_page'],
  ['per_page=0', 'per_page'],
  ['status=paid', 'status'],
  ['targeting_method=post', 'targeting_method'],
  ['sent_at%5Bfrom%5D=yesterday', 'sent_at[from]'],
  ['sent_at=2026-11-01', 'sent_at'],
  ['sent_at%5Bsince%5D=2026-11-01', 'sent_at[since]'],
  ['meta_data%5B%5D%5Bkey%5D=a', 'meta_data[]'],
  ['page=1&page=2', 'page'],
  ['sort=price', 'sort'],
  ['__proto__%5Bpage%5D=2', '__proto__[page]'],
])('the list rejects %s and names the field', async (query, field) => {
  const response = await service.request(`/v1/campaigns?${query}`, { headers: v1Headers });
  expect(statusAndCode(response)).toBe('400 invalid_input');
  expect(Object.keys(response.body.error?.fields ?? {})).toEqual([field]);
});

test('a sent_at range that ends before it starts is rejected', async () => {
  const response = await service.call('listCampaigns', { sent_at: { from: timeAt(0), to: timeAt(-1) } });
  expect(statusAndCode(response)).toBe('422 invalid_range');
  expect(response.body.error?.fields).toHaveProperty('sent_at[to]');
});

test('listing an unknown customer’s campaigns results in status 404', async () => {
  expect(statusAndCode(await service.call('listCustomerCampaigns', { customer_id: 99 }))).toBe(
    '404 not_found',
  );
});

test('metadata keys and values can be interleaved or grouped', async () => {
  const pair = (name: string, value: string) => `meta_data%5B%5D%5B${name}%5D=${value}`;
  for (const query of [
    [pair('key', 'wave'), pair('value', '1'), pair('key', 'season'), pair('value', 'spring')],
    [pair('key', 'wave'), pair('key', 'season'), pair('value', '1'), pair('value', 'spring')],
  ]) {
    const { body } = await service.request<{ total_count: number }>(`/v1/campaigns?${query.join('&')}`, {
      headers: v1Headers,
    });
    expect(body.total_count).toBe(
      expectedIds({
        meta_data: [
          { key: 'wave', value: '1' },
          { key: 'season', value: 'spring' },
        ],
      }).length,
    );
  }
});
