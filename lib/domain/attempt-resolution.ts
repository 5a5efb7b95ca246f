/** What a reading says about an attempt whose answer never came. Pure. */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { AttemptOperation, CampaignSnapshot } from './attempt.ts';
import { applicablePrice, isFullyPaid } from './payment.ts';
import { isSent } from './status.ts';

export interface CampaignReading {
  /** Null: the service says there is no such campaign. Undefined: nobody knows. */
  readonly campaign: Campaign | null | undefined;
  /** Undefined: not read. */
  readonly checkout: Checkout | undefined;
}

export type Resolution = 'done' | 'refused' | 'open';

/** Once here, cancelling is over. */
const IN_PRODUCTION = new Set(['processing', 'sent', 'mailed']);

/**
 * Only proof settles: a campaign that still looks as before may be changed by a request that is still on its way, so that
 * stays open for a person to decide.
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
 * Nobody was given the link that the lost answer brought, so nobody pays there: while no more is paid in than before there
 * is no payment to wait for, whatever has become of the price.
 */
function resolvePayment(before: CampaignSnapshot, checkout: Checkout | undefined): Resolution {
  if (!checkout) return 'open';
  const price = applicablePrice(checkout);
  if (price.already_paid === before.alreadyPaid) return 'refused';
  return isFullyPaid(price) ? 'done' : 'open';
}
