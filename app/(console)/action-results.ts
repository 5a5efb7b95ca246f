import 'server-only';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { isUnresponsive } from '#lib/data/service.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { type FailedForm, failed } from '#lib/format/failure.ts';

/** What went wrong between us and the service. */
const BETWEEN_US: Partial<Readonly<Record<Failure['kind'], string>>> = {
  slow: 'the service didn’t answer in time',
  unreachable: 'the service can’t be reached',
  garbled: 'the service’s answer makes no sense',
  failed: 'the service has a problem of its own',
};

/**
 * What a form answers when its call failed. The page is read again with it, so that what has changed meanwhile stands
 * there at once; not when the service is what failed, for reading would take as long again and end as badly, and take
 * the form away with all that was typed.
 * @param nothing what did not happen: "Nothing was sent"
 */
export function toldHere(failure: Failure, nothing: string): FailedForm {
  const reason = BETWEEN_US[failure.kind];
  if (reason !== undefined) return { message: `${nothing}: ${reason}. Try again in a moment.`, failure };
  if (!isUnresponsive()) refresh();
  return failed(failure);
}

/** As above, for pages of one form: where nobody knows how it ended, the campaign's own page tells what to do. */
export function toldThere(id: number, failure: Failure, nothing: string): FailedForm {
  if (failure.kind === 'unknown' && !isUnresponsive()) redirect(`/campaigns/${id}`);
  return toldHere(failure, nothing);
}

/**
 * Of what may have been done although no answer told so.
 * @param whether what isn't known: "this was saved"
 * @param next what to do about it
 * @returns undefined where the service said no, or was never asked
 */
export function notKnown(failure: Failure, whether: string, next: string): FailedForm | undefined {
  const reason = BETWEEN_US[failure.kind];
  if (reason === undefined) return undefined;
  return { message: `It isn’t known whether ${whether}: ${reason}. ${next}`, failure };
}
