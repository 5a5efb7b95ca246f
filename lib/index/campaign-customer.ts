/** Finds the customer with whom a campaign is shared. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { findOwnedCampaign } from './owners.ts';

export interface CampaignWithCustomer {
  readonly campaign: Campaign;
  readonly customerId: number;
  /** The customer's current email address from the mail service. Blank if there is none. */
  readonly email: string;
}

/**
 * Reads a campaign and its customer's email address now. A read under the customer's path proves that the campaign
 * belongs to the customer. Fails with `refused` and the code `owner_unknown` if no customer has the campaign. The
 * caller must authorize the member first.
 */
export async function readCampaignCustomer(
  id: number,
  deadline: Deadline,
): Promise<Outcome<CampaignWithCustomer>> {
  const owned = await findOwnedCampaign(id, deadline);
  if (!owned.ok) return owned;
  const { campaign, customerId } = owned.value;
  const customer = await readFromService('getCustomer', { id: customerId }, { deadline, fresh: true });
  if (!customer.ok) return customer;
  return ok({ campaign, customerId, email: customer.value.email?.trim() ?? '' });
}
