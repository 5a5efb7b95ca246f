import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/outcome.ts';

/** Queues the mailpieces (4.3 send). `date` is ISO 8601 with its zone; left out, the service's 15 minutes. */
export async function sendCampaign(
  _id: number,
  _input: { readonly date?: string },
): Promise<Outcome<Campaign>> {
  throw new Error('sending');
}

export async function cancelCampaign(_id: number): Promise<Outcome<Campaign>> {
  throw new Error('sending');
}

/** The value is the new draft. */
export async function cloneCampaign(_id: number): Promise<Outcome<Campaign>> {
  throw new Error('sending');
}

/** The value is the deleted campaign. */
export async function deleteCampaign(_id: number): Promise<Outcome<Campaign>> {
  throw new Error('sending');
}
