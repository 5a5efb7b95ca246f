import { expect, test } from 'vitest';
import { idField, parseId } from '#lib/contract/ids.ts';

test('accepts positive integers in decimal notation as ids', () => {
  expect(parseId('1')).toBe(1);
  expect(parseId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(idField.parse('1041')).toBe(1041);
});

test.each([
  '',
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '0x10',
  '1e3',
  ' 7 ',
  '7\n',
  '٧',
  '9007199254740992',
  '9'.repeat(17),
])('rejects the id %j', (text) => {
  expect(parseId(text)).toBeNull();
  expect(idField.safeParse(text).success).toBe(false);
});
