/** Text about rescheduling campaigns. */

import type { RescheduleProblem } from '#lib/domain/reschedule.ts';
import type { UnscheduledReason } from '#lib/domain/unscheduled-reason.ts';

/** Why a campaign was canceled but not scheduled again. */
export const UNSCHEDULED_REASONS: Readonly<Record<UnscheduledReason, string>> = {
  forbidden: 'The member lost permission after sending was canceled.',
  not_approved: 'An approval that the team’s rule requires was missing, or couldn’t be checked.',
  send_time: 'The new send time was no longer allowed.',
  price: 'The price or the payment changed after sending was canceled.',
  rejected: 'The mail service rejected the new send time.',
  overloaded: 'The mail service received too many requests after sending was canceled.',
  not_read: 'The mail service didn’t respond after sending was canceled.',
  interrupted: 'The mail service’s response to the cancellation was lost, so Mailroom didn’t continue.',
  recorded: 'A member recorded that the campaign wasn’t scheduled again.',
};

/** Why a campaign can't be rescheduled in one step. */
export const RESCHEDULE_PROBLEMS: Readonly<Record<RescheduleProblem, string>> = {
  price_unread: 'The mail service didn’t return the price, so this campaign can’t be rescheduled right now.',
  invoicing_off:
    'This campaign was sent on the monthly invoice, but monthly invoicing is now off. To change the send time, cancel sending, and then pay for the campaign and schedule it.',
  payment_unclear:
    'The mail service doesn’t show how this campaign was paid for. To change the send time, cancel sending, and then schedule the campaign.',
};
