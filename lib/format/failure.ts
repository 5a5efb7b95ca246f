import type { FieldErrors } from '#lib/contract/wire.ts';
import type { MissingApproval } from '#lib/domain/approval-rule.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { STILL_RUNNING_MS } from '#lib/domain/attempt-resolution.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { RATE_LIMIT_MINUTES } from '#lib/domain/rate-limits.ts';
import { ACCEPTABLE_AFTER_MS } from '#lib/domain/stale-reading.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { describeMissingApproval } from './approval.ts';
import { TOO_LATE_TO_CANCEL } from './cancel.ts';
import { AMOUNT_NAMES } from './money.ts';
import { formatPlural } from './text.ts';

export interface FailureText {
  readonly title: string;
  readonly sentence: string;
}

/** Shown if too many passwords are being checked at the same time. */
export const BUSY = 'Mailroom is busy. Try again in a moment.';

/** Shown after too many failed attempts, such as incorrect passwords. */
export const TOO_MANY_ATTEMPTS = `Too many attempts. Try again in ${formatPlural(RATE_LIMIT_MINUTES, 'minute')}.`;

/** Shown on the sign-in page. The text is the same whether or not the account exists. */
export const TOO_MANY_SIGN_INS = `Too many attempts. Try again in ${formatPlural(RATE_LIMIT_MINUTES, 'minute')}, or use a browser that you’ve signed in with before.`;

/**
 * For each operation, a phrase that follows “before” in a message about data that doesn’t reflect the
 * operation yet.
 */
const STALE_PHRASES: Readonly<Record<AttemptOperation, string>> = {
  payCampaign: 'your payment',
  payAndSendCampaign: 'your payment',
  sendCampaign: 'the campaign was sent',
  sendCampaignOnInvoice: 'the campaign was sent',
  cancelCampaign: 'sending was canceled',
  rescheduleCampaign: 'the campaign was rescheduled',
  cloneCampaign: 'the copy was made',
  deleteCampaign: 'the draft was deleted',
};

const NOTHING_CHANGED = 'Nothing was changed.';

const NOT_YET_APPROVED: Readonly<Record<MissingApproval, string>> = {
  guest: 'No verified guest has approved this version yet.',
  member: 'No other member has approved this version yet.',
  both: 'Neither a verified guest nor another member has approved this version yet.',
};

/** Describes a failure in the console's own words. The description never includes text from the service. */
export function describeFailure(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: 'Can’t reach the mail service',
        sentence: 'The connection failed. Try again in a moment.',
      };
    case 'slow':
      return {
        title: 'The mail service is taking too long to respond',
        sentence: 'The request timed out. Try again in a moment.',
      };
    case 'garbled':
      return {
        title: 'Unexpected response from the mail service',
        sentence:
          'Mailroom couldn’t read the response. If the problem continues, contact your administrator.',
      };
    case 'failed':
      return {
        title: 'The mail service is having problems',
        sentence: 'The request wasn’t completed. Try again in a moment.',
      };
    case 'refused':
      return describeRefusal(failure.status, failure.code);
    case 'missing':
      return {
        title: 'Not found',
        sentence: 'The mail service can’t find this item. It may have been deleted.',
      };
    case 'forbidden':
      return {
        title: 'You don’t have access',
        sentence: 'Your role doesn’t allow this. Ask an admin to change your role.',
      };
    case 'reauthentication_required':
      return { title: 'Confirm that it’s you', sentence: 'Confirm that it’s you, then try again.' };
    case 'invalid':
      return { title: 'Some fields aren’t valid', sentence: 'Fix the highlighted fields, then try again.' };
    case 'in_progress':
      return {
        title: 'Already in progress',
        sentence:
          'This action is already running, possibly in another tab. Check the campaign again in a moment.',
      };
    case 'key_reused':
      return {
        title: 'Idempotency-Key already used',
        sentence: 'This Idempotency-Key was used for another request. Use a new key for each request.',
      };
    case 'unknown':
      return {
        title: 'Outcome unknown',
        sentence:
          'The mail service’s response was lost. We’re checking with the mail service. Don’t try again.',
      };
    case 'stale':
      return {
        title: 'The mail service hasn’t caught up yet',
        sentence: `The campaign still appears as it was before ${STALE_PHRASES[failure.operation]}. Nothing was changed. Try again in a moment.`,
      };
    case 'not_approved':
      return failure.why === 'unread'
        ? {
            title: 'Can’t check the approval',
            sentence:
              'The approval can’t be checked right now, because the current proof isn’t available. No payment was made, and nothing was sent. Try again in a moment.',
          }
        : {
            title: 'Waiting for approval',
            sentence: `${describeMissingApproval(failure.why)} ${NOT_YET_APPROVED[failure.why]} No payment was made, and nothing was sent.`,
          };
    case 'price_changed':
      return {
        title: 'The price has changed',
        sentence: `${AMOUNT_NAMES[failure.amount]} changed from ${failure.seen} to ${failure.now}. No payment was made, and nothing was sent.`,
      };
  }
}

/** The failures whose message is clear without a title. */
const SELF_EXPLANATORY: ReadonlySet<Failure['kind']> = new Set([
  'refused',
  'forbidden',
  'reauthentication_required',
]);

/** Returns the message about a failure for forms and buttons, which show no separate title. */
export function failureSentence(failure: Failure): string {
  const { title, sentence } = describeFailure(failure);
  return SELF_EXPLANATORY.has(failure.kind) ? sentence : `${title}. ${sentence}`;
}

/** Returns the message about the first invalid field, for actions without a form that highlights fields. */
export const invalidFieldSentence = (failure: Failure & { readonly kind: 'invalid' }): string =>
  Object.values(failure.fields)[0] ?? failureSentence(failure);

const REFUSAL_SENTENCES: Readonly<Record<string, string>> = {
  card_declined: 'The card was declined. No payment was made, and nothing was sent. Try another card.',
  unknown_source:
    'The mail service didn’t accept this card. No payment was made, and nothing was sent. Try again, or use another card.',
  payment_required:
    'Pay for this campaign at checkout first. Checkout also applies credits. Nothing was sent.',
  nothing_to_pay: 'There’s nothing left to pay.',
  not_a_draft: 'This campaign is no longer a draft. Check the campaign’s current status.',
  not_draft: 'This campaign is no longer a draft. Check the campaign’s current status.',
  unknown_status: 'Unknown status. Irreversible actions are disabled.',
  copy_in_use:
    'Only an admin can delete this copy now, because it’s no longer new or was changed, shared, or paid for. Nothing was deleted.',
  not_rescheduled:
    'Sending was canceled, but the campaign couldn’t be scheduled again. It won’t be mailed until you schedule it.',
  not_reschedulable:
    'The way this campaign was paid for or billed has changed. The send time is unchanged. Reload the page, then try again.',
  same_send_time:
    'The campaign is already scheduled for this time. Nothing was changed. Choose another time.',
  not_queued:
    'This campaign is no longer queued, because it went into production or was canceled. Check the campaign’s current status.',
  still_running: `The mail service may still be processing the request. You can record the outcome ${formatPlural(STILL_RUNNING_MS / MINUTE_MS, 'minute')} after the attempt.`,
  may_be_late: `The mail service may not have caught up yet. Once ${formatPlural(ACCEPTABLE_AFTER_MS / MINUTE_MS, 'minute')} have passed since the last successful action on this campaign, you can continue with the values shown.`,
  status_changed:
    'The campaign’s status has changed since the review. No action was taken. Check the campaign’s current status.',
  review_expired:
    'The job’s review is out of date. Open each campaign that isn’t scheduled, and schedule it there.',
  send_time_changed:
    'The campaign’s send time has changed since the review. No action was taken. Review the campaign again.',
  recipients_changed:
    'The number of recipients has changed since the review. No action was taken. Review the campaign again.',
  earlier_unknown:
    'The outcome of an earlier action on this campaign isn’t known yet. No action was taken. Review that action first.',
  job_not_yours: 'Only the member who created this job can do this. Admins can also stop the job.',
  job_state: 'The job’s state no longer allows this. Reload the page to see its current state.',
  window_closed: `${TOO_LATE_TO_CANCEL}. This campaign is already in production.`,
  owner_unknown:
    'Mailroom couldn’t find this campaign’s customer. No action was taken. Open the campaign from its customer’s page, then try again.',
  view_changed: 'Another member changed this view in the meantime. Reload the page, then try again.',
  changed_meanwhile:
    'This item was changed after you opened it. Nothing was saved. Open the current version in another tab to compare.',
  not_saved:
    'The mail service accepted the change but shows different values. Check the current values before you continue.',
  invoicing_not_enabled:
    'Monthly invoicing isn’t enabled for this account. Nothing was sent. Contact your administrator.',
  unknown_user:
    'The mail service doesn’t recognize your email address, or it rejected the API key. No action was taken. Contact your administrator.',
  not_read_back:
    'The mail service accepted the change, but we couldn’t confirm it. Check the current values before you continue.',
  paid_already:
    'This campaign has already been paid for. If you send the campaign and have it billed on the monthly invoice, you’ll pay twice. Nothing was sent. Send the campaign without an invoice.',
  no_proof_yet:
    'The proof isn’t ready yet. You can share the campaign after the mail service generates the proof.',
  recipient_changed:
    'The customer’s email address has changed since the review. No email was sent. Review the campaign again.',
  already_shared: 'A link that still works was already emailed to this address. No email was sent.',
  address_refused:
    'The email server refused the customer’s email address. No email was sent, and the link was revoked.',
  email_not_sent: 'The email server didn’t accept the email. No email was sent, and the link was revoked.',
  link_closed: 'The link was revoked or expired before it was emailed. No email was sent.',
  content_changed:
    'The campaign changed after you opened this page. Nothing was recorded. Review the current version, then decide.',
  no_approval_needed: 'This campaign doesn’t need another member’s approval anymore. Reload the page.',
  already_asked: 'A member already asked for approval of this version. No one was asked for approval again.',
  proof_unread: 'The current proof isn’t available right now. Nothing was recorded. Try again in a moment.',
  no_proof_to_approve: 'The proof isn’t ready yet. Nothing was recorded. Review the proof when it’s ready.',
  no_own_factor:
    'Add a second factor to your own account first. Otherwise, this rule would lock you out until you add one. Nothing was saved.',
  index_off: 'The campaign index is off, because DIRECTMAIL_SYNC_CALLS_PER_MINUTE is 0. Nothing was changed.',
  own_account: 'Only another admin can change your role or access.',
  already_member: 'A team member already uses this email address.',
  invitation_gone: 'This invitation was used, renewed, or revoked.',
  email_taken: 'Another customer already uses this email address. Nothing was changed.',
  other_members_run:
    'Another member is paying for the campaigns in this run. Take over the run to continue it.',
  run_stopped: 'This payment run was stopped. Resume the run to continue.',
  paid_too_late:
    'It was paid for after it was skipped, after the run was stopped, or after the send date had passed.',
  not_in_turn: 'This campaign is no longer waiting for payment in this run. No payment was made.',
  run_on_invoice: 'Campaigns are billed on the monthly invoice, so there’s nothing to pay by link.',
  order_changed:
    'The price or the recipients have changed since the payment. Nothing was sent. Check the campaign, then schedule it.',
  new_time_too_early:
    'The new send time is now too soon. The campaign stays scheduled as before. Choose a later time.',
  new_time_too_late:
    'The new send time is too far ahead. The campaign stays scheduled as before. Choose an earlier time.',
  date_too_early: 'The mail service requires a later send time. Nothing was sent. Choose a later time.',
  date_too_late: 'The mail service requires an earlier send time. Nothing was sent. Choose an earlier time.',
};

/** Returns whether there is a message for this error code. */
export const isKnownRefusal = (code: string): boolean => Object.hasOwn(REFUSAL_SENTENCES, code);

/**
 * Describes a refusal. Uses the error code if it is one of the embedded service's codes. Otherwise, uses the
 * HTTP status, because other services might not send a code.
 */
function describeRefusal(status: number, code: string | undefined): FailureText {
  const title = 'Request rejected';
  if (code !== undefined && Object.hasOwn(REFUSAL_SENTENCES, code))
    return { title, sentence: REFUSAL_SENTENCES[code] ?? NOTHING_CHANGED };
  switch (status) {
    case 401:
    case 403:
      return {
        title: 'API key rejected',
        sentence: 'The mail service rejected the API key. Contact an admin.',
      };
    case 402:
      return {
        title,
        sentence: `Payment is required, or the payment failed. ${NOTHING_CHANGED}`,
      };
    case 409:
      return {
        title,
        sentence: `The campaign’s current status doesn’t allow this action. ${NOTHING_CHANGED} Check the campaign’s current status.`,
      };
    case 429:
      return {
        title: 'Too many requests',
        sentence: `The mail service received too many requests. Wait a minute, then try again. ${NOTHING_CHANGED}`,
      };
    default:
      return { title, sentence: `The mail service rejected this request. ${NOTHING_CHANGED}` };
  }
}

export interface FailedForm {
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly failure: Failure;
}

/**
 * Converts a failure to form state, which contains a message for each invalid field and a message above the
 * button.
 */
export function toFailedForm(failure: Failure): FailedForm {
  return failure.kind === 'invalid'
    ? { message: failureSentence(failure), fields: failure.fields, failure }
    : { message: failureSentence(failure), failure };
}
