import type { ServiceContext } from '../context.ts';
import { checkCancel } from '../rules/sending.ts';
import { type CampaignSelector, updateCampaign } from '../store/campaigns.ts';
import { deleteInvoiceCharge } from '../store/payments.ts';
import { withLockedCampaign } from './locked-campaign.ts';

/**
 * Turns a queued campaign back into a draft if its send time hasn't passed. The campaign's paid amount
 * doesn't change.
 */
export function cancelQueuedCampaign(context: ServiceContext, selector: CampaignSelector) {
  return withLockedCampaign(context, selector, async (tx, { campaign }, now) => {
    const refusal = checkCancel(campaign, now);
    if (refusal) return refusal;
    if (campaign.onInvoice) await deleteInvoiceCharge(tx, campaign.id);
    await updateCampaign(tx, campaign.id, { status: 'draft', scheduledAt: null, onInvoice: false }, now);
  });
}
