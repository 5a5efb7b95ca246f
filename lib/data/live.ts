/** The data that open pages poll. Keep this data small, because every open page requests it repeatedly. */
import 'server-only';
import type { Member } from '#lib/auth/session.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { findLatestDecisionId } from '#lib/store/guest-decisions.ts';
import { store } from '#lib/store/open.ts';
import { type Attempt, listAttempts } from './attempts.ts';
import { authorize } from './authorize.ts';
import { getCampaign, readCheckout } from './campaigns.ts';
import { serviceNow } from './service.ts';

/** The parts of a campaign that can change while its page is open. */
export interface LiveCampaign {
  readonly status: string | undefined;
  readonly scheduled_at: string | undefined;
  readonly sent_at: string | undefined;
  /**
   * The number of thumbnails, and whether there is a proof. When `thumbnails` or `proof` changes, the page
   * loads the new files.
   */
  readonly thumbnails: number;
  readonly proof: boolean;
  readonly attempts: readonly Attempt[];
  /** The id of the latest decision. */
  readonly decision: string | undefined;
  /** The current time, in milliseconds on the service's clock. */
  readonly now: number;
}

/** @param known the signed-in member, if already loaded */
export async function readLiveCampaign(id: number, known?: Member): Promise<Outcome<LiveCampaign>> {
  const member = await authorize('getCampaign', known);
  if (!member.ok) return member;
  const [campaign, attempts, decision] = await Promise.all([
    getCampaign(id, member.value),
    listAttempts(id, member.value),
    findLatestDecisionId(await store(), id),
  ]);
  if (!campaign.ok) return campaign;
  const { status, scheduled_at, sent_at, thumbnails, proof } = campaign.value;
  return ok({
    status,
    scheduled_at,
    sent_at,
    thumbnails: thumbnails?.length ?? 0,
    proof: proof !== undefined,
    attempts,
    decision,
    now: serviceNow(),
  });
}

/**
 * The part of checkout that the checkout page polls. Doesn't contain the service's proof and thumbnail URLs.
 */
export interface LiveCheckout {
  readonly checkout: Pick<Checkout, 'send_copy_to_sender' | 'without_sender' | 'with_sender'>;
  /** When checkout was read, in milliseconds on the service's clock. */
  readonly readAt: number;
}

/**
 * Reads checkout (4.6) for members who may pay.
 * @param known the signed-in member, if already loaded
 */
export async function readLiveCheckout(id: number, known?: Member): Promise<Outcome<LiveCheckout>> {
  const member = await authorize('payCampaign', known);
  if (!member.ok) return member;
  const order = await readCheckout(id, member.value);
  if (!order.ok) return order;
  const { checkout, readAt } = order.value;
  const { send_copy_to_sender, without_sender, with_sender } = checkout;
  return ok({ checkout: { send_copy_to_sender, without_sender, with_sender }, readAt });
}
