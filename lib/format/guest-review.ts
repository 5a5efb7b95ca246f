/** What a shared page shows to people without an account: all of it, and nothing else of the campaign. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { ReviewPart } from '#lib/domain/guest-review.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure } from './failure.ts';
import { listed } from './text.ts';

/** "The proof and the price have changed". */
export function changesInWords(parts: readonly ReviewPart[]): string {
  const names = listed(parts.map((part) => `the ${part}`));
  const isOne = parts.length === 1 && parts[0] !== 'recipients';
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${isOne ? 'has' : 'have'} changed`;
}

/** Of what a guest can do nothing about: the service is nobody that they know. */
const LATER = 'It can’t be done just now, and nothing was recorded. Try again in a moment.';

const REFUSALS: Readonly<Record<string, string>> = {
  wrong_password: 'That isn’t the password of this link.',
  too_many_tries: 'Too many tries. Wait a quarter of an hour, then try again.',
  busy: 'Very many people are at this just now. Try again in a moment.',
  not_asked: 'This link asks for no decision. Nothing was recorded.',
  no_draft: 'It has gone on its way meanwhile, so it can’t be decided about any more. Nothing was recorded.',
  not_drawn: 'The proof is being drawn anew. Nothing was recorded: look at it when it is here.',
  content_changed:
    'It has changed since you opened this page, and nothing was recorded. This is how it is now: look at it again, then decide.',
};

/** What came of a guest's form, as it shows it. */
export function failedForGuest(failure: Failure): {
  readonly message?: string;
  readonly fields?: FieldErrors;
  readonly failure: Failure;
} {
  if (failure.kind === 'invalid') return { fields: failure.fields, failure };
  const code = failure.kind === 'refused' ? (failure.code ?? '') : '';
  const message = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (code === 'wrong_password' && message) return { fields: { password: message }, failure };
  return {
    message: message ?? (failure.kind === 'forbidden' ? describeFailure(failure).title : LATER),
    failure,
  };
}
