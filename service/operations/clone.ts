import type { Context } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import { type CampaignRecord, findCampaign, insertCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { noSuchCampaign } from './locked-campaign.ts';

/** A new draft with the same artwork, recipients and sender, not paid, from a campaign in any status. */
export function clone({ db, clock }: Context, which: WhichCampaign): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const original = await findCampaign(tx, which);
    if (!original) return noSuchCampaign(which);
    const now = new Date(clock.now());
    const { campaign } = original;
    const id = await insertCampaign(tx, {
      customerId: campaign.customerId,
      templateId: campaign.templateId,
      artworkId: campaign.artworkId,
      recipientListId: campaign.recipientListId,
      senderId: campaign.senderId,
      name: campaign.name,
      status: 'draft',
      targetingMethod: campaign.targetingMethod,
      postageClass: campaign.postageClass,
      recipientCount: campaign.recipientCount,
      sendCopyToSender: campaign.sendCopyToSender,
      discountCode: campaign.discountCode,
      metaData: campaign.metaData,
      createdAt: now,
      updatedAt: now,
    });
    const copy = await findCampaign(tx, { id });
    if (!copy) throw new Error(`Campaign ${id} was inserted and is gone.`);
    return copy;
  });
}
