/** The undo that the confirmation of a change offers, if the interface supports one. */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type Attempt, finalOperation, type ResendOperation } from './attempt.ts';
import { cancelableUntil } from './cancellation-window.ts';
import { isZeroAmount } from './money.ts';
import { applicablePrice } from './payment.ts';
import type { RecentChange } from './recent-change.ts';
import { chooseResend, isSuccessfulSend, type ScheduleAgain, scheduleAgainAt } from './reschedule.ts';
import { parseTimestamp } from './timestamp.ts';

export type Undo =
  /** Cancels the campaign that was sent. */
  | { readonly kind: 'cancel' }
  /** Schedules the canceled campaign again at its previous send time. */
  | { readonly kind: 'schedule'; readonly again: ScheduleAgain }
  /** Reschedules the campaign to its previous send time. */
  | { readonly kind: 'move_back'; readonly again: ScheduleAgain }
  /** Deletes the copy. */
  | { readonly kind: 'delete_copy'; readonly originalId: number };

interface ChangedCampaign {
  readonly campaign: Campaign;
  readonly checkout: Checkout | undefined;
  /** The campaign's attempts, newest first. */
  readonly attempts: readonly Attempt[];
  /** True if the service bills this consumer monthly. */
  readonly invoiced: boolean;
  /** The current time in milliseconds on the service's clock. */
  readonly now: number;
}

/**
 * Returns the undo for a change that the member just made. Returns undefined if the change can't be undone, for example
 * because the campaign's previous send time is too soon.
 */
export function chooseUndo(
  { operation, before }: Pick<RecentChange, 'operation' | 'before'>,
  changed: ChangedCampaign,
): Undo | undefined {
  const { campaign, now } = changed;
  const isCancelable = cancelableUntil(campaign, now) !== undefined;
  switch (operation) {
    case 'sendCampaign':
    case 'sendCampaignOnInvoice':
    case 'payAndSendCampaign':
      return isCancelable ? { kind: 'cancel' } : undefined;
    case 'cancelCampaign': {
      const again =
        campaign.status === 'draft' ? againAt(before?.scheduledAt, lastResend(changed), changed) : undefined;
      return again && { kind: 'schedule', again };
    }
    case 'rescheduleCampaign': {
      const option = chooseResend(changed.checkout, changed.attempts, changed.invoiced);
      if (!isCancelable || option.kind === 'unavailable') return undefined;
      const again = againAt(before?.scheduledAt, option.resend, changed);
      return again && { kind: 'move_back', again };
    }
    default:
      return undefined;
  }
}

function againAt(
  time: string | null | undefined,
  resend: ResendOperation,
  { checkout, invoiced, now }: ChangedCampaign,
): ScheduleAgain | undefined {
  const at = parseTimestamp(time ?? undefined);
  return at === undefined
    ? undefined
    : scheduleAgainAt(new Date(at).toISOString(), resend, checkout, invoiced, now);
}

/** Returns how the campaign was last sent. A campaign that Mailroom didn't send is sent again only if it is paid. */
function lastResend({ attempts }: ChangedCampaign): ResendOperation {
  const last = attempts.find(isSuccessfulSend);
  return last && finalOperation(last) === 'sendCampaignOnInvoice' ? 'sendCampaignOnInvoice' : 'sendCampaign';
}

/** How long the member who made a copy can delete it without being an admin. */
export const UNDO_COPY_MS = 10 * MINUTE_MS;

/**
 * How long the service might still change `updated_at` after a campaign is created, for example when it
 * generates the proof.
 */
const SETTLING_MS = MINUTE_MS;

/**
 * Counts the attempts that make a copy used. Refused deletions don't, so that a member whose undo was refused can
 * try again.
 * @param isUndo returns true for the attempt that is deleting the copy
 */
export const countUses = <A extends Pick<Attempt, 'operation' | 'state'>>(
  attempts: readonly A[],
  isUndo: (attempt: A) => boolean,
): number =>
  attempts.filter(
    (attempt) => !(attempt.operation === 'deleteCampaign' && attempt.state === 'refused') && !isUndo(attempt),
  ).length;

/**
 * Whether a copy's page offers to delete it. While the viewing member's deletion is in progress, the form stays on
 * the page to show the outcome.
 */
export const isCopyUndoOffered = (attempts: readonly Attempt[]): boolean =>
  countUses(
    attempts,
    ({ operation, state, isOwn }) => operation === 'deleteCampaign' && state === 'open' && isOwn,
  ) === 0;

/** What members have done with a campaign in Mailroom. */
export interface CampaignUse {
  /** The result of `countUses`. */
  readonly attempts: number;
  readonly shareLinks: number;
  readonly decisions: number;
  /** Whether a member has ever changed the title or the note. */
  readonly hasTitleOrNote: boolean;
}

/**
 * Whether a copy is untouched: an unpaid draft that no member has worked on in Mailroom and that, according to its
 * timestamps, wasn't changed elsewhere.
 */
export function isUntouchedCopy(
  { status, created_at, updated_at }: Campaign,
  checkout: Checkout | undefined,
  { attempts, shareLinks, decisions, hasTitleOrNote }: CampaignUse,
): boolean {
  const [created, updated] = [parseTimestamp(created_at), parseTimestamp(updated_at)];
  const isChanged = created !== undefined && updated !== undefined && updated - created >= SETTLING_MS;
  const isUnpaid = checkout !== undefined && isZeroAmount(applicablePrice(checkout).already_paid);
  const isUnused = attempts + shareLinks + decisions === 0 && !hasTitleOrNote;
  return status === 'draft' && isUnpaid && isUnused && !isChanged;
}
