import 'server-only';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { isUnresponsive } from '#lib/data/service.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { type FailedForm, failed } from '#lib/format/failure.ts';

/** What went wrong between us and the service. */
const CONNECTION_FAILURES: Partial<Readonly<Record<Failure['kind'], string>>> = {
  slow: 'The mail service didn’t respond in time',
  unreachable: 'The mail service can’t be reached',
  garbled: 'The mail service sent an unexpected response',
  failed: 'The mail service is having problems',
};

/**
 * What a form answers when its call failed. The page is read again with it, so that what has changed meanwhile stands
 * there at once; not when the service is what failed, for reading would take as long again and end as badly, and take
 * the form away with all that was typed.
 * @param nothing what did not happen: "Nothing was sent"
 */
export function failureResult(failure: Failure, nothing: string): FailedForm {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason !== undefined) return { message: `${nothing}. ${reason}. Try again in a moment.`, failure };
  if (!isUnresponsive()) refresh();
  return failed(failure);
}

/** As above, for pages of one form: where nobody knows how it ended, the campaign's own page tells what to do. */
export function failureResultOrRedirect(id: number, failure: Failure, nothing: string): FailedForm {
  if (failure.kind === 'unknown' && !isUnresponsive()) redirect(`/campaigns/${id}`);
  return failureResult(failure, nothing);
}

/**
 * Of what may have been done although no answer told so.
 * @param whether what isn't known: "this was saved"
 * @param next what to do about it
 * @returns undefined where the service said no, or was never asked
 */
export function unknownResult(failure: Failure, whether: string, next: string): FailedForm | undefined {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason === undefined) return undefined;
  return { message: `We don’t know whether ${whether}. ${reason}. ${next}`, failure };
}
