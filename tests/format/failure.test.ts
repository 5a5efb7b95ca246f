import { expect, test } from 'vitest';
import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure, failureSentence, toFailedForm } from '#lib/format/failure.ts';

const FAILURES: readonly Failure[] = [
  { kind: 'unreachable' },
  { kind: 'slow' },
  { kind: 'garbled' },
  { kind: 'failed', status: 503 },
  { kind: 'refused', status: 409, code: undefined },
  { kind: 'refused', status: 402, code: 'card_declined' },
  { kind: 'refused', status: 418, code: 'constructor' },
  { kind: 'missing' },
  { kind: 'forbidden' },
  { kind: 'invalid', fields: { at: 'Too early.' } },
  { kind: 'in_progress' },
  { kind: 'unknown' },
  { kind: 'not_approved', why: 'guest' },
  { kind: 'not_approved', why: 'member' },
  { kind: 'not_approved', why: 'both' },
  { kind: 'not_approved', why: 'unread' },
  { kind: 'price_changed', amount: 'price', seen: '$1.00', now: '$2.00' },
];

test.each(FAILURES)('the failure “$kind” is described in a title and a sentence', (failure) => {
  const { title, sentence } = describeFailure(failure);
  expect(title).toMatch(/^[A-Z]/);
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(failureSentence(failure)).toContain(sentence);
});

test('a rejection is described by its error code, or by its status if the code is missing', () => {
  expect(failureSentence({ kind: 'refused', status: 402, code: 'card_declined' })).toMatch(/declined/);
  expect(failureSentence({ kind: 'refused', status: 409, code: 'window_closed' })).toMatch(/Too late/);
  expect(failureSentence({ kind: 'refused', status: 429, code: undefined })).toMatch(/Wait a minute/);
  expect(failureSentence({ kind: 'refused', status: 401, code: undefined })).toMatch(/rejected the API key/);
});

test('a failure describes the problem with each invalid form field', () => {
  expect(toFailedForm({ kind: 'invalid', fields: { at: 'Too early.' } }).fields).toEqual({
    at: 'Too early.',
  });
  expect(toFailedForm({ kind: 'slow' }).fields).toBeUndefined();
});
