/**
 * Resolves attempts whose response was lost. The console reads the campaign back to find out how each attempt
 * ended.
 */

import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import type { AttemptOperation, CampaignSnapshot, Reschedule } from './attempt.ts';
import { applicablePrice, isFullyPaid } from './payment.ts';
import { isSent } from './status.ts';
import { parseTimestamp } from './timestamp.ts';

export interface CampaignReading {
  /**
   * The campaign. Null if the campaign doesn't exist. Undefined if the console couldn't read the campaign.
   */
  readonly campaign: Campaign | null | undefined;
  /** The campaign's checkout. Undefined if the console didn't try to read checkout, or if the read failed. */
  readonly checkout: Checkout | undefined;
}

export type Resolution = 'done' | 'refused' | 'open';

/** Statuses in which a campaign can no longer be canceled. */
const IN_PRODUCTION = new Set(['processing', 'sent', 'mailed']);

/** The parts of an attempt that determine what a reading proves. */
interface UnknownAttempt {
  readonly operation: AttemptOperation;
  /** The campaign's state just before the attempt's first call. */
  readonly before: CampaignSnapshot;
  /** Set only for `rescheduleCampaign`. */
  readonly reschedule?: Reschedule | null;
}

/**
 * Resolves an attempt only if the data read back proves how the attempt ended. If the campaign looks
 * unchanged, the service may still be working on the request. If the data read back never proves how the
 * attempt ended, a member must resolve the attempt.
 */
export function resolveAttempt(
  { operation, before, reschedule }: UnknownAttempt,
  reading: CampaignReading,
): Resolution {
  if (operation === 'deleteCampaign') return reading.campaign === null ? 'done' : 'open';
  const status = reading.campaign?.status;
  if (status === undefined) return 'open';
  switch (operation) {
    case 'sendCampaign':
    case 'sendCampaignOnInvoice':
    case 'payAndSendCampaign':
      return isSent(status) ? 'done' : 'open';
    case 'cancelCampaign':
      if (status === 'draft') return 'done';
      return IN_PRODUCTION.has(status) ? 'refused' : 'open';
    case 'payCampaign':
      return resolvePayment(before, reading.checkout);
    case 'cloneCampaign':
      return 'open';
    case 'rescheduleCampaign':
      return reschedule && reading.campaign
        ? resolveReschedule(reading.campaign, before, reschedule)
        : 'open';
  }
}

/**
 * Resolves a reschedule. In the first part, the second call hasn't been made, so a draft proves that the
 * campaign was canceled and not sent again, and a campaign in production proves that it wasn't canceled.
 * Either way, the attempt counts as refused. In the second part, the service may still be working on the
 * request, so a draft proves nothing unless the reason why the campaign wasn't sent again has been stored.
 */
function resolveReschedule(
  campaign: Campaign,
  before: CampaignSnapshot,
  { part, canceled, reason }: Reschedule,
): Resolution {
  const status = campaign.status ?? '';
  if (reason !== undefined && status === 'draft') return 'refused';
  if (part === 'cancel') return status === 'draft' || IN_PRODUCTION.has(status) ? 'refused' : 'open';
  return isSent(status) && !isFromBeforeCancellation(campaign, before, canceled ?? null) ? 'done' : 'open';
}

/**
 * Whether a reading of a sent campaign might predate the cancellation. Without a newer `updated_at`, only a
 * different send time proves that the campaign was sent again.
 */
function isFromBeforeCancellation(
  campaign: Campaign,
  before: CampaignSnapshot,
  canceled: CampaignSnapshot | null,
): boolean {
  const [known, read] = [
    parseTimestamp(canceled?.updatedAt ?? undefined),
    parseTimestamp(campaign.updated_at),
  ];
  // Services may store timestamps less precisely than they send them.
  if (known !== undefined && read !== undefined) {
    if (Math.floor(read / 1_000) < Math.floor(known / 1_000)) return true;
    if (read > known) return false;
  }
  const [was, is] = [parseTimestamp(before.scheduledAt ?? undefined), parseTimestamp(campaign.scheduled_at)];
  return is === undefined || is === was;
}

/**
 * Resolves an attempt to create a payment link. The link was in the response that was lost, so no payer has
 * the link. The attempt counts as refused if the amount already paid is unchanged, even if the price has
 * changed.
 */
function resolvePayment(before: CampaignSnapshot, checkout: Checkout | undefined): Resolution {
  if (!checkout) return 'open';
  const price = applicablePrice(checkout);
  if (price.already_paid === before.alreadyPaid) return 'refused';
  return isFullyPaid(price) ? 'done' : 'open';
}

/** How long the service may keep working on a call after the call's response is lost. */
export const STILL_RUNNING_MS = 2 * MINUTE_MS;

/** How long an attempt can be unknown before a member must review it. */
export const REVIEW_AFTER_MS = 10 * MINUTE_MS;

/**
 * Returns the number of milliseconds until a member may resolve an attempt of the given age. Returns 0 if a
 * member can already resolve the attempt.
 */
export const msUntilResolvable = (ageMs: number): number => Math.max(0, STILL_RUNNING_MS - ageMs);
