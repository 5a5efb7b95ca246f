import 'server-only';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { Campaign, CampaignPage, Checkout, V1Status } from '#lib/contract/resources.ts';
import type { Outcome } from '#lib/outcome.ts';

/** With `customer_id` the customer-scoped list (4.3), else the unscoped one (4.4). Filters are those of 4.5. */
export type ListFilters = CampaignFilters & { readonly customer_id?: number };

export type CampaignCounts = { readonly all: number } & Readonly<Record<V1Status, number>>;

export async function listCampaigns(_filters: ListFilters): Promise<Outcome<CampaignPage>> {
  throw new Error('campaigns');
}

/** How many campaigns the filters leave in each status; page, per_page and status of the filters don't matter. */
export async function countCampaigns(_filters: ListFilters): Promise<Outcome<CampaignCounts>> {
  throw new Error('campaigns');
}

export async function getCampaign(_id: number): Promise<Outcome<Campaign>> {
  throw new Error('campaigns');
}

/** Checkout (4.6), read now: never cached. `readAt` is in milliseconds on the service's clock. */
export async function checkOut(_id: number): Promise<Outcome<{ checkout: Checkout; readAt: number }>> {
  throw new Error('campaigns');
}
