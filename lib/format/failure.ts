import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { Amount } from '#lib/domain/payment.ts';

export interface FailureText {
  readonly title: string;
  readonly sentence: string;
}

/** The amounts of an order, as its rows are called. */
export const AMOUNT_NAMES: Readonly<Record<Amount, string>> = {
  to_be_paid: 'Order Total',
  price: 'Price',
  credit: 'Credits',
  already_paid: 'Already Paid',
};

const NOT_NOW = 'Nothing was changed.';

/** What a failure is to a person: sentences of ours only, never what the service wrote. */
export function describeFailure(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: 'The service can’t be reached',
        sentence: 'The connection failed before an answer came. It may be back in a moment.',
      };
    case 'slow':
      return {
        title: 'The service is taking too long',
        sentence: 'No answer came in time. It may be quicker in a moment.',
      };
    case 'garbled':
      return {
        title: 'The service’s answer makes no sense',
        sentence: 'It answered with something other than its interface promises, so nothing of it is shown.',
      };
    case 'failed':
      return {
        title: 'The service has a problem of its own',
        sentence: 'It was reached, but couldn’t do its work. It may be over in a moment.',
      };
    case 'refused':
      return refusal(failure.status, failure.code);
    case 'missing':
      return { title: 'Not found', sentence: 'The service doesn’t know it, or no longer does.' };
    case 'forbidden':
      return {
        title: 'Not allowed',
        sentence: 'Your role doesn’t allow this. An admin can change your role.',
      };
    case 'invalid':
      return { title: 'Something isn’t right yet', sentence: 'Look at what is marked below.' };
    case 'in_progress':
      return {
        title: 'This is happening already',
        sentence:
          'Somebody, perhaps you in another tab, is doing this right now. Look at the campaign in a moment.',
      };
    case 'unknown':
      return {
        title: 'Nobody knows yet whether it worked',
        sentence:
          'The service was asked and the answer got lost. It won’t be asked again by itself: the campaign is read back until it shows.',
      };
    case 'not_approved':
      return failure.why === 'missing'
        ? {
            title: 'It waits for an approval',
            sentence:
              'Your team pays and sends nothing that nobody has approved, and nobody has approved what would be printed now. Nothing was paid or sent.',
          }
        : {
            title: 'It can’t be told whether it is approved',
            sentence:
              'Your team pays and sends nothing that nobody has approved, and what would be printed can’t be read just now. Nothing was paid or sent; it may work in a moment.',
          };
    case 'price_changed':
      return {
        title: 'The price has changed',
        sentence: `${AMOUNT_NAMES[failure.amount]}: you saw ${failure.seen}; now it is ${failure.now}. Nothing was paid or sent.`,
      };
  }
}

/** One sentence for where there is room for no more: beside a button, in a form. */
export function sentenceFor(failure: Failure): string {
  const { title, sentence } = describeFailure(failure);
  return failure.kind === 'refused' || failure.kind === 'forbidden' ? sentence : `${title}. ${sentence}`;
}

const REFUSALS: Readonly<Record<string, string>> = {
  card_declined: 'The card was declined. Nothing was paid and nothing is sent; try another card.',
  unknown_source: 'The card token isn’t known. Nothing was paid and nothing is sent.',
  payment_required:
    'It has to be paid first, at checkout, which is where credits are used as well. Nothing is sent.',
  nothing_to_pay: 'There is nothing left to pay.',
  not_a_draft: 'The campaign is no longer a draft, so this can’t be done any more. Look at where it is now.',
  not_draft: 'The campaign is no longer a draft, so this can’t be done any more. Look at where it is now.',
  unknown_status: 'Mailroom doesn’t know the campaign’s status, so it does nothing that can’t be taken back.',
  not_queued:
    'It isn’t queued any more: it has gone to production or was cancelled already. Look at where it is now.',
  still_at_work:
    'The call may still be at work in the service. From two minutes after it was tried you can say how it ended.',
  window_closed: 'Too late: it has gone to production and can’t be cancelled any more.',
  owner_unknown:
    'Mailroom couldn’t find out whose campaign this is, which it has to know for this. Nothing was done. Open the page of its customer that lists it, then try again.',
  changed_meanwhile:
    'Somebody has changed it since you opened it. Nothing was saved; open it anew in another tab to compare.',
  not_saved:
    'The service said yes, and yet what it shows now is not what was sent. Look at it again before you go on.',
  invoicing_not_enabled:
    'The service doesn’t let this account send on the monthly invoice. Nothing is sent; whoever runs the console can see to that.',
  unknown_user:
    'The service doesn’t know your address as that of one of its users, or refuses the key of this console. Nothing was done; whoever runs the console can see to that.',
  not_read_back:
    'The service said yes, but what it shows now couldn’t be read. Look at it again before you go on.',
  paid_already:
    'It is paid already, so it goes out without the invoice: there it would be billed once more. Nothing is sent.',
  no_proof_yet:
    'There is nothing to show yet: the service hasn’t drawn the proof. It can be shared as soon as it has.',
  own_account:
    'Your own role and access are for another admin to change, so that nobody locks themselves out.',
  already_member: 'Somebody with this address is in the team already.',
  invitation_gone: 'This invitation was used, renewed or withdrawn meanwhile.',
  email_taken: 'Another customer has this address already. Nothing was changed.',
  date_too_early: 'The service finds that time too early. Choose a later one; nothing is sent.',
  date_too_late: 'The service finds that time too late. Choose an earlier one; nothing is sent.',
};

/** Whether there is a sentence of ours for it. */
export const isKnownRefusal = (code: string): boolean => Object.hasOwn(REFUSALS, code);

/** `code` is the embedded service's; another service may send none, so the status has to do. */
function refusal(status: number, code: string | undefined): FailureText {
  const title = 'The service said no';
  if (code !== undefined && Object.hasOwn(REFUSALS, code))
    return { title, sentence: REFUSALS[code] ?? NOT_NOW };
  switch (status) {
    case 401:
    case 403:
      return {
        title: 'The service doesn’t let us in',
        sentence: 'The service refused the key of this console. Whoever runs the console can see to that.',
      };
    case 402:
      return {
        title,
        sentence: `The service wants it to be paid first, or the payment didn’t go through. ${NOT_NOW}`,
      };
    case 409:
      return {
        title,
        sentence: `The campaign is no longer in a state that allows this. ${NOT_NOW} Look at where it is now.`,
      };
    case 429:
      return {
        title: 'The service asks us to slow down',
        sentence: `Wait a minute and try again. ${NOT_NOW}`,
      };
    default:
      return { title, sentence: `The service refused this. ${NOT_NOW}` };
  }
}

export interface FailedForm {
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly failure: Failure;
}

/** A failure as a form shows it: beside its fields where it names some, else as a sentence above the button. */
export function failed(failure: Failure): FailedForm {
  return failure.kind === 'invalid'
    ? { message: sentenceFor(failure), fields: failure.fields, failure }
    : { message: sentenceFor(failure), failure };
}
