/**
 * Tests that responses are parsed leniently, because a page with a few missing values is better than no page.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  campaign,
  campaignPage,
  campaignV2,
  checkout,
  customer,
  payLink,
  preview,
  template,
} from '#lib/contract/resources.ts';

const lenient: [string, z.ZodObject][] = [
  ['customer', customer],
  ['template', template],
  ['campaign', campaign],
  ['campaign (v2)', campaignV2],
];

describe.each(lenient)('the %s schema', (_, shape) => {
  const fields = Object.keys(shape.shape).filter((key) => key !== 'id');
  const withAll = (value: unknown) => ({ id: 5, ...Object.fromEntries(fields.map((key) => [key, value])) });

  test('requires no field except the id', () => expect(shape.parse({ id: 5 })).toEqual({ id: 5 }));

  test('treats fields with the value null as missing', () => {
    const { property_filter: _untyped, ...read } = shape.parse(withAll(null));
    expect(read).toEqual({ id: 5 });
  });

  test.each([
    ['a symbol of the wrong type', Symbol('x')],
    ['a function', () => 1],
  ])('treats fields whose value is %s as missing', (_name, value) => {
    const { property_filter: _untyped, ...read } = shape.parse(withAll(value));
    expect(read).toEqual({ id: 5 });
  });

  test('drops a resource’s undocumented fields', () => {
    expect(shape.parse({ id: 5, internal_notes: 'x' })).toEqual({ id: 5 });
  });

  test.each([undefined, null, '5', 0, -1, 1.5, 2 ** 53, {}])('rejects the id %j', (id) => {
    expect(shape.safeParse({ id }).success).toBe(false);
  });

  test.each([null, [], 'x', 5])('rejects the response %j, because a resource must be an object', (value) => {
    expect(shape.safeParse(value).success).toBe(false);
  });
});

describe('the v1 campaign schema', () => {
  const read = (fields: object) => campaign.parse({ id: 5, ...fields });

  test.each([
    ['postcard_6x9', 'postcard_6x9'],
    [{ name: 'postcard_6x9' }, 'postcard_6x9'],
    [{ size: 'letter', width: 8.5 }, 'letter'],
    [{ value: 'letter' }, 'letter'],
    [{ width: 6, height: 9 }, undefined],
    [{ name: 6 }, undefined],
    [null, undefined],
    [69, undefined],
  ])('reads the size %j as %j', (size, expected) => expect(read({ size }).size).toBe(expected));

  test.each([
    ['$127.50', '$127.50'],
    [127.5, '127.5'],
    [0, '0'],
    ['', ''],
    [{ cents: 1 }, undefined],
    [null, undefined],
  ])('reads the price %j as %j', (price, expected) => expect(read({ price }).price).toBe(expected));

  test.each(['draft', 'in_production', 'on_hold', 'DRAFT', ''])('keeps the status %j', (status) => {
    expect(read({ status }).status).toBe(status);
  });
  test.each([7, null, {}, true])('treats the status %j as missing', (status) => {
    expect(read({ status }).status).toBeUndefined();
  });

  test('reads metadata values as text, and ignores metadata that isn’t an object', () => {
    expect(read({ meta_data: { a: 'x', b: 2, c: null, d: [1], e: { f: 1 } } }).meta_data).toEqual({
      a: 'x',
      b: '2',
      c: 'null',
      d: '[1]',
      e: '{"f":1}',
    });
    expect(read({ meta_data: ['a'] }).meta_data).toBeUndefined();
    const hostile: unknown = JSON.parse('{"meta_data": {"__proto__": {"polluted": 1}, "constructor": "x"}}');
    expect(Object.hasOwn(read(hostile as object), 'polluted')).toBe(false);
    expect({}).not.toHaveProperty('polluted');
  });

  test('drops unreadable addresses and thumbnails and keeps the other fields', () => {
    const parsed = read({ exposed_addresses: ['unknown'], thumbnails: [1], status: 'draft', sender: 'me' });
    expect(parsed).toEqual({ id: 5, status: 'draft' });
  });

  test('keeps the readable fields of an address', () => {
    const sender = { name: 'Ada', address_zip: 94107, address_city: null, extra: 1, variables: { a: [1] } };
    expect(read({ sender }).sender).toEqual({ name: 'Ada', variables: { a: [1] } });
  });
});

describe('the v2 campaign schema', () => {
  const read = (fields: object) => campaignV2.parse({ id: 5, ...fields });

  test.each([
    [127.5, 127.5],
    ['127.50', 127.5],
    ['-3', -3],
    ['$127.50', undefined],
    ['', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
    [null, undefined],
  ])('reads the price %j as %j', (price, expected) => expect(read({ price }).price).toBe(expected));

  test('reads QR codes with a size, or with a width and height', () => {
    const front = [
      { url: 'https://a.example', size: 80, x: 1, y: 2 },
      { url: 'https://a.example', width: 80, height: 90, x: '1' },
    ];
    expect(read({ qr_codes: { front, back: null } }).qr_codes).toEqual({
      front: [front[0], { url: 'https://a.example', size: 80 }],
    });
  });

  test('keeps known and unknown v2 statuses', () => {
    expect(read({ status: 'in_local_area' }).status).toBe('in_local_area');
    expect(read({ status: 'lost' }).status).toBe('lost');
  });
});

describe('the schema of list pages', () => {
  test('requires a list of items, and uses defaults for missing counts', () => {
    expect(campaignPage.parse({ items: [{ id: 1 }] })).toEqual({
      items: [{ id: 1 }],
      current_page: 1,
      total_count: 0,
      total_pages: 1,
    });
    expect(campaignPage.parse({ items: [], current_page: '2', total_count: -1, total_pages: null })).toEqual({
      items: [],
      current_page: 1,
      total_count: 0,
      total_pages: 1,
    });
    expect(campaignPage.safeParse({ total_count: 3 }).success).toBe(false);
    expect(campaignPage.safeParse({ items: {} }).success).toBe(false);
    expect(campaignPage.safeParse([]).success).toBe(false);
  });
});

describe('the checkout schema', () => {
  const block = {
    price_calculation: '150 × $0.85',
    price: '$127.50',
    credit: '$0.00',
    already_paid: '$0.00',
    to_be_paid: '$127.50',
    to_be_paid_amount: 127.5,
  };
  const whole = { send_copy_to_sender: false, without_sender: block, with_sender: block };

  test('accepts a checkout without thumbnails or a proof', () => {
    expect(checkout.parse({ ...whole, thumbnails: null, proof: null })).toEqual(whole);
  });

  test.each(Object.keys(block))('requires the field %s in both price blocks of a checkout', (key) => {
    for (const value of [undefined, null, [], true]) {
      expect(checkout.safeParse({ ...whole, with_sender: { ...block, [key]: value } }).success).toBe(false);
      expect(checkout.safeParse({ ...whole, without_sender: { ...block, [key]: value } }).success).toBe(
        false,
      );
    }
  });

  test('requires both price blocks and a boolean send_copy_to_sender in a checkout', () => {
    expect(checkout.safeParse({ ...whole, with_sender: undefined }).success).toBe(false);
    expect(checkout.safeParse({ ...whole, send_copy_to_sender: 'yes' }).success).toBe(false);
  });
});

test('a payment link that isn’t text is rejected', () => {
  expect(payLink.parse({ link: 'javascript:alert(1)' })).toEqual({ link: 'javascript:alert(1)' });
  for (const link of [undefined, null, 5, {}]) expect(payLink.safeParse({ link }).success).toBe(false);
});

test('a preview without a back side is accepted', () => {
  expect(preview.parse({ front: '<p>', back: null })).toEqual({ front: '<p>' });
});
