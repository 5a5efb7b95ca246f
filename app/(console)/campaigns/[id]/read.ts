import 'server-only';
import { forbidden, notFound } from 'next/navigation';
import { cache } from 'react';
import { mayRun } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import type { OperationName } from '#lib/contract/operations.ts';
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

/**
 * Who comes to which campaign: signed in, to an id that can be one, with a role that may do what the page is for.
 * Anything else is another page: sign-in, 404 or 403.
 */
export async function enter(params: Promise<{ id: string }>, purpose: OperationName) {
  const member = await requireMember();
  const id = idOf((await params).id) ?? notFound();
  if (!mayRun(member.role, purpose)) forbidden();
  return { member, id };
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
