import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { Amount } from '#lib/domain/payment.ts';

export interface FailureText {
  readonly title: string;
  readonly sentence: string;
}

/** Names for an order's amounts, which are the labels of its rows. */
export const AMOUNT_NAMES: Readonly<Record<Amount, string>> = {
  to_be_paid: 'Order Total',
  price: 'Price',
  credit: 'Credits',
  already_paid: 'Already Paid',
};

const NOTHING_CHANGED = 'Nothing was changed.';

/** Describes a failure in our own words. Never includes text from the service. */
export function describeFailure(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: 'Can’t reach the mail service',
        sentence: 'The connection failed. Try again in a moment.',
      };
    case 'slow':
      return {
        title: 'The mail service is taking too long',
        sentence: 'It didn’t respond in time. Try again in a moment.',
      };
    case 'garbled':
      return {
        title: 'Unexpected response from the mail service',
        sentence:
          'We couldn’t read the response, so it isn’t shown. Contact your administrator if this continues.',
      };
    case 'failed':
      return {
        title: 'The mail service is having problems',
        sentence: 'It couldn’t complete the request. Try again in a moment.',
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
    case 'invalid':
      return { title: 'Some fields aren’t valid', sentence: 'Fix the highlighted fields, then try again.' };
    case 'in_progress':
      return {
        title: 'Already in progress',
        sentence: 'This action is already running, maybe in another tab. Check the campaign in a moment.',
      };
    case 'unknown':
      return {
        title: 'Outcome unknown',
        sentence:
          'The mail service’s response was lost. We’re checking with the mail service. Don’t try again.',
      };
    case 'not_approved':
      return failure.why === 'missing'
        ? {
            title: 'Waiting for approval',
            sentence:
              'Campaigns can’t be paid for or sent until a guest approves the proof, and no guest has approved this version. Nothing was paid or sent.',
          }
        : {
            title: 'Can’t check the approval',
            sentence:
              'Campaigns can’t be paid for or sent until a guest approves the proof, and the proof can’t be checked right now. Nothing was paid or sent. Try again in a moment.',
          };
    case 'price_changed':
      return {
        title: 'The price has changed',
        sentence: `${AMOUNT_NAMES[failure.amount]} changed from ${failure.seen} to ${failure.now}. Nothing was paid or sent.`,
      };
  }
}

/** Describes a failure in one sentence, for forms and buttons. */
export function failureSentence(failure: Failure): string {
  const { title, sentence } = describeFailure(failure);
  return failure.kind === 'refused' || failure.kind === 'forbidden' ? sentence : `${title}. ${sentence}`;
}

const REFUSAL_SENTENCES: Readonly<Record<string, string>> = {
  card_declined: 'The card was declined. Nothing was paid or sent. Try another card.',
  unknown_source: 'This card token isn’t valid. Nothing was paid or sent.',
  payment_required:
    'Pay for this campaign at checkout first. Credits are applied there, too. Nothing was sent.',
  nothing_to_pay: 'There’s nothing left to pay.',
  not_a_draft: 'This campaign is no longer a draft. Check its current status.',
  not_draft: 'This campaign is no longer a draft. Check its current status.',
  unknown_status: 'Unknown status. Irreversible actions are disabled.',
  not_queued:
    'This campaign is no longer queued. It already went into production or was canceled. Check its current status.',
  still_running:
    'The mail service may still be working on this. You can record the outcome two minutes after the attempt.',
  window_closed: 'Too late to cancel. This campaign went into production.',
  owner_unknown:
    'Mailroom couldn’t find this campaign’s customer. No action was taken. Find the campaign on its customer’s page, then try again.',
  changed_meanwhile:
    'This item was changed after you opened it. Nothing was saved. Open the current version in another tab to compare.',
  not_saved:
    'The mail service accepted the change but shows different values. Check them before you continue.',
  invoicing_not_enabled:
    'This account can’t send on the monthly invoice. Nothing was sent. Contact your administrator.',
  unknown_user:
    'The mail service doesn’t recognize your email address, or it rejected the API key. No action was taken. Contact your administrator.',
  not_read_back:
    'The mail service accepted the change, but we couldn’t confirm it. Check the current values before you continue.',
  paid_already:
    'This campaign has already been paid for. Sending it on invoice would bill it again. Nothing was sent. Send the campaign without an invoice.',
  no_proof_yet: 'The proof isn’t ready yet. You can share it once the mail service has generated it.',
  own_account: 'Only another admin can change your role or access.',
  already_member: 'A team member already uses this email address.',
  invitation_gone: 'This invitation was used, renewed, or revoked.',
  email_taken: 'Another customer already uses this email address. Nothing was changed.',
  date_too_early: 'This time is too early for the mail service. Nothing was sent. Choose a later time.',
  date_too_late: 'This time is too late for the mail service. Nothing was sent. Choose an earlier time.',
};

/** Whether an error code has its own sentence. */
export const isKnownRefusal = (code: string): boolean => Object.hasOwn(REFUSAL_SENTENCES, code);

/**
 * Describes a refusal by its error code, if it is one that the embedded service uses. Other services may not send a
 * code, so the status is used instead.
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
        sentence: `Payment is required first, or the payment failed. ${NOTHING_CHANGED}`,
      };
    case 409:
      return {
        title,
        sentence: `The campaign’s current status doesn’t allow this. ${NOTHING_CHANGED} Check the campaign.`,
      };
    case 429:
      return {
        title: 'Too many requests',
        sentence: `The mail service is limiting requests. Wait a minute and try again. ${NOTHING_CHANGED}`,
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

/** Converts a failure to a form's state: a sentence for each field that it names, and one above the button. */
export function toFailedForm(failure: Failure): FailedForm {
  return failure.kind === 'invalid'
    ? { message: failureSentence(failure), fields: failure.fields, failure }
    : { message: failureSentence(failure), failure };
}
