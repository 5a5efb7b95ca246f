/** Validates the action that a member chose for a bulk job. */
import 'server-only';
import { type JobAction, MAX_JOB_ITEMS, type ShareOptions } from '#lib/domain/job.ts';
import { isClockTime, isDay, type SendPlan } from '#lib/domain/send-plan.ts';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';
import { EMAIL_OFF } from '#lib/format/job.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import {
  MAX_COMMENT_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SHARE_MESSAGE_LENGTH,
  MAX_TITLE_LENGTH,
} from '#lib/input-limits.ts';
import { canEmailCustomers } from './customer-sharing.ts';

type Problem = Readonly<Record<string, string>>;

/**
 * Returns a message for the first field that isn't valid, or null if the action is valid. The form checks more
 * conditions, such as whether a send time is too early.
 * @param isInvoiced whether the service bills this consumer with a monthly invoice
 */
export function findActionProblem(action: JobAction, isInvoiced: boolean): Problem | null {
  switch (action.kind) {
    case 'schedule':
      if (action.payment === 'invoice' && !isInvoiced) return { payment: 'Monthly invoicing is off.' };
      return findPlanProblem(action.plan);
    case 'reschedule':
      return findPlanProblem(action.plan);
    case 'label':
      return findLabelProblem(action);
    case 'cancel':
      return findLengthProblem('reason', action.reason, MAX_REASON_LENGTH);
    case 'share':
      return findShareProblem(action);
    case 'ask_approval':
      return findLengthProblem('comment', action.comment, MAX_COMMENT_LENGTH);
    default:
      return null;
  }
}

function findPlanProblem(plan: SendPlan): Problem | null {
  if (!isTimeZone(plan.zone)) return { zone: 'Choose a time zone.' };
  if (plan.kind === 'once')
    return Number.isNaN(Date.parse(plan.at)) ? { at: 'Enter a date and time.' } : null;
  const { perDay, from, time } = plan;
  if (!Number.isInteger(perDay) || perDay < 1 || perDay > MAX_JOB_ITEMS)
    return { per_day: `Enter a whole number from 1 to ${MAX_JOB_ITEMS}.` };
  if (!isDay(from)) return { from: 'Enter a date.' };
  return isClockTime(time) ? null : { time: 'Enter a time, like 09:00.' };
}

function findLabelProblem({ title, note }: JobAction & { kind: 'label' }): Problem | null {
  if (title === undefined && note === undefined) return { title: 'Enter a title or a note.' };
  return (
    findLengthProblem('title', title, MAX_TITLE_LENGTH) ?? findLengthProblem('note', note, MAX_NOTE_LENGTH)
  );
}

function findShareProblem({ days, message }: ShareOptions): Problem | null {
  if (!canEmailCustomers()) return { selection: EMAIL_OFF };
  if (!Number.isInteger(days) || days < 1 || days > SHARE_LINK_DAYS.max)
    return { days: `Enter 1 to ${SHARE_LINK_DAYS.max} days.` };
  return findLengthProblem('message', message, MAX_SHARE_MESSAGE_LENGTH);
}

const findLengthProblem = (field: string, text: string | undefined, max: number): Problem | null =>
  text !== undefined && text.length > max ? { [field]: `Use at most ${max} characters.` } : null;
