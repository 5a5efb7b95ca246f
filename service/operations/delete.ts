import type { Context } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import { draftRefusal } from '../rules/sending.ts';
import { type CampaignRecord, lockCampaign, removeCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { lockCredit, setCredit } from '../store/customers.ts';
import { noSuchCampaign } from './locked-campaign.ts';

/** Deletes a draft and answers it as it was. What had been paid for it becomes the customer's credit. */
export function remove({ db }: Context, which: WhichCampaign): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const record = await lockCampaign(tx, which);
    if (!record) return noSuchCampaign(which);
    const { campaign } = record;
    const refusal = draftRefusal(campaign, 'deleted');
    if (refusal) return refusal;
    if (campaign.paidCents > 0) {
      const credit = await lockCredit(tx, campaign.customerId);
      await setCredit(tx, campaign.customerId, credit + campaign.paidCents);
    }
    await removeCampaign(tx, campaign.id);
    return record;
  });
}
