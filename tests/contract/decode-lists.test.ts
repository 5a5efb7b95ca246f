/** Tests how lists and key/value pairs in queries and forms are decoded. */
import { describe, expect, test } from 'vitest';
import { decodeRequest, type Pair } from '#lib/contract/wire.ts';
import { decodeForm, decodeListQuery, NOT_A_FIELD } from './decode-helpers.ts';

const decodeTemplate = (form: string) =>
  decodeForm('updateTemplate', `name=n&size=postcard_6x9&designs[]=a&designs[]=b${form}`);

describe('decodeRequest', () => {
  test.each([
    ['designs=c', 'designs'],
    ['designs[0]=c', 'designs[0]'],
    ['designs[][]=c', 'designs[][]'],
    ['designs[][key]=c', 'designs[][key]'],
  ])('rejects the malformed design field %s', (field, name) => {
    expect(decodeTemplate(`&${field}`)).toEqual({ ok: false, fields: { [name]: NOT_A_FIELD } });
  });

  test('keeps the order of designs and rejects a wrong number of designs', () => {
    expect(decodeTemplate('')).toMatchObject({ ok: true, value: { designs: ['a', 'b'] } });
    expect(decodeTemplate('&designs[]=c')).toMatchObject({
      ok: false,
      fields: { designs: expect.any(String) },
    });
    expect(decodeForm('updateTemplate', 'name=n&size=letter')).toMatchObject({
      ok: false,
      fields: { designs: expect.any(String) },
    });
  });

  test('rejects 200,000 values of one field in linear time', { timeout: 15_000 }, () => {
    const form = Array.from({ length: 200_000 }, (): Pair => ['designs[]', 'x']);
    expect(decodeRequest('updateTemplate', { params: { id: '1' }, query: [], form }).ok).toBe(false);
  });

  test('accepts photo field names with and without brackets', () => {
    for (const name of ['template_data[photos]', 'template_data[photos][]']) {
      expect(decodeForm('previewTemplate', `${name}=a&${name}=b`, { id: 'x' })).toEqual({
        ok: true,
        value: { id: 'x', template_data: { photos: ['a', 'b'] } },
      });
    }
  });

  const two = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ];
  test.each([
    ['interleaved', 'meta_data[][key]=a&meta_data[][value]=1&meta_data[][key]=b&meta_data[][value]=2'],
    ['grouped', 'meta_data[][key]=a&meta_data[][key]=b&meta_data[][value]=1&meta_data[][value]=2'],
    [
      'grouped with values first',
      'meta_data[][value]=1&meta_data[][value]=2&meta_data[][key]=a&meta_data[][key]=b',
    ],
    [
      'separated by another field',
      'meta_data[][key]=a&page=1&meta_data[][value]=1&meta_data[][key]=b&meta_data[][value]=2',
    ],
  ])('reads key/value pairs whose fields are %s', (_, query) => {
    expect(decodeListQuery(query)).toMatchObject({ ok: true, value: { meta_data: two } });
  });

  test('reads preview variables if all keys come before all values', () => {
    const v = 'template_data[variables][]';
    expect(
      decodeForm('previewTemplate', `${v}[key]=a&${v}[key]=b&${v}[value]=1&${v}[value]=2`, { id: 'x' }),
    ).toEqual({
      ok: true,
      value: { id: 'x', template_data: { variables: two } },
    });
  });

  test.each([
    'meta_data[][key]=a',
    'meta_data[][value]=1',
    'meta_data[][key]=a&meta_data[][value]=1&meta_data[][key]=b',
    'meta_data[][key]=a&meta_data[][value]=1&meta_data[][value]=2',
  ])('rejects %s, because a key or value is missing', (query) => {
    expect(decodeListQuery(query)).toEqual({
      ok: false,
      fields: { 'meta_data[]': 'needs a value for every key' },
    });
  });

  test('reports the field that contains an empty key', () => {
    expect(decodeListQuery('meta_data[][key]=&meta_data[][value]=1')).toMatchObject({
      ok: false,
      fields: { 'meta_data[][key]': expect.any(String) },
    });
  });

  test('accepts __proto__ as an ordinary metadata key', () => {
    const read = decodeListQuery('meta_data[][key]=__proto__&meta_data[][value]=x');
    expect(read).toEqual({ ok: true, value: { meta_data: [{ key: '__proto__', value: 'x' }] } });
  });
});
