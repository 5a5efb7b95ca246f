import { expect, test } from 'vitest';
import { keyField, readPairs, valueField } from '#lib/forms/pair-fields.ts';

const form = (rows: readonly (readonly [key: string, value: string])[]) =>
  Object.fromEntries(
    rows.flatMap(([key, value], row) => [
      [keyField(row), key],
      [valueField(row), value],
    ]),
  );

test('metadata pairs are kept unchanged, and blank rows are omitted', () => {
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

test('a metadata value without a key and a repeated key are reported', () => {
  const { fields } = readPairs(
    form([
      ['a', '1'],
      [' ', '2'],
      ['a', '3'],
    ]),
  );
  expect(Object.keys(fields)).toEqual([keyField(1), keyField(2)]);
});
