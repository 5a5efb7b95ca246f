/** Creates guest decisions about a campaign in the console under test. */
import type { GuestDecisionInput } from '#lib/data/guest/actions.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { readFromService } from '#lib/upstream/client.ts';

/** Reads the fingerprint of the campaign's current printed content. */
export async function readCurrentFingerprint(campaignId: number): Promise<string> {
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) throw new Error('The campaign could not be read.');
  const printed = await readPrintedContent(campaign.value, { fresh: true });
  if (!printed.ok) throw new Error('The content could not be read.');
  return fingerprintPrintedContent(printed.value);
}

/** Creates the input for a guest decision. By default, the guest approves the current content. */
export const createDecisionInput = async (
  campaignId: number,
  overrides: Partial<GuestDecisionInput> = {},
): Promise<GuestDecisionInput> => ({
  decision: 'approved',
  name: 'Ann',
  email: 'Ann@Maple.example',
  fingerprint: await readCurrentFingerprint(campaignId),
  ...overrides,
});

export const readStoredDecisions = async () => (await store()).select().from(guestDecisions);
