import { describe, expect, test } from 'vitest';
import { encodedForms, findSecret } from '../support/canary.ts';

const secret = 'canary+key/&=<"7f3a9c0d41e2';
const surround = (text: string) => `before ${text} after`;

test.each([...encodedForms(secret)])('findSecret finds a secret in the encoding %s', (name, encoded) => {
  expect(findSecret(secret, surround(encoded))).toContain(name);
  expect(findSecret(secret, Buffer.from(surround(encoded)))).toContain(name);
});

describe('findSecret', () => {
  for (let before = 0; before < 4; before++) {
    for (let after = 0; after < 4; after++) {
      const whole = Buffer.from('x'.repeat(before) + secret + 'y'.repeat(after));
      test(`finds an encoded secret after ${before} characters and before ${after} characters`, () => {
        expect(findSecret(secret, whole.toString('base64'))).not.toEqual([]);
        expect(findSecret(secret, whole.toString('base64url'))).not.toEqual([]);
        expect(findSecret(secret, whole.toString('hex'))).not.toEqual([]);
        expect(findSecret(secret, encodeURIComponent(whole.toString()))).not.toEqual([]);
        expect(findSecret(secret, JSON.stringify({ a: whole.toString() }))).not.toEqual([]);
      });
    }
  }
});

test('findSecret doesn’t find a secret in text that differs from it by one character', () => {
  const other = Buffer.from(secret.replace('7f3a', '7f3b'));
  expect(findSecret(secret, other)).toEqual([]);
  expect(findSecret(secret, other.toString('base64'))).toEqual([]);
  expect(findSecret(secret, other.toString('hex'))).toEqual([]);
});

test('findSecret rejects a secret that is too short for a base64 search', () => {
  expect(() => findSecret('short', 'x')).toThrow('too short');
});
