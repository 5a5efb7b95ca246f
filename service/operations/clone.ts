import type { ServiceContext } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import {
  type CampaignRecord,
  type CampaignSelector,
  findCampaignRecord,
  insertCampaign,
} from '../store/campaigns.ts';
import { campaignNotFound } from './locked-campaign.ts';

/**
 * Creates an unpaid draft with the original campaign's artwork, recipients, and sender. The original campaign
 * can have any status.
 */
export function cloneAsDraft(
  { db, clock }: ServiceContext,
  selector: CampaignSelector,
): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const original = await findCampaignRecord(tx, selector);
    if (!original) return campaignNotFound(selector);
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
    const copy = await findCampaignRecord(tx, { id });
    if (!copy) throw new Error(`Campaign ${id} disappeared after the insert.`);
    return copy;
  });
}
