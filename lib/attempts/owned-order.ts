/** Reads the campaign and checkout for operations under a customer's path (4.3). */
import 'server-only';
import type { Checkout } from '#lib/contract/resources.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { findOwnedCampaign } from '#lib/index/owners.ts';
import type { OwnedCampaign } from '#lib/index/scoped-read.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';

export interface OwnedOrder extends OwnedCampaign {
  readonly checkout: Outcome<Checkout>;
}

/** Reads a campaign through its customer's path, together with its checkout. */
export async function readOwnedOrder(
  id: number,
  deadline: Deadline,
  customerId: number | undefined,
): Promise<Outcome<OwnedOrder>> {
  const [owned, checkout] = await Promise.all([
    findOwnedCampaign(id, deadline, customerId),
    readFromService('checkOutCampaign', { id }, { deadline, fresh: true }),
  ]);
  return owned.ok ? ok({ ...owned.value, checkout }) : owned;
}
