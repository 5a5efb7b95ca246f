/** Text for the guest review page. Guests have no accounts and don't know about the mail service. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { ReviewPart } from '#lib/domain/guest-review.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure, TOO_MANY_ATTEMPTS } from './failure.ts';
import { formatList } from './text.ts';

/** Returns text such as "The proof and the price have changed". */
export function describeChanges(parts: readonly ReviewPart[]): string {
  const names = formatList(parts.map((part) => `the ${part}`));
  const isSingle = parts.length === 1 && parts[0] !== 'recipients';
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${isSingle ? 'has' : 'have'} changed`;
}

/** The message for failures that a guest can't fix. */
const TRY_LATER = 'Something went wrong. Nothing was recorded. Try again in a moment.';

const REFUSAL_SENTENCES: Readonly<Record<string, string>> = {
  wrong_password: 'Incorrect password.',
  too_many_attempts: TOO_MANY_ATTEMPTS,
  busy: 'Too many people are using this page right now. Try again in a moment.',
  wrong_code: 'This code isn’t correct. Check the email, then try again.',
  code_gone: 'This code no longer works. Submit your decision again to get a new code.',
  signed_in:
    'You’re signed in to Mailroom. Nothing was recorded. Sign out, or approve the proof on the campaign’s page.',
  not_asked: 'This link is view-only. Nothing was recorded.',
  no_draft:
    'This campaign is scheduled or in production, so you can no longer approve it or request changes. Nothing was recorded.',
  no_proof: 'A new proof is being generated. Nothing was recorded. Review the proof when it’s ready.',
  content_changed:
    'The campaign changed after you opened this page. Nothing was recorded. Review the current version below, then decide.',
};

/** Converts a failure to the state of a guest's form. */
export function toFailedGuestForm(failure: Failure): {
  readonly message?: string;
  readonly fields?: FieldErrors;
  readonly failure: Failure;
} {
  if (failure.kind === 'invalid') return { fields: failure.fields, failure };
  const code = failure.kind === 'refused' ? (failure.code ?? '') : '';
  const message = Object.hasOwn(REFUSAL_SENTENCES, code) ? REFUSAL_SENTENCES[code] : undefined;
  if (code === 'wrong_code' && message) return { fields: { code: message }, failure };
  if (code === 'wrong_password' && message) return { fields: { password: message }, failure };
  return {
    message: message ?? (failure.kind === 'forbidden' ? describeFailure(failure).title : TRY_LATER),
    failure,
  };
}
