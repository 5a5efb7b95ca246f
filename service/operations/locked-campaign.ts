import type { Database } from '#lib/database/open.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { type CampaignRecord, findCampaign, lockCampaign, type WhichCampaign } from '../store/campaigns.ts';

export const noSuchCampaign = ({ id }: WhichCampaign) =>
  new Refusal('not_found', `There is no campaign ${id}.`);

/**
 * Changes one campaign in a transaction in which nobody else can change it, and answers how it is then. A change looks
 * at everything before it writes anything: when it refuses, nothing has happened.
 * @param change is given the time at which it holds the campaign, in milliseconds
 */
export function changeCampaign(
  { db, clock }: Context,
  which: WhichCampaign,
  change: (tx: Database, record: CampaignRecord, now: number) => Promise<Refusal | undefined>,
): Promise<CampaignRecord | Refusal> {
  return db.transaction(async (tx) => {
    const record = await lockCampaign(tx, which);
    if (!record) return noSuchCampaign(which);
    const refusal = await change(tx, record, clock.now());
    if (refusal) return refusal;
    const changed = await findCampaign(tx, which);
    if (!changed) throw new Error(`Campaign ${which.id} was changed and is gone.`);
    return changed;
  });
}
