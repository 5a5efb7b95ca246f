/**
 * Why a campaign was canceled but not sent again.
 * - forbidden: the member lost permission after the cancellation.
 * - not_approved: a required approval was missing, or couldn't be checked.
 * - send_time: the send time was no longer within the limits.
 * - price: the price had changed, or the campaign was no longer paid for.
 * - rejected: the mail service rejected the send request.
 * - overloaded: the mail service refused the send request because there were too many requests.
 * - not_read: the campaign couldn't be read after the cancellation, or too little time was left.
 * - interrupted: the response to the cancellation was lost, or Mailroom stopped before the second call.
 * - recorded: a member recorded this outcome.
 */
export type UnscheduledReason =
  | 'forbidden'
  | 'not_approved'
  | 'send_time'
  | 'price'
  | 'rejected'
  | 'overloaded'
  | 'not_read'
  | 'interrupted'
  | 'recorded';
