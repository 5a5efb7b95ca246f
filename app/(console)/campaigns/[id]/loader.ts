import 'server-only';
import { cache } from 'react';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Attempt, listAttempts } from '#lib/data/attempts.ts';
import { readCheckout, getCampaign } from '#lib/data/campaigns.ts';
import { listTemplateNames } from '#lib/data/names.ts';
import { type CampaignOwner, findCampaignOwners } from '#lib/data/owners.ts';
import { type CampaignSharing, isWaitingForApproval, readCampaignSharing } from '#lib/data/share-links.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

/** A campaign and what belongs beside it on each of its pages. */
export interface CampaignView {
  readonly campaign: Campaign;
  readonly template: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Checkout as read now, and when, in milliseconds on the service's clock. */
  readonly order: Outcome<{ readonly checkout: Checkout; readonly readAt: number }>;
}

/** Also where the service says nothing about the campaign itself. Once a request: it reads the service too. */
export const loadAttempts = cache(listAttempts);

/** Everything at once: the page takes as long as the slowest of these calls. Read once a request. */
export const loadCampaign = cache(async (id: number): Promise<Outcome<CampaignView>> => {
  const [campaign, order, templates, owners, attempts] = await Promise.all([
    getCampaign(id),
    readCheckout(id),
    listTemplateNames(),
    findCampaignOwners([id]),
    loadAttempts(id),
  ]);
  if (!campaign.ok) return notFoundOrForbidden(campaign.failure);
  const { template_id } = campaign.value;
  return ok({
    campaign: campaign.value,
    template: template_id === undefined ? undefined : templates.get(template_id),
    owner: owners.get(id),
    attempts,
    order,
  });
});

/** What guests see and say of a campaign. Undefined when it can't be read, which the page of the campaign tells. */
export async function loadSharing(id: number): Promise<CampaignSharing | undefined> {
  const read = await loadCampaign(id);
  if (!read.ok) return undefined;
  const { campaign, order } = read.value;
  const sharing = await readCampaignSharing(campaign, order.ok ? order.value.checkout : undefined);
  return sharing.ok ? sharing.value : undefined;
}

/** Whether the team's own rule keeps it from being paid and sent now. */
export async function loadApprovalRequired(id: number): Promise<boolean> {
  const read = await loadCampaign(id);
  return read.ok && isWaitingForApproval(read.value.campaign);
}
