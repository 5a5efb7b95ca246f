import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { cache } from 'react';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Attempt, attemptsOf } from '#lib/data/attempts.ts';
import { checkOut, getCampaign } from '#lib/data/campaigns.ts';
import { templateNames } from '#lib/data/names.ts';
import { type Owner, ownersOf } from '#lib/data/owners.ts';
import { idOf } from '#lib/http.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/outcome.ts';

/** A campaign and what belongs beside it on each of its pages. */
export interface CampaignView {
  readonly campaign: Campaign;
  readonly template: string | undefined;
  readonly owner: Owner | undefined;
  readonly attempts: readonly Attempt[];
  /** Checkout as read now, and when, in milliseconds on the service's clock. */
  readonly order: Outcome<{ readonly checkout: Checkout; readonly readAt: number }>;
}

/** An id from a path: anything but a positive whole number is a page that doesn't exist. */
export function campaignId(text: string): number {
  return idOf(text) ?? notFound();
}

/** Everything at once: the page takes as long as the slowest of these calls. Read once a request. */
export const readCampaign = cache(async (id: number): Promise<Outcome<CampaignView>> => {
  const [campaign, order, templates, owners, attempts] = await Promise.all([
    getCampaign(id),
    checkOut(id),
    templateNames(),
    ownersOf([id]),
    attemptsOf(id),
  ]);
  if (!campaign.ok) return noCampaign(campaign.failure);
  const { template_id } = campaign.value;
  return ok({
    campaign: campaign.value,
    template: template_id === undefined ? undefined : templates.get(template_id),
    owner: owners.get(id),
    attempts,
    order,
  });
});

function noCampaign(failure: Failure) {
  if (failure.kind === 'missing') notFound();
  if (failure.kind === 'forbidden') forbidden();
  return fail(failure);
}
