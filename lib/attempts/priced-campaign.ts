/** What is to be paid for a campaign, read for a decision about money. */
import 'server-only';
import type { Campaign, Checkout, PriceBlock } from '#lib/contract/resources.ts';
import type { CampaignSnapshot } from '#lib/domain/attempt.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, changedAmount, type SeenAmounts } from '#lib/domain/payment.ts';
import { campaignInPlace } from '#lib/owners/owner-index.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';

/**
 * What the person saw and agreed to, as the service formatted it, with or without the sender's copy. The total alone would
 * not do: it is zero for whatever credits cover, and they are the customer's money too.
 */
export interface AgreedPrice extends SeenAmounts {
  readonly sender_copy: boolean;
}

export interface PricedCampaign {
  /** Undefined where the owner index doesn't know it. */
  readonly customerId: number | undefined;
  readonly campaign: Campaign;
  readonly checkout: Checkout;
}

/**
 * Campaign and checkout, read just now for a decision about money.
 * @param readPlace where the campaign is read; left out, where the owner index knows it
 */
export async function readPricedCampaign(
  id: number,
  deadline: Deadline,
  readPlace = campaignInPlace,
): Promise<Outcome<PricedCampaign>> {
  const [place, checkout] = await Promise.all([
    readPlace(id, deadline),
    readFromService('checkOutCampaign', { id }, { deadline, fresh: true }),
  ]);
  if (!place.ok) return place;
  if (!checkout.ok) return fail(checkout.failure);
  return ok({ ...place.value, checkout: checkout.value });
}

export function snapshotBeforePayment({ campaign, checkout }: PricedCampaign, senderCopy: boolean): CampaignSnapshot {
  const { already_paid, to_be_paid } = applicablePrice(checkout, senderCopy);
  return {
    status: campaign.status ?? null,
    scheduledAt: campaign.scheduled_at ?? null,
    alreadyPaid: already_paid,
    toBePaid: to_be_paid,
  };
}

/** Null when it is still what the person agreed to, as far as they saw it. */
export function refuseChangedPrice(now: PriceBlock, agreed: Partial<SeenAmounts>): Failure | null {
  const amount = changedAmount(agreed, now);
  return amount === undefined
    ? null
    : { kind: 'price_changed', amount, seen: agreed[amount] ?? '', now: now[amount] };
}
