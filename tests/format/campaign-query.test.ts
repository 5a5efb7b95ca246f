import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaignFilters } from '#lib/contract/inputs.ts';
import { campaignsHref, readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';

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
    per_page: 25,
  });
});

test('a URL without parameters contains no filters', () => {
  const query = readQuery({});
  expect(query).toEqual({ typed: { pairs: [] }, errors: {}, filters: { per_page: 10 }, hasBlanks: false });
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

test('a list that is filtered by customer links to the customer’s page', () => {
  const { typed } = readQuery({ customer_id: '7', status: 'draft' });
  expect(campaignsHref(typed)).toBe('/customers/7?status=draft');
  expect(campaignsHref(typed, { customer_id: undefined })).toBe('/campaigns?status=draft');
  const scoped = readCampaignQuery({ customer_id: '8', status: 'draft', page: '2' }, 'UTC', 7);
  expect(scoped).toMatchObject({ errors: {}, filters: { customer_id: 7, status: 'draft', page: 2 } });
  expect(campaignsHref(scoped.typed)).toBe('/customers/7?status=draft&page=2');
});

describe('invalid parameters', () => {
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
