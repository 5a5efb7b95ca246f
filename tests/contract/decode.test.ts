/**
 * Tests that decoding rejects every field that the operation doesn't have, with an error that names the
 * field.
 */
import { describe, expect, test } from 'vitest';
import { chooseOperation, decodeRequest } from '#lib/contract/wire.ts';
import { decodeForm, decodeListQuery, decodeQuery, formPairs, NOT_A_FIELD } from './decode-helpers.ts';

const TWICE = 'was given more than once';
const MALFORMED = 'is not a well-formed field name';

describe('decoding field names', () => {
  test.each([
    ['shade=red', 'shade', NOT_A_FIELD],
    ['Status=draft', 'Status', NOT_A_FIELD],
    ['status =draft', 'status ', NOT_A_FIELD],
    ['=x', '', MALFORMED],
    ['status[]=draft', 'status[]', NOT_A_FIELD],
    ['status[x]=draft', 'status[x]', NOT_A_FIELD],
    ['status[x-y]=draft', 'status[x-y]', NOT_A_FIELD],
    ['sent_at=2026-11-01', 'sent_at', NOT_A_FIELD],
    ['sent_at[]=2026-11-01', 'sent_at[]', NOT_A_FIELD],
    ['sent_at[from][]=2026-11-01', 'sent_at[from][]', NOT_A_FIELD],
    ['sent_at[since]=2026-11-01', 'sent_at[since]', NOT_A_FIELD],
    ['meta_data=a', 'meta_data', NOT_A_FIELD],
    ['meta_data[]=a', 'meta_data[]', NOT_A_FIELD],
    ['meta_data[key]=a', 'meta_data[key]', NOT_A_FIELD],
    ['meta_data[0][key]=a', 'meta_data[0][key]', NOT_A_FIELD],
    ['meta_data[][name]=a', 'meta_data[][name]', NOT_A_FIELD],
    ['meta_data[][key][]=a', 'meta_data[][key][]', NOT_A_FIELD],
    ['status[=draft', 'status[', MALFORMED],
    ['status]=draft', 'status]', MALFORMED],
    ['sent_at[from=2026-11-01', 'sent_at[from', MALFORMED],
    ['sent_at[[from]]=2026-11-01', 'sent_at[[from]]', MALFORMED],
    ['sent_at[from]x=2026-11-01', 'sent_at[from]x', MALFORMED],
    ['[status]=draft', '[status]', MALFORMED],
  ])('rejects %s, because the field name isn’t exactly as documented', (query, field, problem) => {
    expect(decodeListQuery(query)).toEqual({ ok: false, fields: { [field]: problem } });
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    'rejects a field named %s at any depth',
    (name) => {
      for (const field of [
        name,
        `${name}[polluted]`,
        `sent_at[${name}]`,
        `meta_data[][${name}]`,
        `${name}[]`,
      ]) {
        const read = decodeListQuery(`${field}=1`);
        expect(read.ok, field).toBe(false);
        expect(read.ok ? [] : Object.entries(read.fields)).toEqual([[field, NOT_A_FIELD]]);
      }
      expect(decodeForm('updateCustomer', `${name}=1`).ok).toBe(false);
      expect(decodeForm('previewTemplate', `template_data[${name}][polluted]=1`, { id: 'x' }).ok).toBe(false);
      expect({}).not.toHaveProperty('polluted');
    },
  );

  test('reports all invalid fields of a request', () => {
    const read = decodeRequest('payAndSendCampaign', {
      params: { id: '0' },
      query: formPairs('source=tok_visa'),
      form: formPairs('email=ada&send_copy_to_sender=maybe&tip=5'),
    });
    expect(read.ok ? {} : Object.keys(read.fields).sort()).toEqual(['id', 'source', 'tip']);
    const values = decodeForm('payAndSendCampaign', 'email=ada&send_copy_to_sender=maybe&date=soon');
    expect(values.ok ? {} : Object.keys(values.fields).sort()).toEqual([
      'date',
      'email',
      'send_copy_to_sender',
    ]);
  });

  test('reports only the first problem with a field', () => {
    const query = `meta_data[][key]=&meta_data[][value]=1&meta_data[][key]=${'x'.repeat(201)}&meta_data[][value]=2`;
    const tooSmall = decodeListQuery('meta_data[][key]=&meta_data[][value]=1');
    expect(tooSmall.ok).toBe(false);
    expect(decodeListQuery(query)).toEqual(tooSmall);
  });

  test('rejects a form field in the query and a query field in the form', () => {
    expect(
      decodeRequest('sendCampaign', {
        params: { customer_id: '1', id: '1' },
        query: [],
        form: formPairs('date=x'),
      }),
    ).toEqual({ ok: false, fields: { date: NOT_A_FIELD } });
    expect(decodeQuery('payAndSendCampaign', 'email=a%40b.co', { id: '1' })).toMatchObject({
      ok: false,
      fields: { email: expect.anything() },
    });
  });
});

describe('decoding fields with a single value', () => {
  test.each([
    ['status=draft&status=queued', 'status'],
    ['page=1&page=1', 'page'],
    ['sent_at[from]=2026-11-01&sent_at[from]=2026-11-02', 'sent_at[from]'],
  ])('rejects the repeated field in %s', (query, field) => {
    expect(decodeListQuery(query)).toEqual({ ok: false, fields: { [field]: TWICE } });
  });

  test.each([
    '1.5',
    '0',
    '-1',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '',
    'two',
    '٣',
    '9007199254740993',
    '1'.repeat(17),
    'NaN',
  ])('rejects the page number %j', (page) => {
    expect(decodeListQuery(`page=${encodeURIComponent(page)}`)).toMatchObject({
      ok: false,
      fields: { page: expect.any(String) },
    });
  });

  test('accepts at most 100 items per page', () => {
    expect(decodeListQuery('per_page=100')).toEqual({ ok: true, value: { per_page: 100 } });
    expect(decodeListQuery('per_page=101')).toMatchObject({
      ok: false,
      fields: { per_page: expect.any(String) },
    });
  });

  test('accepts true, false, 1, and 0 as booleans', () => {
    const read = (text: string) =>
      decodeForm('payAndSendCampaign', `email=a%40b.co&send_copy_to_sender=${text}`);
    expect(read('true')).toMatchObject({ ok: true, value: { send_copy_to_sender: true } });
    expect(read('1')).toMatchObject({ ok: true, value: { send_copy_to_sender: true } });
    expect(read('false')).toMatchObject({ ok: true, value: { send_copy_to_sender: false } });
    expect(read('0')).toMatchObject({ ok: true, value: { send_copy_to_sender: false } });
    for (const text of ['', 'yes', 'TRUE', 'on', '2']) {
      expect(read(text)).toMatchObject({ ok: false, fields: { send_copy_to_sender: expect.any(String) } });
    }
  });

  test('rejects unknown statuses and targeting methods', () => {
    expect(decodeListQuery('status=in_queue')).toMatchObject({
      ok: false,
      fields: { status: expect.any(String) },
    });
    expect(decodeListQuery('targeting_method=All')).toMatchObject({
      ok: false,
      fields: { targeting_method: expect.any(String) },
    });
  });

  test('accepts exact times and dates in date ranges', () => {
    const query = 'sent_at[from]=2026-11-01T00:00:00%2B01:00&sent_at[to]=2026-11-30';
    expect(decodeListQuery(query)).toEqual({
      ok: true,
      value: { sent_at: { from: '2026-11-01T00:00:00+01:00', to: '2026-11-30' } },
    });
    expect(decodeListQuery('sent_at[from]=yesterday')).toEqual({
      ok: false,
      fields: { 'sent_at[from]': 'must be an ISO 8601 time with a time zone, or a date' },
    });
  });
});

describe('chooseOperation', () => {
  const both = ['updateCustomer', 'updateTemplate'] as const;
  test.each([
    ['email=a%40b.co', 'updateCustomer'],
    ['', 'updateCustomer'],
    ['shade=red', 'updateCustomer'],
    ['name=n&size=letter&designs[]=x', 'updateTemplate'],
    ['designs[]=x', 'updateTemplate'],
    ['meta_data[][key]=a&meta_data[][value]=1', 'updateTemplate'],
    ['email=a%40b.co&name=n', 'updateTemplate'],
    ['email=a%40b.co&designs[]=x', 'updateTemplate'],
  ])('reads a PUT request with the form %j as %s', (form, name) => {
    expect(chooseOperation(both, formPairs(form))).toBe(name);
  });

  test('rejects a form that has fields from two operations', () => {
    const mixed = 'email=a%40b.co&name=n&size=letter&designs[]=x';
    expect(decodeForm('updateTemplate', mixed)).toEqual({ ok: false, fields: { email: NOT_A_FIELD } });
    expect(decodeForm('updateCustomer', mixed).ok).toBe(false);
  });

  test('returns the only possible operation, regardless of what the form contains', () => {
    expect(chooseOperation(['payCampaign'], formPairs('name=n'))).toBe('payCampaign');
  });
});
