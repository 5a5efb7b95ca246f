/**
 * Resolves attempts whose response was lost. The console reads the campaign back to find out how each attempt
 * ended.
 */

import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import type { AttemptOperation, CampaignSnapshot } from './attempt.ts';
import { applicablePrice, isFullyPaid } from './payment.ts';
import { isSent } from './status.ts';

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

/**
 * Resolves an attempt only if the data read back proves how the attempt ended. If the campaign looks
 * unchanged, the service may still be working on the request. If the data read back never proves how the
 * attempt ended, a member must resolve the attempt.
 */
export function resolveAttempt(
  operation: AttemptOperation,
  before: CampaignSnapshot,
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
  }
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

/** How long the service may keep working on a call after the response to the call was lost. */
export const STILL_RUNNING_MS = 2 * MINUTE_MS;

/** How long an attempt can be unknown before a member must review it. */
export const REVIEW_AFTER_MS = 10 * MINUTE_MS;

/**
 * Returns the number of milliseconds until a member may resolve an attempt of the given age. Returns 0 if a
 * member may already resolve the attempt.
 */
export const msUntilResolvable = (ageMs: number): number => Math.max(0, STILL_RUNNING_MS - ageMs);
