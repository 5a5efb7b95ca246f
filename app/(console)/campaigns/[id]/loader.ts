import 'server-only';
import { cache } from 'react';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { findMissingApproval } from '#lib/data/approval.ts';
import { type Attempt, listAttempts } from '#lib/data/attempts.ts';
import { type CampaignSharing, readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { getCampaign, readCheckout } from '#lib/data/campaigns.ts';
import { type CampaignOwner, findCampaignOwner, listTemplateNames } from '#lib/data/names.ts';
import { findStaleReading } from '#lib/data/stale-readings.ts';
import { readStoredCampaign, type StoredCampaign } from '#lib/data/stored-campaigns.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { readTitlesAndNotes } from '#lib/data/titles-and-notes.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import { NO_TITLE_AND_NOTE, type StoredTitleAndNote } from '#lib/domain/title-and-note.ts';
import { campaignName } from '#lib/format/campaign.ts';
import { isClientNavigation } from '#lib/http/client-navigation.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

/** A campaign and the data that its pages need. */
export interface CampaignView {
  readonly campaign: Campaign;
  /** The campaign's name, from `campaignName`. Undefined if the campaign has none. */
  readonly name: string | undefined;
  /** The title and note that members added to the campaign. */
  readonly given: StoredTitleAndNote;
  /** The template's name when Mailroom first read the campaign. */
  readonly template: string | undefined;
  /** The template's current name, or undefined if the service no longer lists the template. */
  readonly currentTemplate: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data that predates a successful attempt. */
  readonly stale: StaleReading | undefined;
  /** The checkout data, and the service's time when the data was read, in milliseconds since the epoch. */
  readonly order: Outcome<{ readonly checkout: Checkout; readonly readAt: number }>;
}

/** Returns a campaign's attempts, even if the campaign can't be read. The result is cached per request. */
export const loadAttempts = cache(listAttempts);

/**
 * Loads a campaign and related data with parallel calls, so the page waits only for the slowest call. The
 * result is cached per request.
 */
export const loadCampaign = cache(async (id: number): Promise<Outcome<CampaignView>> => {
  const [campaign, order, currentNames, owner, attempts, givenById] = await Promise.all([
    getCampaign(id),
    readCheckout(id),
    listTemplateNames(),
    findCampaignOwner(id),
    loadAttempts(id),
    readTitlesAndNotes([id]),
  ]);
  if (!campaign.ok) return notFoundOrForbidden(campaign.failure);
  const stale = await findStaleReading(campaign.value, order.ok ? order.value.checkout : undefined);
  const templateName = (await readTemplateNames([campaign.value], currentNames)).get(id);
  const given = givenById.get(id) ?? NO_TITLE_AND_NOTE;
  return ok({
    campaign: campaign.value,
    name: campaignName(given, templateName),
    given,
    template: templateName?.first,
    currentTemplate: templateName?.current,
    owner,
    attempts,
    stale,
    order,
  });
});

/** Returns a campaign's share links and decisions, or undefined if a read fails. */
export async function loadCampaignSharing(id: number): Promise<CampaignSharing | undefined> {
  const loaded = await loadCampaign(id);
  if (!loaded.ok) return undefined;
  const { campaign, order } = loaded.value;
  const sharing = await readCampaignSharing(campaign, order.ok ? order.value.checkout : undefined);
  return sharing.ok ? sharing.value : undefined;
}

/** Returns the approvals that the campaign still needs before the signed-in member can pay for or send it. */
export async function loadMissingApproval(id: number): Promise<ApprovalRule> {
  const loaded = await loadCampaign(id);
  if (!loaded.ok) return 'none';
  const { campaign, order } = loaded.value;
  return findMissingApproval(campaign, order.ok ? order.value.checkout : undefined);
}

/**
 * Returns the campaign as it was last read, to show until the mail service has answered. Undefined if the
 * page must arrive complete. Also starts reading the campaign, so that the call to the mail service isn't
 * delayed. The result is cached per request.
 */
export const loadStoredCampaign = cache(async (id: number): Promise<StoredCampaign | undefined> => {
  if (!(await isClientNavigation())) return undefined;
  // The page that needs the campaign handles the error.
  loadCampaign(id).catch(() => undefined);
  const stored = await readStoredCampaign(id);
  return stored.ok ? stored.value : undefined;
});
