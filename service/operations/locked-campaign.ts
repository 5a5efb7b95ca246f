import type { Database } from '#lib/database/open.ts';
import type { ServiceContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import {
  type CampaignRecord,
  type CampaignSelector,
  findCampaignRecord,
  lockCampaign,
} from '../store/campaigns.ts';

export const campaignNotFound = ({ id }: CampaignSelector) =>
  new Refusal('not_found', `Campaign ${id} was not found.`);

/**
 * Locks a campaign's row, changes the campaign in the same transaction, and returns the changed campaign.
 * `change` must run all checks before the first write, because returning a refusal doesn't roll back the
 * transaction.
 * @param change the change, which receives the service's time in milliseconds
 */
export function withLockedCampaign(
  { db, clock }: ServiceContext,
  selector: CampaignSelector,
  change: (tx: Database, record: CampaignRecord, now: number) => Promise<Refusal | undefined>,
): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const record = await lockCampaign(tx, selector);
    if (!record) return campaignNotFound(selector);
    const refusal = await change(tx, record, clock.now());
    if (refusal) return refusal;
    const changed = await findCampaignRecord(tx, selector);
    if (!changed) throw new Error(`Campaign ${selector.id} disappeared during the change.`);
    return changed;
  });
}
