import 'server-only';
import { refresh } from 'next/cache';
import { isUnresponsive } from '#lib/data/service.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { type FailedForm, toFailedForm } from '#lib/format/failure.ts';
import { redirectAndConfirm } from './confirmation.ts';

/** Messages for connection failures and service failures. Rejected requests have separate messages. */
const CONNECTION_FAILURES: Partial<Readonly<Record<Failure['kind'], string>>> = {
  slow: 'The mail service didn’t respond in time',
  unreachable: 'The mail service can’t be reached',
  garbled: 'The mail service sent an unexpected response',
  failed: 'The mail service is having problems',
};

/**
 * Returns the form state for a failed call. Also refreshes the page, unless the connection or the service
 * failed, or the service is unresponsive. While the service is unavailable, the refresh could fail, too, and
 * discard the entered values.
 * @param consequence a statement that the action had no effect, such as "Nothing was sent"
 */
export function failureResult(failure: Failure, consequence: string): FailedForm {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason !== undefined) return { message: `${consequence}. ${reason}. Try again in a moment.`, failure };
  if (!isUnresponsive()) refresh();
  return toFailedForm(failure);
}

/**
 * Returns the same form state as `failureResult`, but redirects to the campaign's page if the outcome is
 * unknown. The campaign's page reads the campaign again, and then confirms the change or says what to do next.
 */
export function failureResultOrRedirect(
  campaignId: number,
  failure: Failure,
  consequence: string,
): FailedForm {
  if (failure.kind === 'unknown' && !isUnresponsive())
    redirectAndConfirm(`/campaigns/${campaignId}`, campaignId);
  return failureResult(failure, consequence);
}

/**
 * Returns the form state for a call that got no valid response and may have succeeded.
 * @param uncertainty the possible outcome, such as "the template was saved"
 * @param advice the next step for the member
 * @returns the form state, or undefined if the service rejected the request or was never called
 */
export function unknownResult(failure: Failure, uncertainty: string, advice: string): FailedForm | undefined {
  const reason = CONNECTION_FAILURES[failure.kind];
  if (reason === undefined) return undefined;
  return { message: `We don’t know whether ${uncertainty}. ${reason}. ${advice}`, failure };
}
