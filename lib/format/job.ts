/** Names of bulk jobs' actions, states, and results. */
import {
  type CheckReason,
  countUnpriced,
  type Job,
  type JobAction,
  type JobItem,
  type JobKind,
  type JobState,
  type JobTotal,
  type LeftOutReason,
  type PlannedAction,
  pricedTotals,
  type ShareOptions,
} from '#lib/domain/job.ts';
import { NOT_RESCHEDULED } from '#lib/domain/reschedule.ts';
import type { DateSettings } from './dates.ts';
import { formatFull, formatMoment, zoneLabel } from './dates.ts';
import { describeFailure, failureSentence, invalidFieldSentence } from './failure.ts';
import { formatSum } from './money.ts';
import { formatCount, formatList, formatPlural, MISSING, uncapitalize } from './text.ts';

interface KindNames {
  /** Such as “Schedule” in “Schedule 239 campaigns”. */
  readonly verb: string;
  /** The text after the number of campaigns. */
  readonly rest?: string;
  /** While the job runs, such as “Scheduling”. */
  readonly running: string;
  /** The result of one campaign, such as “Scheduled”. */
  readonly done: string;
  /** What “Done” means. */
  readonly doneNote: string;
  /** What happened to a refused campaign. */
  readonly refusedNote: string;
}

const KINDS: Readonly<Record<JobKind, KindNames>> = {
  schedule: {
    verb: 'Schedule',
    running: 'Scheduling',
    done: 'Scheduled',
    doneNote: 'Scheduled and confirmed',
    refusedNote: 'Nothing was sent.',
  },
  reschedule: {
    verb: 'Reschedule',
    running: 'Rescheduling',
    done: 'Rescheduled',
    doneNote: 'Scheduled for the new time',
    refusedNote: 'Not moved to the new time.',
  },
  cancel: {
    verb: 'Cancel sending',
    running: 'Canceling',
    done: 'Canceled',
    doneNote: 'Drafts again',
    refusedNote: 'Not canceled.',
  },
  copy: {
    verb: 'Copy',
    running: 'Copying',
    done: 'Copied',
    doneNote: 'Copied to new drafts',
    refusedNote: 'No copy was made.',
  },
  delete: {
    verb: 'Delete',
    running: 'Deleting',
    done: 'Deleted',
    doneNote: 'Deleted for everyone',
    refusedNote: 'Nothing was deleted.',
  },
  label: {
    verb: 'Set title or note of',
    running: 'Setting title or note of',
    done: 'Saved',
    doneNote: 'Title or note saved',
    refusedNote: 'Nothing was saved.',
  },
  share: {
    verb: 'Share',
    running: 'Sharing',
    done: 'Emailed',
    doneNote: 'Emailed to the customers',
    refusedNote: 'No email was sent.',
  },
  ask_approval: {
    verb: 'Ask for approval of',
    running: 'Asking for approval of',
    done: 'Asked',
    doneNote: 'The team was asked',
    refusedNote: 'The team wasn’t asked.',
  },
};

export const jobKindNames = (kind: JobKind): KindNames => KINDS[kind];

/** Describes what a job will do, such as “Schedule 239 campaigns” or “Cancel sending of 1 campaign”. */
export function describeJob(kind: JobKind, campaigns: number): string {
  const { verb } = KINDS[kind];
  return `${verb}${kind === 'cancel' ? ' of' : ''} ${formatPlural(campaigns, 'campaign')}`;
}

/** Returns the title of a job's review, such as “Review: schedule 239 campaigns”. */
export const reviewTitle = (kind: JobKind, campaigns: number): string =>
  `Review: ${uncapitalize(describeJob(kind, campaigns))}`;

/** Returns the title of a job's page, such as “Scheduling 239 campaigns”. */
export function jobTitle({ kind, state }: { kind: JobKind; state: JobState }, campaigns: number): string {
  if (state === 'running' || state === 'stopping')
    return `${KINDS[kind].running} ${formatPlural(campaigns, 'campaign')}`;
  return describeJob(kind, campaigns);
}

export const JOB_STATE_NAMES: Readonly<Record<JobState, string>> = {
  checking: 'Checking',
  ready_for_review: 'Ready for review',
  running: 'Running',
  stopping: 'Stopping',
  stopped: 'Stopped',
  ended: 'Finished',
};

export const LEFT_OUT_NAMES: Readonly<Record<LeftOutReason, string>> = {
  not_paid: 'Not paid',
  paid_already: 'Already paid, so not billed on the invoice',
  already_queued: 'Already queued',
  not_draft: 'No longer a draft',
  not_queued: 'Not queued',
  window_closed: 'Too late to reschedule',
  same_send_time: 'Already scheduled for this time',
  invoicing_off: 'Sent on the monthly invoice, but invoicing is now off',
  payment_unclear: 'Unclear how the campaign was paid for',
  unknown_status: 'Unknown status',
  missing: 'No longer exists',
  no_customer: 'Customer unknown',
  no_email: 'Customer without an email address',
  no_proof: 'No proof yet',
  already_shared: 'Already shared with this address',
  no_approval_needed: 'No approval by another member needed',
  approved_already: 'Already approved',
  asked_already: 'Approval already requested',
  waiting_for_guest: 'Waiting for a guest’s approval',
  waiting_for_member: 'Waiting for a second member’s approval',
  waiting_for_both: 'Waiting for a guest’s and a second member’s approval',
  changed_since_approval: 'Changed since the approval',
  unread_approval: 'Approval can’t be checked',
  in_progress: 'Another action is in progress',
  unknown_outcome: 'An earlier action’s outcome is unknown',
  too_early: 'Send time is too early',
  too_late: 'Send time is too late',
  unread: 'Couldn’t be read',
};

/** Returns a reason for use inside a sentence. */
export const leftOutPhrase = (reason: LeftOutReason): string => uncapitalize(LEFT_OUT_NAMES[reason]);

const CHECK_REASON_TEXTS: Readonly<
  Record<CheckReason, { readonly title: string; readonly checking: string; readonly checked: string }>
> = {
  old_review: {
    title: 'The job hasn’t started',
    checking: 'Your review was more than 15 minutes old, so we’re checking every campaign again.',
    checked:
      'Your review was more than 15 minutes old, so we checked every campaign again. Look at the new review, then start the job.',
  },
  newer_review: {
    title: 'The job hasn’t started',
    checking: 'Another check began after you opened your review.',
    checked:
      'The campaigns were checked again after you opened your review. Look at the new review, then start the job.',
  },
  resumed: {
    title: 'The job hasn’t resumed yet',
    checking: 'Its review was more than 15 minutes old, so we’re checking the remaining campaigns again.',
    checked:
      'Its review was more than 15 minutes old, so we checked the remaining campaigns again. Look at the new review, then start the job.',
  },
};

/** Says why a job isn't running even though a member pressed its button. */
export function describeCheckReason(
  reason: CheckReason,
  state: JobState,
): { readonly title: string; readonly sentence: string } {
  const { title, checking, checked } = CHECK_REASON_TEXTS[reason];
  return { title, sentence: state === 'checking' ? checking : checked };
}

/** Describes the action and its payment, such as “Schedule, on invoice”. */
export function describeAction(action: JobAction): string {
  if (action.kind === 'label') return 'Set title or note';
  if (action.kind === 'ask_approval') return 'Ask for approval';
  if (action.kind !== 'schedule') return KINDS[action.kind].verb;
  return action.payment === 'invoice' ? 'Schedule, on invoice' : 'Schedule';
}

/**
 * Describes the times of a schedule in the schedule's own time zone, such as “60 a weekday, 9:00 AM in
 * Eastern Time”.
 */
export function describePlan({ plan }: PlannedAction, dateSettings: DateSettings): string {
  if (plan.kind === 'once') return formatFull(Date.parse(plan.at), { ...dateSettings, zone: plan.zone });
  const time = formatClockTime(plan.time, dateSettings.locale);
  return `${formatCount(plan.perDay)} a ${plan.weekdaysOnly ? 'weekday' : 'day'}, ${time} in ${zoneLabel(plan.zone)}`;
}

/** Describes what customers get, such as “A link that expires 14 days after it’s sent. It shows the proof and price.” */
export function describeShareOptions({ days, visibleParts, guestsDecide }: ShareOptions): string {
  const { price, recipients, metadata } = visibleParts;
  const shown = [
    'the proof',
    ...(price ? ['the price'] : []),
    ...(recipients ? ['the recipients'] : []),
    ...(metadata ? ['the metadata'] : []),
  ];
  const canDo = guestsDecide
    ? 'The customer can approve the proof or request changes.'
    : 'The customer can’t make a decision.';
  return `A link that works for ${formatPlural(days, 'day')}. It shows ${formatList(shown)}. ${canDo}`;
}

/** Formats a local time such as "09:00" in the reader's style. */
const formatClockTime = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(Date.parse(`2026-01-01T${time}Z`))
    .replaceAll('\u202f', ' ');

/** Such as “$544.00 + 120.00 €, 3 without a price”. */
export function describeTotals(
  totals: readonly Pick<JobTotal, 'currency' | 'campaigns' | 'price' | 'unpriced'>[],
): string {
  const unpriced = countUnpriced(totals);
  const sums = pricedTotals(totals).map(({ price, currency }) => formatSum(price, currency));
  return [sums.join(' + ') || MISSING, unpriced > 0 && `${formatCount(unpriced)} without a price`]
    .filter(Boolean)
    .join(', ');
}

export type ResultTone = 'green' | 'red' | 'amber' | 'blue' | 'muted';
export interface ItemResult {
  readonly tone: ResultTone;
  readonly label: string;
  readonly note: string;
}

/** Describes what happened to a campaign in a job. */
export function describeItem(
  item: JobItem,
  { action, state }: Pick<Job, 'action' | 'state'>,
  dateSettings: DateSettings,
  now: number,
): ItemResult {
  if (item.isUnscheduled && item.state !== 'unknown') return describeUnscheduled(item, state);
  switch (item.state) {
    case 'done':
      return { tone: 'green', label: KINDS[action.kind].done, note: describeDone(item, dateSettings, now) };
    case 'refused':
      return { tone: 'red', label: 'Refused', note: describeRefusal(item, action.kind) };
    case 'unknown':
      return { tone: 'amber', label: 'Outcome unknown', note: describeUnknown(item, action.kind) };
    case 'started':
      return {
        tone: 'blue',
        label: 'Started',
        note: `Waiting for the mail ${action.kind === 'share' ? 'server' : 'service'}`,
      };
    case 'left_out':
      return {
        tone: 'muted',
        label: 'Left out',
        note: item.leftOut === null ? '' : LEFT_OUT_NAMES[item.leftOut],
      };
    default: {
      const isWaiting = state === 'running' || state === 'checking' || state === 'ready_for_review';
      return { tone: 'muted', label: isWaiting ? 'Waiting' : 'Not started', note: '' };
    }
  }
}

/** Describes a campaign that a reschedule canceled, and that isn't scheduled. */
function describeUnscheduled({ state }: JobItem, jobState: JobState): ItemResult {
  const isContinued = state !== 'refused' && (jobState === 'running' || state === 'started');
  return isContinued
    ? { tone: 'amber', label: 'Canceled', note: 'Mailroom is about to schedule it again' }
    : { tone: 'red', label: 'Not scheduled', note: failureSentence(NOT_RESCHEDULED) };
}

const describeUnknown = ({ email }: JobItem, kind: JobKind): string =>
  kind === 'share'
    ? `The email server’s response was lost. ${email ?? 'The customer'} may have the email. It won’t be sent again.`
    : 'We’re checking with the mail service. Don’t repeat this action.';

function describeDone(
  { sendAt, previousSendAt, copyId, email }: JobItem,
  dateSettings: DateSettings,
  now: number,
): string {
  if (email !== null) return `To ${email}`;
  if (copyId !== null) return `Copy: #${copyId}`;
  if (sendAt === null) return '';
  const sends = `Sends ${formatMoment(sendAt, dateSettings, now)}`;
  return previousSendAt === null
    ? sends
    : `${sends} (was ${formatMoment(previousSendAt, dateSettings, now)})`;
}

function describeRefusal({ failure }: JobItem, kind: JobKind): string {
  if (failure === null) return KINDS[kind].refusedNote;
  if (failure.kind === 'price_changed')
    return `Price changed since review: ${failure.seen || MISSING}, now ${failure.now}`;
  return failure.kind === 'invalid' ? invalidFieldSentence(failure) : describeFailure(failure).sentence;
}

/** Why campaigns can't be shared with their customers. */
export const EMAIL_OFF = 'Links can’t be emailed to customers, because no email server is set up.';

/** Why the team can't be asked for approval. */
export const NO_MEMBER_RULE = 'Your team’s rule doesn’t require a second member’s approval.';

export const NOTHING_SELECTED = 'Select at least one campaign in the list first.';

/**
 * Says when members must type a number, such as “Required for more than 25 campaigns or a total above
 * $5,000.00.”
 * @param limit the amount is in minor units, regardless of the currency
 * @param totals the job's totals. If they have only one currency, the amount is shown in that currency
 */
export function describeBulkLimit(
  { campaigns, amount }: { campaigns: number; amount: number },
  totals: readonly Pick<JobTotal, 'currency' | 'campaigns' | 'unpriced'>[],
): string {
  const currencies = new Set(pricedTotals(totals).map(({ currency }) => currency));
  const [currency = null] = currencies.size === 1 ? currencies : [];
  return `Required for more than ${formatPlural(campaigns, 'campaign')} or a total above ${formatSum(amount, currency)}.`;
}
