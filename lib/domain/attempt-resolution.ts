/** Resolves attempts whose response was lost, based on a reading of the campaign. */
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { AttemptOperation, CampaignSnapshot } from './attempt.ts';
import { applicablePrice, isFullyPaid } from './payment.ts';
import { isSent } from './status.ts';

export interface CampaignReading {
  /** Null if the campaign doesn't exist. Undefined if it couldn't be read. */
  readonly campaign: Campaign | null | undefined;
  /** Undefined if checkout wasn't read or couldn't be read. */
  readonly checkout: Checkout | undefined;
}

export type Resolution = 'done' | 'refused' | 'open';

/** Statuses in which a campaign can no longer be canceled. */
const IN_PRODUCTION = new Set(['processing', 'sent', 'mailed']);

/**
 * Settles an attempt only if the reading proves how the attempt ended. While the campaign looks unchanged, the lost
 * request may still be running, so the attempt is left for a member to resolve.
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
 * The link in the lost response was never handed out, so it can't be used to pay. Even if the price has
 * changed, there is no payment to wait for unless the amount paid has changed.
 */
function resolvePayment(before: CampaignSnapshot, checkout: Checkout | undefined): Resolution {
  if (!checkout) return 'open';
  const price = applicablePrice(checkout);
  if (price.already_paid === before.alreadyPaid) return 'refused';
  return isFullyPaid(price) ? 'done' : 'open';
}

/** How long a call may still be running in the service after its response was lost. */
const STILL_RUNNING_MS = 2 * MINUTE_MS;

/** The age at which an attempt that is still unknown needs a member's review. */
export const REVIEW_AFTER_MS = 10 * MINUTE_MS;

/** Returns the milliseconds until a member may resolve an attempt of this age, never below 0. */
export const msUntilResolvable = (ageMs: number): number => Math.max(0, STILL_RUNNING_MS - ageMs);
