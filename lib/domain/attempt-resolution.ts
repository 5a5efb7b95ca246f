/** What a reading of the campaign proves about an attempt whose response was lost. */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { AttemptOperation, CampaignSnapshot } from './attempt.ts';
import { applicablePrice, isFullyPaid } from './payment.ts';
import { isSent } from './status.ts';

export interface CampaignReading {
  /** Null: the campaign does not exist. Undefined: it could not be read. */
  readonly campaign: Campaign | null | undefined;
  /** Undefined: it was not read, or could not be. */
  readonly checkout: Checkout | undefined;
}

export type Resolution = 'done' | 'refused' | 'open';

/** Statuses in which a campaign can no longer be canceled. */
const IN_PRODUCTION = new Set(['processing', 'sent', 'mailed']);

/**
 * Settles an attempt only on proof. While the campaign looks as before, the lost request may still be running, so the
 * attempt stays open for a member to resolve.
 */
export function resolveAttempt(
  operation: AttemptOperation,
  before: CampaignSnapshot,
  seen: CampaignReading,
): Resolution {
  if (operation === 'deleteCampaign') return seen.campaign === null ? 'done' : 'open';
  const status = seen.campaign?.status;
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
      return resolvePayment(before, seen.checkout);
    case 'cloneCampaign':
      return 'open';
  }
}

/**
 * The link in the lost response was never handed out, so nobody can pay through it. If no more is paid than before, there
 * is no payment to wait for, whatever the price is now.
 */
function resolvePayment(before: CampaignSnapshot, checkout: Checkout | undefined): Resolution {
  if (!checkout) return 'open';
  const price = applicablePrice(checkout);
  if (price.already_paid === before.alreadyPaid) return 'refused';
  return isFullyPaid(price) ? 'done' : 'open';
}
