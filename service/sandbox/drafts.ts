/**
 * What a customer does to a draft in the service's own editor, for trying how a console takes it: the interface has no
 * operation that changes what a campaign prints or whom it goes to. Only with --controls.
 */
import { z } from 'zod';
import { SIZE_FACTS } from '#lib/contract/limits.ts';
import { changeCampaign } from '../operations/locked-campaign.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { fillVariables } from '../render/design-variables.ts';
import { draftRefusal } from '../rules/sending.ts';
import { newArtwork, putArtwork } from '../store/artworks.ts';
import { type CampaignRecord, updateCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { insertRecipients } from '../store/recipients.ts';

/** HTML of each side; `{{name}}` is filled with the campaign's own values. */
export const artworkShape = z.strictObject({ designs: z.array(z.string().max(2_000_000)).min(1).max(2) });

const text = z.string().max(200).default('');
const addressShape = z.strictObject({
  name: text,
  company: text,
  address_line1: text,
  address_city: text,
  address_state: text,
  address_zip: text,
  address_country: text.default('US'),
  variables: z.record(z.string(), z.string()).default({}),
});

/** Those that are exposed, and how many there are altogether when that isn't all. */
export const recipientsShape = z.strictObject({
  addresses: z.array(addressShape).min(1).max(1_000),
  count: z.int().min(1).max(1_000_000).optional(),
});

/** New files at new addresses, rendered behind everybody's back like a new campaign's. */
export async function changeArtwork(
  context: Context,
  which: WhichCampaign,
  { designs }: z.output<typeof artworkShape>,
): Promise<CampaignRecord | Refusal> {
  const changed = await changeCampaign(context, which, async (tx, record, now) => {
    const { campaign, artwork } = record;
    const notADraft = draftRefusal(campaign, 'changed');
    if (notADraft) return notADraft;
    const wanted = SIZE_FACTS[artwork.size].designs;
    if (designs.length !== wanted) {
      return new Refusal('wrong_design_count', `A ${artwork.size} has ${wanted}, not ${designs.length}.`);
    }
    const filled = designs.map((html) => fillVariables(html, artwork.values));
    const artworkId = await putArtwork(tx, newArtwork(artwork.size, filled, artwork.values));
    await updateCampaign(tx, campaign.id, { artworkId }, now);
  });
  context.pictures.start();
  return changed;
}

/** The price follows their number. */
export function changeRecipients(
  context: Context,
  which: WhichCampaign,
  { addresses, count = addresses.length }: z.output<typeof recipientsShape>,
): Promise<CampaignRecord | Refusal> {
  return changeCampaign(context, which, async (tx, record, now) => {
    const { campaign, list } = record;
    const notADraft = draftRefusal(campaign, 'changed');
    if (notADraft) return notADraft;
    const recipientListId = await insertRecipients(tx, { ...list, exposedAddresses: addresses });
    await updateCampaign(tx, campaign.id, { recipientListId, recipientCount: count }, now);
  });
}
