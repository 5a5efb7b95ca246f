import { expect, test } from 'vitest';
import { keyField, readPairs, valueField } from '#lib/forms/template-form.ts';

const form = (rows: readonly (readonly [key: string, value: string])[]) =>
  Object.fromEntries(
    rows.flatMap(([key, value], row) => [
      [keyField(row), key],
      [valueField(row), value],
    ]),
  );

test('keeps metadata pairs unchanged and omits blank rows', () => {
  const pairs = [
    [' season', 'two\nlines '],
    ['  ', ' '],
    ['empty', ''],
  ] as const;
  expect(readPairs(form(pairs))).toEqual({
    pairs: [
      { key: ' season', value: 'two\nlines ' },
      { key: 'empty', value: '' },
    ],
    fields: {},
  });
});

test('reports a metadata value without a key, and a repeated key', () => {
  const { fields } = readPairs(
    form([
      ['a', '1'],
      [' ', '2'],
      ['a', '3'],
    ]),
  );
  expect(Object.keys(fields)).toEqual([keyField(1), keyField(2)]);
});
