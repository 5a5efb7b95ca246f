import 'server-only';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { isUnresponsive } from '#lib/data/service.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { type FailedForm, toFailedForm } from '#lib/format/failure.ts';

/** Failures of the connection or the service, as opposed to rejected requests. */
const CONNECTION_FAILURES: Partial<Readonly<Record<Failure['kind'], string>>> = {
  slow: 'The mail service didn’t respond in time',
  unreachable: 'The mail service can’t be reached',
  garbled: 'The mail service sent an unexpected response',
  failed: 'The mail service is having problems',
};

/**
 * The form state for a failed call. Also refreshes the page, so that it shows what changed in the meantime. Doesn't
 * refresh while the service is unresponsive, because the refresh would also time out and discard the entered values.
 * @param consequence what did not happen: "Nothing was sent"
 */
export function failureResult(failure: Failure, consequence: string): FailedForm {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason !== undefined) return { message: `${consequence}. ${reason}. Try again in a moment.`, failure };
  if (!isUnresponsive()) refresh();
  return toFailedForm(failure);
}

/** Like `failureResult`, but an unknown outcome redirects to the campaign's page, which says what to do. */
export function failureResultOrRedirect(
  campaignId: number,
  failure: Failure,
  consequence: string,
): FailedForm {
  if (failure.kind === 'unknown' && !isUnresponsive()) redirect(`/campaigns/${campaignId}`);
  return failureResult(failure, consequence);
}

/**
 * The form state for a call that got no valid response and may have succeeded.
 * @param uncertainty what may have happened: "the template was saved"
 * @param advice what to do about it
 * @returns undefined if the service rejected the request or was never called
 */
export function unknownResult(failure: Failure, uncertainty: string, advice: string): FailedForm | undefined {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason === undefined) return undefined;
  return { message: `We don’t know whether ${uncertainty}. ${reason}. ${advice}`, failure };
}
