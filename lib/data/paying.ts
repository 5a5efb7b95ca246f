import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/outcome.ts';

/** What the person saw and agreed to: the Order Total as the service formatted it, with or without the sender's copy. */
export interface Agreed {
  readonly sender_copy: boolean;
  readonly to_be_paid: string;
}

/**
 * Starts paying by link (4.4 pay). Checkout is read again first: `price_changed` when its total is not the agreed one.
 * The pay operation takes no sender's copy: the campaign's own `send_copy_to_sender` counts, so `agreed` must be of that
 * block (`invalid`, field sender_copy, when it is not). `refused` with code nothing_to_pay when the total is zero.
 */
export async function startPayment(
  _id: number,
  _input: { readonly agreed: Agreed },
): Promise<Outcome<{ link: string }>> {
  throw new Error('paying');
}

export interface PayAndSend {
  readonly agreed: Agreed;
  readonly send_copy_to_sender: boolean;
  /** ISO 8601 with its zone. */
  readonly date?: string;
  /** A card token: passed on once, never stored. */
  readonly source?: string;
  readonly email: string;
}

/** Pays and queues in one (4.4 pay_and_send). Checkout is read again first, as for startPayment. */
export async function payAndSend(_id: number, _input: PayAndSend): Promise<Outcome<Campaign>> {
  throw new Error('paying');
}
