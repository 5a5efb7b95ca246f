import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaignFilters } from '#lib/contract/inputs.ts';
import { campaignsHref, exportHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { nextSort, parseSort } from '#lib/forms/sort-param.ts';

const readQuery = (params: SearchParams) => readCampaignQuery(params, 'America/New_York');

function paramsOf(href: string): SearchParams {
  const params: Record<string, string[]> = {};
  for (const [name, value] of new URL(href, 'http://console').searchParams) {
    params[name] = [...(params[name] ?? []), value];
  }
  return params;
}

test('the campaign list reads the customer and every filter in part 4.5 of the interface from the URL', () => {
  const query = readQuery({
    status: 'mailed',
    targeting_method: 'csv',
    'sent_at[from]': '2026-10-01',
    'sent_at[to]': '2026-10-31',
    'meta_data[][key]': ['season', 'agent'],
    'meta_data[][value]': ['autumn', 'Wei Chen'],
    customer_id: '3',
    page: '2',
    per_page: '25',
  });
  expect(query.errors).toEqual({});
  expect(query.filters).toEqual({
    status: 'mailed',
    targeting_method: 'csv',
    sent_at: { from: '2026-10-01T00:00:00-04:00', to: '2026-10-31T23:59:59.999-04:00' },
    meta_data: [
      { key: 'season', value: 'autumn' },
      { key: 'agent', value: 'Wei Chen' },
    ],
    customer_id: 3,
    page: 2,
  });
  expect(query.view).toEqual({ perPage: 25 });
});

test('a URL without parameters contains no filters', () => {
  const query = readQuery({});
  expect(query).toEqual({
    typed: { pairs: [] },
    errors: {},
    filters: {},
    indexFilter: {},
    customers: [],
    templates: [],
    view: {},
    hasBlanks: false,
  });
  expect(campaignsHref(query.typed)).toBe('/campaigns');
});

test('blank parameters are reported, and omitted from the URL', () => {
  const query = readQuery({
    status: '',
    page: '3',
    'meta_data[][key]': ['', 'a'],
    'meta_data[][value]': ['', 'b'],
  });
  expect(query.hasBlanks).toBe(true);
  expect(query.errors).toEqual({});
  expect(campaignsHref(query.typed)).toBe(
    '/campaigns?page=3&meta_data%5B%5D%5Bkey%5D=a&meta_data%5B%5D%5Bvalue%5D=b',
  );
});

test('a list filtered by customer has a link to the customer’s page', () => {
  const { typed } = readQuery({ customer_id: '7', status: 'draft' });
  expect(campaignsHref(typed)).toBe('/customers/7?status=draft');
  expect(campaignsHref(typed, { customer_id: undefined })).toBe('/campaigns?status=draft');
  const scoped = readCampaignQuery({ customer_id: '8', status: 'draft', page: '2' }, 'UTC', 7);
  expect(scoped).toMatchObject({ errors: {}, filters: { customer_id: 7, status: 'draft', page: 2 } });
  expect(campaignsHref(scoped.typed)).toBe('/customers/7?status=draft&page=2');
});

describe('reading invalid parameters', () => {
  test.each([
    ['status', 'zap'],
    ['targeting_method', 'everyone'],
    ['customer_id', '-1'],
    ['sent_at[from]', 'banana'],
    ['sent_at[to]', '2026-02-30'],
    ['per_page', '101'],
    ['per_page', '0'],
    ['page', '1.5'],
    ['page', '99999999999999999999'],
  ] as const)(
    'reports the invalid parameter %s=%s in a sentence and keeps the typed value',
    (name, value) => {
      const query = readQuery({ [name]: value });
      expect(query.errors[name]).toMatch(/^[A-Z].*\.$/);
      expect(query.typed[name]).toBe(value);
      expect(campaignsHref(query.typed)).toContain(`${encodeURIComponent(name)}=${value}`);
    },
  );

  test('reports a parameter that occurs twice', () =>
    expect(readQuery({ status: ['sent', 'mailed'] }).errors.status).toBe('Enter only one value.'));

  test('reports a date range whose end is before the start', () => {
    const query = readQuery({ 'sent_at[from]': '2026-11-02', 'sent_at[to]': '2026-11-01' });
    expect(query.errors['sent_at[to]']).toBe('The end date is before the start date.');
  });

  test('reports a metadata value without a key', () => {
    const query = readQuery({ 'meta_data[][value]': 'x' });
    expect(query.errors['meta_data[]']).toBe('Enter a key for this value.');
    expect(query.typed.pairs).toEqual([{ key: '', value: 'x' }]);
  });

  test.each(['key', 'value'])('reports a NUL character in a metadata %s', (part) => {
    const query = readQuery({
      'meta_data[][key]': 'order',
      'meta_data[][value]': 'x',
      [`meta_data[][${part}]`]: 'a\0',
    });
    expect(query.errors['meta_data[]']).toBe('Remove the invisible character from the key or value.');
  });
});

test('unknown parameters are ignored, even __proto__ and constructor', () => {
  const params = JSON.parse('{"__proto__": "x", "constructor": "y", "utm_source": "z"}');
  expect(readQuery(params)).toMatchObject({ errors: {}, filters: {} });
});

test('only filters that the interface allows are accepted, and a URL built from the filters is read as the same filters', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('draft', 'csv', '5', '2026-10-01', ''));
  const params = fc.record(
    {
      status: text,
      targeting_method: text,
      'sent_at[from]': text,
      'sent_at[to]': text,
      page: text,
      per_page: text,
      'meta_data[][key]': fc.array(text, { maxLength: 3 }),
      'meta_data[][value]': fc.array(text, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(params, (given) => {
      const { errors, filters, typed } = readQuery(given);
      if (Object.keys(errors).length === 0) expect(campaignFilters.safeParse(filters).success).toBe(true);
      expect(readQuery(paramsOf(campaignsHref(typed))).filters).toEqual({
        ...filters,
        ...(filters.page === 1 ? { page: undefined } : {}),
      });
    }),
  );
});

describe('a query of the campaign index', () => {
  const given = {
    q: 'winter PO-23155',
    sort: '-price',
    payment: ['part_paid', 'paid_not_sent'],
    scheduled_from: '2026-11-01',
    scheduled_to: '2026-11-01',
    created_from: '2026-03-08',
    created_to: '2026-03-08',
    'sent_at[from]': '2026-10-01',
    'sent_at[to]': '2026-10-01',
    price_min: '250',
    price_max: '1,127.10',
    recipients_min: '0',
    recipients_max: '500',
    customer: ['office@brightwater.example', '12'],
    template: 'Winter service',
    size: ['letter', 'postcard_6x9'],
    postage: 'first_class',
    columns: ['price', 'meta:order'],
    density: 'compact',
    per_page: '50',
  };

  test('is read from the URL, with whole days in the member’s time zone', () => {
    const query = readQuery(given);
    expect(query.errors).toEqual({});
    expect(query.indexFilter).toEqual({
      words: 'winter PO-23155',
      payment: ['part_paid', 'paid_not_sent'],
      sizes: ['letter', 'postcard_6x9'],
      postages: ['first_class'],
      // Clocks fall back on November 1 and spring forward on March 8, so these days have 25 and 23 hours.
      scheduled: { from: Date.UTC(2026, 10, 1, 4), to: Date.UTC(2026, 10, 2, 5) },
      created: { from: Date.UTC(2026, 2, 8, 5), to: Date.UTC(2026, 2, 9, 4) },
      sent: { from: Date.UTC(2026, 9, 1, 4), to: Date.UTC(2026, 9, 2, 4) },
      priceMinor: { min: 25_000, max: 112_710 },
      recipients: { min: 0, max: 500 },
    });
    expect(query.sort).toEqual({ key: 'price', direction: 'desc' });
    expect(query.customers).toEqual(['office@brightwater.example', '12']);
    expect(query.templates).toEqual(['Winter service']);
    expect(query.view).toEqual({ columns: ['price', 'meta:order'], density: 'compact', perPage: 50 });
  });

  test('is kept in the list’s URL and, except for the page and the density, in the export’s URL', () => {
    const { typed } = readQuery({ ...given, page: '3' });
    expect(readQuery(paramsOf(campaignsHref(typed)))).toEqual(readQuery({ ...given, page: '3' }));
    const exported = readQuery(paramsOf(exportHref(typed)));
    expect(exported.indexFilter).toEqual(readQuery(given).indexFilter);
    expect(exported.view).toEqual({ columns: ['price', 'meta:order'] });
    expect(exported.filters.page).toBeUndefined();
  });

  test('includes the mail service’s own status and metadata filters', () => {
    const query = readQuery({ status: 'draft', 'meta_data[][key]': 'order', 'meta_data[][value]': 'PO-1' });
    expect(query.indexFilter).toEqual({
      statuses: ['draft'],
      metadata: [{ key: 'order', value: 'PO-1' }],
    });
  });

  test('doesn’t include other customers on a customer’s page', () => {
    const query = readCampaignQuery({ customer: 'office@brightwater.example' }, 'UTC', 7);
    expect(query.customers).toEqual([]);
    expect(query.filters.customer_id).toBe(7);
  });

  test.each([
    ['q', 'x'.repeat(101)],
    ['sort', 'title'],
    ['sort', '--price'],
    ['payment', 'free'],
    ['scheduled_from', 'soon'],
    ['scheduled_to', '2026-02-30'],
    ['created_from', '2026-13-01'],
    ['created_to', '1'],
    ['price_min', '-1'],
    ['price_max', 'ten'],
    ['recipients_min', '1.5'],
    ['recipients_max', '9'.repeat(17)],
    ['customer', 'x'.repeat(501)],
    ['template', 'a\0'],
    ['size', 'x'.repeat(501)],
    ['columns', 'secret'],
    ['density', 'tiny'],
  ] as const)(
    'reports the invalid parameter %s=%j in a sentence and keeps the typed value',
    (name, value) => {
      const query = readQuery({ [name]: value });
      expect(query.errors[name]).toMatch(/^[A-Z].*\.$/);
      expect([query.typed[name]].flat()).toEqual([value]);
    },
  );

  test.each([
    ['scheduled_to', { scheduled_from: '2026-11-02', scheduled_to: '2026-11-01' }],
    ['price_max', { price_min: '10.01', price_max: '10' }],
    ['recipients_max', { recipients_min: '2', recipients_max: '1' }],
  ])('shows an error beside %s if the range ends before it starts', (name, params) => {
    expect(readQuery(params).errors[name]).toMatch(/(before|less than)/);
  });

  test('accepts at most 100 values for each filter', () => {
    const customers = Array.from({ length: 101 }, (_, i) => String(i));
    expect(readQuery({ customer: customers }).errors.customer).toBe('Choose 100 or fewer.');
  });
});

describe('a column heading', () => {
  test.each([
    [undefined, 'price', '-price'],
    ['-price', 'price', 'price'],
    ['price', 'price', '-price'],
    ['price', 'scheduled_at', 'scheduled_at'],
    ['scheduled_at', 'scheduled_at', '-scheduled_at'],
    ['-customer', 'customer', 'customer'],
  ] as const)('in a list sorted by %s, the heading of the column %s sorts by %s', (current, key, next) => {
    expect(nextSort(key, current === undefined ? undefined : parseSort(current))).toBe(next);
  });
});
