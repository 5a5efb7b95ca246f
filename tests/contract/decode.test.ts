/** Reading requests is strict: what isn't exactly a field of the operation is refused by name. */
import { describe, expect, test } from 'vitest';
import { decode, tellApart } from '#lib/contract/wire.ts';
import { list, NOT_A_FIELD, ofForm, ofQuery, pairs } from './reading.ts';

const TWICE = 'was given more than once';
const MALFORMED = 'is not a well-formed field name';

describe('names', () => {
  test.each([
    ['colour=red', 'colour', NOT_A_FIELD],
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
  ])('%s', (query, field, problem) => {
    expect(list(query)).toEqual({ ok: false, fields: { [field]: problem } });
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is no field, at any depth',
    (name) => {
      for (const field of [
        name,
        `${name}[polluted]`,
        `sent_at[${name}]`,
        `meta_data[][${name}]`,
        `${name}[]`,
      ]) {
        const read = list(`${field}=1`);
        expect(read.ok, field).toBe(false);
        expect(read.ok ? [] : Object.entries(read.fields)).toEqual([[field, NOT_A_FIELD]]);
      }
      expect(ofForm('updateCustomer', `${name}=1`).ok).toBe(false);
      expect(ofForm('previewTemplate', `template_data[${name}][polluted]=1`, { id: 'x' }).ok).toBe(false);
      expect({}).not.toHaveProperty('polluted');
    },
  );

  test('every wrong field is named, not only the first', () => {
    const read = decode('payAndSendCampaign', {
      params: { id: '0' },
      query: pairs('source=tok_visa'),
      form: pairs('email=nobody&send_copy_to_sender=maybe&tip=5'),
    });
    expect(read.ok ? {} : Object.keys(read.fields).sort()).toEqual(['id', 'source', 'tip']);
    const values = ofForm('payAndSendCampaign', 'email=nobody&send_copy_to_sender=maybe&date=soon');
    expect(values.ok ? {} : Object.keys(values.fields).sort()).toEqual([
      'date',
      'email',
      'send_copy_to_sender',
    ]);
  });

  test('of two things wrong with a field, the first is said', () => {
    const query = `meta_data[][key]=&meta_data[][value]=1&meta_data[][key]=${'x'.repeat(201)}&meta_data[][value]=2`;
    const tooSmall = list('meta_data[][key]=&meta_data[][value]=1');
    expect(tooSmall.ok).toBe(false);
    expect(list(query)).toEqual(tooSmall);
  });

  test('a form field in the query is no field, and the other way round', () => {
    expect(
      decode('sendCampaign', { params: { customer_id: '1', id: '1' }, query: [], form: pairs('date=x') }),
    ).toEqual({ ok: false, fields: { date: NOT_A_FIELD } });
    expect(ofQuery('payAndSendCampaign', 'email=a%40b.co', { id: '1' })).toMatchObject({
      ok: false,
      fields: { email: expect.anything() },
    });
  });
});

describe('single values', () => {
  test.each([
    ['status=draft&status=queued', 'status'],
    ['page=1&page=1', 'page'],
    ['sent_at[from]=2026-11-01&sent_at[from]=2026-11-02', 'sent_at[from]'],
  ])('%s was given more than once', (query, field) => {
    expect(list(query)).toEqual({ ok: false, fields: { [field]: TWICE } });
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
  ])('a page of %j is refused', (page) => {
    expect(list(`page=${encodeURIComponent(page)}`)).toMatchObject({
      ok: false,
      fields: { page: expect.any(String) },
    });
  });

  test('per_page has its maximum', () => {
    expect(list('per_page=100')).toEqual({ ok: true, value: { per_page: 100 } });
    expect(list('per_page=101')).toMatchObject({ ok: false, fields: { per_page: expect.any(String) } });
  });

  test('a boolean is true, false, 1 or 0', () => {
    const read = (text: string) => ofForm('payAndSendCampaign', `email=a%40b.co&send_copy_to_sender=${text}`);
    expect(read('true')).toMatchObject({ ok: true, value: { send_copy_to_sender: true } });
    expect(read('1')).toMatchObject({ ok: true, value: { send_copy_to_sender: true } });
    expect(read('false')).toMatchObject({ ok: true, value: { send_copy_to_sender: false } });
    expect(read('0')).toMatchObject({ ok: true, value: { send_copy_to_sender: false } });
    for (const text of ['', 'yes', 'TRUE', 'on', '2']) {
      expect(read(text)).toMatchObject({ ok: false, fields: { send_copy_to_sender: expect.any(String) } });
    }
  });

  test('an unknown status or targeting method is refused', () => {
    expect(list('status=in_queue')).toMatchObject({ ok: false, fields: { status: expect.any(String) } });
    expect(list('targeting_method=All')).toMatchObject({
      ok: false,
      fields: { targeting_method: expect.any(String) },
    });
  });

  test('the range takes moments and days', () => {
    const query = 'sent_at[from]=2026-11-01T00:00:00%2B01:00&sent_at[to]=2026-11-30';
    expect(list(query)).toEqual({
      ok: true,
      value: { sent_at: { from: '2026-11-01T00:00:00+01:00', to: '2026-11-30' } },
    });
    expect(list('sent_at[from]=yesterday')).toEqual({
      ok: false,
      fields: { 'sent_at[from]': 'must be an ISO 8601 time with a time zone, or a date' },
    });
  });
});

describe('the shared PUT', () => {
  const both = ['updateCustomer', 'updateTemplate'] as const;
  test.each([
    ['email=a%40b.co', 'updateCustomer'],
    ['', 'updateCustomer'],
    ['colour=red', 'updateCustomer'],
    ['name=n&size=letter&designs[]=x', 'updateTemplate'],
    ['designs[]=x', 'updateTemplate'],
    ['meta_data[][key]=a&meta_data[][value]=1', 'updateTemplate'],
    ['email=a%40b.co&name=n', 'updateTemplate'],
    ['email=a%40b.co&designs[]=x', 'updateTemplate'],
  ])('%j means %s', (form, name) => {
    expect(tellApart(both, pairs(form))).toBe(name);
  });

  test('a mixed form is refused, whichever side is taken', () => {
    const mixed = 'email=a%40b.co&name=n&size=letter&designs[]=x';
    expect(ofForm('updateTemplate', mixed)).toEqual({ ok: false, fields: { email: NOT_A_FIELD } });
    expect(ofForm('updateCustomer', mixed).ok).toBe(false);
  });

  test('one candidate needs no telling apart', () => {
    expect(tellApart(['payCampaign'], pairs('name=n'))).toBe('payCampaign');
  });
});
