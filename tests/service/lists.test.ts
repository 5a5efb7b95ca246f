import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import { V1_STATUSES } from '#lib/contract/resources.ts';
import { BITS_PER_BLOCK } from '#service/store/schema.ts';
import { draftRow, openService, START, statusAndCode, type TestService, v1Headers } from './fixture.ts';

/** More than one block of marks; every mix of status, targeting, customer and metadata comes up. */
const COUNT = BITS_PER_BLOCK + 1_500;

const rows = Array.from({ length: COUNT }, (_, i) => {
  const status =
    i % 997 === 0 ? 'processing' : (['draft', 'queued', 'sent', 'mailed', 'mailed'] as const)[i % 5];
  const wasSent = status === 'sent' || status === 'mailed';
  // In no order of the ids. What was sent more than a day ago has been mailed since.
  const order = (i * 7919) % COUNT;
  const sentAt =
    status === 'sent' ? START - DAY_MS / 2 + order * 1000 : START - 40 * DAY_MS + order * MINUTE_MS;
  return draftRow({
    customerId: 1 + (i % 3),
    status,
    targetingMethod: i % 7 < 3 ? 'map' : 'csv',
    metaData: { season: i % 4 === 0 ? 'spring' : 'autumn', ...(i % 500 === 0 && { wave: `${i % 3}` }) },
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

/** What a list should hold, found the slow way: every row looked at. */
function expectedIds(filters: CampaignFilters, customerId?: number): number[] {
  const { status, targeting_method: targeting = 'all', sent_at: range, meta_data: pairs = [] } = filters;
  const bound = (text: string | undefined, otherwise: number) =>
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
      return at >= bound(range.from, 0) && at <= bound(range.to, Number.MAX_SAFE_INTEGER);
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

const time = (ms: number) => new Date(START + ms).toISOString();

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
      { key: 'season', value: 'autumn' },
    ],
  },
  { meta_data: [{ key: 'season', value: 'winter' }] },
  { sent_at: { from: time(-39 * DAY_MS) } },
  { sent_at: { to: time(-39 * DAY_MS) } },
  {
    sent_at: { from: time(-38 * DAY_MS), to: time(-36 * DAY_MS) },
    status: 'mailed',
    targeting_method: 'csv',
  },
  { sent_at: { from: time(-DAY_MS / 3), to: time(-DAY_MS / 4) }, status: 'sent' },
  { sent_at: { from: time(-40 * DAY_MS), to: time(-40 * DAY_MS) } },
  { sent_at: { from: time(0) } },
  { sent_at: { to: time(-41 * DAY_MS) } },
  { sent_at: { from: time(-38 * DAY_MS) }, status: 'draft' },
];

describe.each(filterSets.map((filters) => [JSON.stringify(filters), filters] as const))(
  '%s',
  (_name, filters) => {
    test.each([undefined, 2])(
      'customer %o: the first page, the last, one in between, and the counts',
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

test('a page can reach over many blocks', async () => {
  const { body } = await service.call('listCampaigns', {
    meta_data: [{ key: 'wave', value: '1' }],
    per_page: 100,
  });
  expect(body.items?.map((item) => item.id)).toEqual(
    expectedIds({ meta_data: [{ key: 'wave', value: '1' }] }),
  );
});

test('sent_at by days, both included, in UTC', async () => {
  const day = (ms: number) => time(ms).slice(0, 10);
  const { body } = await service.call('listCampaigns', {
    sent_at: { from: day(-39 * DAY_MS), to: day(-38 * DAY_MS) },
  });
  const from = `${day(-39 * DAY_MS)}T00:00:00.000Z`;
  const to = `${day(-38 * DAY_MS)}T23:59:59.999Z`;
  expect(body.total_count).toBe(expectedIds({ sent_at: { from, to } }).length);
});

test('ten to a page when nothing is said', async () => {
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
])('%s is refused by name', async (query, field) => {
  const answer = await service.request(`/v1/campaigns?${query}`, { headers: v1Headers });
  expect(statusAndCode(answer)).toBe('400 invalid_input');
  expect(Object.keys(answer.body.error?.fields ?? {})).toEqual([field]);
});

test('a range that ends before it begins is refused', async () => {
  const answer = await service.call('listCampaigns', { sent_at: { from: time(0), to: time(-1) } });
  expect(statusAndCode(answer)).toBe('422 wrong_range');
  expect(answer.body.error?.fields).toHaveProperty('sent_at[to]');
});

test('the list of a customer who does not exist is not found', async () => {
  expect(statusAndCode(await service.call('listCustomerCampaigns', { customer_id: 99 }))).toBe(
    '404 not_found',
  );
});

test('metadata pairs are read interleaved and grouped', async () => {
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
