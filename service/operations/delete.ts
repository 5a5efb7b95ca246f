import type { ServiceContext } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import { checkIsDraft } from '../rules/sending.ts';
import {
  type CampaignRecord,
  type CampaignSelector,
  deleteCampaignRow,
  lockCampaign,
} from '../store/campaigns.ts';
import { lockCredit, setCredit } from '../store/customers.ts';
import { campaignNotFound } from './locked-campaign.ts';

/** Deletes a draft and returns it. The paid amount becomes customer credit. */
export function deleteDraft(
  { db }: ServiceContext,
  selector: CampaignSelector,
): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const record = await lockCampaign(tx, selector);
    if (!record) return campaignNotFound(selector);
    const { campaign } = record;
    const refusal = checkIsDraft(campaign, 'deleted');
    if (refusal) return refusal;
    if (campaign.paidCents > 0) {
      const credit = await lockCredit(tx, campaign.customerId);
      await setCredit(tx, campaign.customerId, credit + campaign.paidCents);
    }
    await deleteCampaignRow(tx, campaign.id);
    return record;
  });
}
