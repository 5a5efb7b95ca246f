import 'server-only';
import type { Checkout } from '#lib/contract/resources.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { store } from '#lib/store/open.ts';
import { decisionsThrough } from '#lib/store/share-links.ts';
import { type Attempt, listAttempts } from './attempts.ts';
import { authorize } from './authorize.ts';
import { readCheckout, getCampaign } from './campaigns.ts';
import { serviceNow } from './service.ts';

/** What of a campaign can change while its page is open: small, because it is asked for again and again. */
export interface LiveCampaign {
  readonly status: string | undefined;
  readonly scheduled_at: string | undefined;
  readonly sent_at: string | undefined;
  /** How many sides have a picture, and whether there is a proof, to know when to load them. */
  readonly thumbnails: number;
  readonly proof: boolean;
  readonly attempts: readonly Attempt[];
  /** A guest's last one. */
  readonly decision: string | undefined;
  /** The service's clock, milliseconds. */
  readonly now: number;
}

export async function readLiveCampaign(id: number): Promise<Outcome<LiveCampaign>> {
  const allowed = await authorize('getCampaign');
  if (!allowed.ok) return allowed;
  const [campaign, attempts, decisions] = await Promise.all([
    getCampaign(id),
    listAttempts(id),
    decisionsThrough(await store(), [id]),
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
    decision: decisions[0]?.id,
    now: serviceNow(),
  });
}

/** What a checkout page shows and has to know when it was read. Not where the service keeps proof and pictures. */
export interface LiveCheckout {
  readonly checkout: Pick<Checkout, 'send_copy_to_sender' | 'without_sender' | 'with_sender'>;
  /** Milliseconds on the service's clock. */
  readonly readAt: number;
}

/** Checkout (4.6) read now, for whoever may come to its page. */
export async function readLiveCheckout(id: number): Promise<Outcome<LiveCheckout>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  const order = await readCheckout(id);
  if (!order.ok) return order;
  const { checkout, readAt } = order.value;
  const { send_copy_to_sender, without_sender, with_sender } = checkout;
  return ok({ checkout: { send_copy_to_sender, without_sender, with_sender }, readAt });
}
