/** What Mailroom refuses before it calls the mail service. The mail service has the last word. */

import { type Campaign, type Checkout, V1_STATUSES } from '#lib/contract/resources.ts';
import type { Failure } from './outcome.ts';
import { applicablePrice, paymentStatus } from './payment.ts';

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/** Only a draft is paid or sent. An unknown status offers nothing that can't be taken back. */
export const refuseUnlessDraft = ({ status }: Campaign): Failure | null =>
  status === 'draft' ? null : refused('not_draft');

/** Only what waits to be sent can be cancelled. */
export const refuseUnlessQueued = ({ status }: Campaign): Failure | null =>
  status === 'queued' ? null : refused('not_queued');

export const refuseUnknownStatus = ({ status }: Campaign): Failure | null =>
  (V1_STATUSES as readonly (string | undefined)[]).includes(status) ? null : refused('unknown_status');

/**
 * Only what has been paid is sent. Credits don't count: sending would spend them, and checkout is where a person agrees
 * to that.
 */
export const refuseUnlessPaid = (checkout: Checkout): Failure | null =>
  paymentStatus(applicablePrice(checkout)) === 'paid'
    ? null
    : { kind: 'refused', status: 402, code: 'payment_required' };

/** What is wholly paid isn't put on an invoice: there it would be billed once more. */
export const refuseIfPaid = (checkout: Checkout): Failure | null =>
  paymentStatus(applicablePrice(checkout)) === 'paid' ? refused('paid_already') : null;
