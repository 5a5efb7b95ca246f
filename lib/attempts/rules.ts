/** What is refused before anything is sent. The service has the last word; this spares it what can't be right. */
import { sendTimeProblem } from '../contract/limits.ts';
import { type Campaign, type Checkout, V1_STATUSES } from '../contract/resources.ts';
import { blockOf, paymentOf } from '../format/payment.ts';
import type { Failure } from '../outcome.ts';
import { serviceClock } from '../upstream/service-clock.ts';

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/** Only a draft is paid or sent. An unknown status offers nothing that can't be taken back. */
export const notDraft = ({ status }: Campaign): Failure | null =>
  status === 'draft' ? null : refused('not_draft');

/** Only what waits to be sent can be cancelled. */
export const notQueued = ({ status }: Campaign): Failure | null =>
  status === 'queued' ? null : refused('not_queued');

export const unknownStatus = ({ status }: Campaign): Failure | null =>
  (V1_STATUSES as readonly (string | undefined)[]).includes(status) ? null : refused('unknown_status');

/**
 * Only what has been paid is sent. Credits don't count: sending would spend them, and checkout is where a person agrees
 * to that.
 */
export const notPaid = (checkout: Checkout): Failure | null =>
  paymentOf(blockOf(checkout)) === 'paid' ? null : { kind: 'refused', status: 402, code: 'payment_required' };

const WORDS = {
  v1: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time at most 90 days from now.',
  },
  v2: {
    too_early: 'Choose a time at least 15 minutes from now.',
    too_late: 'Choose a time less than 90 days from now.',
  },
};

/** What is wholly paid isn't put on an invoice: there it would be billed once more. */
export const paidAlready = (checkout: Checkout): Failure | null =>
  paymentOf(blockOf(checkout)) === 'paid' ? refused('paid_already') : null;

/**
 * Part 8, by the service's clock.
 * @param date ISO 8601 with its zone, or nothing
 * @param version v2 calls it scheduled_at, and wants less than 90 days
 */
export function dateProblem(date: string | undefined, version: 'v1' | 'v2' = 'v1'): Failure | null {
  if (date === undefined) return null;
  const problem = sendTimeProblem(Date.parse(date), serviceClock(), version);
  const field = version === 'v1' ? 'date' : 'scheduled_at';
  return problem && { kind: 'invalid', fields: { [field]: WORDS[version][problem] } };
}
