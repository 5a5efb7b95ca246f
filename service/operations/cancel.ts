import type { Context } from '../context.ts';
import { cancelRefusal } from '../rules/sending.ts';
import { updateCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { removeInvoiceCharge } from '../store/payments.ts';
import { changeCampaign } from './locked-campaign.ts';

/** Makes a queued campaign a draft again, up to its send time. What was paid stays paid. */
export function cancel(context: Context, which: WhichCampaign) {
  return changeCampaign(context, which, async (tx, { campaign }, now) => {
    const refusal = cancelRefusal(campaign, now);
    if (refusal) return refusal;
    if (campaign.onInvoice) await removeInvoiceCharge(tx, campaign.id);
    await updateCampaign(tx, campaign.id, { status: 'draft', scheduledAt: null, onInvoice: false }, now);
  });
}
