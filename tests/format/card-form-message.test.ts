/** Tests which of the card form's messages checkout accepts. */
import { describe, expect, it } from 'vitest';
import { parseCardFormMessage } from '#lib/domain/card-form-message.ts';
import { isCardToken, looksLikeCardNumber } from '#lib/domain/card-token.ts';

const NONCE = 'b1f7';
const parse = (message: object) => parseCardFormMessage({ nonce: NONCE, ...message }, NONCE);

describe('a message from the card form', () => {
  it('says that the form is ready, and gives a height that is kept within limits', () => {
    expect(parse({ type: 'mailroom:ready' })).toEqual({ type: 'ready', height: undefined });
    expect(parse({ type: 'mailroom:ready', height: 250.2 })).toEqual({ type: 'ready', height: 251 });
    expect(parse({ type: 'mailroom:height', height: 1e9 })).toEqual({ type: 'height', height: 900 });
    expect(parse({ type: 'mailroom:height', height: -5 })).toEqual({ type: 'height', height: 40 });
    for (const height of ['250', Number.NaN, Number.POSITIVE_INFINITY, null, {}])
      expect(parse({ type: 'mailroom:height', height })).toEqual({ type: 'height', height: undefined });
  });

  it('answers a request with a token or a problem', () => {
    const answer = (message: object) => parse({ request: 'r1', ...message });
    expect(answer({ type: 'mailroom:token', token: 'tok_visa' })).toEqual({
      type: 'answer',
      request: 'r1',
      answer: { token: 'tok_visa' },
    });
    for (const problem of ['invalid', 'failed'])
      expect(answer({ type: `mailroom:${problem}` })).toMatchObject({ answer: { problem } });
  });

  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '',
    'tok visa',
    'tok\n',
    'tök',
    'x'.repeat(501),
    7,
    null,
    undefined,
    { toString: () => 'tok' },
    ['tok_visa'],
  ])('counts as a failure if the token is %o', (token) => {
    expect(parse({ type: 'mailroom:token', request: 'r1', token })).toEqual({
      type: 'answer',
      request: 'r1',
      answer: { problem: 'failed' },
    });
  });

  it('is ignored if its nonce is missing or different, even if the rest is valid', () => {
    const message = { type: 'mailroom:token', request: 'r1', token: 'tok_visa' };
    expect(parseCardFormMessage({ ...message, nonce: NONCE }, NONCE)).toBeDefined();
    for (const nonce of [undefined, null, '', 'b1f8', `${NONCE} `, [NONCE]])
      expect(parseCardFormMessage({ ...message, nonce }, NONCE), String(nonce)).toBeUndefined();
  });

  it('is ignored if it isn’t part of the protocol', () => {
    for (const data of [null, undefined, 'mailroom:ready', 7, [], {}, () => 'x'])
      expect(parseCardFormMessage(data, NONCE)).toBeUndefined();
    for (const type of ['ready', 'mailroom:tokenize', 'toString', '', undefined, 1])
      expect(parse({ type, request: 'r1', token: 'tok_visa' })).toBeUndefined();
    for (const request of [undefined, null, 1, {}])
      expect(parse({ type: 'mailroom:token', request, token: 'tok_visa' })).toBeUndefined();
  });
});

describe('a card token', () => {
  it.each(['tok_visa', 'tok_1MqLiJLkdIwHu7ixUOuFrEOr', 'eyJhbGciOiJ.eyJ0b2tlbiI6.c2ln', 'a:/+=~!'])(
    'can be %s',
    (token) => expect(isCardToken(token)).toBe(true),
  );

  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242',
    '378282246310005',
    '4242.4242.4242.4242',
    '4242_4242/4242:4242',
  ])('can’t be the card number %s', (number) => {
    expect(looksLikeCardNumber(number)).toBe(true);
    expect(isCardToken(number)).toBe(false);
  });
});
