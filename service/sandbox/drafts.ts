/**
 * Changes a draft's artwork or recipients, as a customer would in the service's own editor. The interface
 * doesn't have an operation for such changes. Tests use the controls to simulate changes that are made
 * outside the console. Available only with --controls.
 */
import { z } from 'zod';
import { SIZE_FACTS } from '#lib/contract/sizes.ts';
import type { ServiceContext } from '../context.ts';
import { withLockedCampaign } from '../operations/locked-campaign.ts';
import { Refusal } from '../refusal.ts';
import { fillVariables } from '../render/design-variables.ts';
import { checkIsDraft } from '../rules/sending.ts';
import { findOrInsertArtwork, newArtwork } from '../store/artworks.ts';
import { type CampaignRecord, type CampaignSelector, updateCampaign } from '../store/campaigns.ts';
import { insertRecipientList } from '../store/recipients.ts';

/** The HTML of each side. Placeholders such as `{{name}}` are filled in with the campaign's own values. */
export const artworkSchema = z.strictObject({ designs: z.array(z.string().max(2_000_000)).min(1).max(2) });

const text = z.string().max(200).default('');
const addressSchema = z.strictObject({
  name: text,
  company: text,
  address_line1: text,
  address_city: text,
  address_state: text,
  address_zip: text,
  address_country: text.default('US'),
  variables: z.record(z.string(), z.string()).default({}),
});

/**
 * The addresses that the API returns, and the number of recipients. `count` defaults to the number of
 * addresses.
 */
export const recipientsSchema = z.strictObject({
  addresses: z.array(addressSchema).min(1).max(1_000),
  count: z.int().min(1).max(1_000_000).optional(),
});

/** The new files get new URLs and are rendered in the background. */
export async function replaceArtwork(
  context: ServiceContext,
  selector: CampaignSelector,
  { designs }: z.output<typeof artworkSchema>,
): Promise<CampaignRecord | Refusal> {
  const changed = await withLockedCampaign(context, selector, async (tx, record, now) => {
    const { campaign, artwork } = record;
    const refusal = checkIsDraft(campaign, 'changed');
    if (refusal) return refusal;
    const expected = SIZE_FACTS[artwork.size].designs;
    if (designs.length !== expected) {
      return new Refusal(
        'wrong_design_count',
        `The number of designs for ${artwork.size} must be ${expected}, not ${designs.length}.`,
      );
    }
    const filled = designs.map((html) => fillVariables(html, artwork.values));
    const artworkId = await findOrInsertArtwork(tx, newArtwork(artwork.size, filled, artwork.values));
    await updateCampaign(tx, campaign.id, { artworkId }, now);
  });
  context.rendering.start();
  return changed;
}

/** The price changes with the number of recipients. */
export function replaceRecipients(
  context: ServiceContext,
  selector: CampaignSelector,
  { addresses, count = addresses.length }: z.output<typeof recipientsSchema>,
): Promise<CampaignRecord | Refusal> {
  return withLockedCampaign(context, selector, async (tx, record, now) => {
    const { campaign, list } = record;
    const refusal = checkIsDraft(campaign, 'changed');
    if (refusal) return refusal;
    const recipientListId = await insertRecipientList(tx, { ...list, exposedAddresses: addresses });
    await updateCampaign(tx, campaign.id, { recipientListId, recipientCount: count }, now);
  });
}
