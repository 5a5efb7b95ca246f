import 'server-only';
import { confirmLinkPayment } from '#lib/attempts/payment-confirmation.ts';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import {
  type Campaign,
  type CampaignPage,
  type Checkout,
  V1_STATUSES,
  type V1Status,
} from '#lib/contract/resources.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { recordOwner } from '#lib/owners/scoped-call.ts';
import { store } from '#lib/store/open.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { readAuthorized } from './authorize.ts';
import { rememberImageUrls } from './image-urls.ts';

/** With `customer_id` the customer-scoped list (4.3), else the unscoped one (4.4). Filters are those of 4.5. */
export type ListFilters = CampaignFilters & { readonly customer_id?: number };

export type CampaignCounts = { readonly all: number } & Readonly<Record<V1Status, number>>;

export async function listCampaigns(filters: ListFilters): Promise<Outcome<CampaignPage>> {
  const page = await readList(filters);
  if (!page.ok) return page;
  for (const campaign of page.value.items) rememberImageUrls(campaign);
  if (filters.customer_id !== undefined) await recordOwner(filters.customer_id, page.value.items);
  return page;
}

function readList({ customer_id, ...filters }: ListFilters): Promise<Outcome<CampaignPage>> {
  return customer_id === undefined
    ? readAuthorized('listCampaigns', filters)
    : readAuthorized('listCustomerCampaigns', { customer_id, ...filters });
}

/** How many campaigns the filters leave in each status; page, per_page and status of the filters don't matter. */
export async function countCampaigns(filters: ListFilters): Promise<Outcome<CampaignCounts>> {
  const { status: _, ...others } = filters;
  const count = (status?: V1Status) =>
    readList({ ...others, ...(status ? { status } : {}), page: 1, per_page: 1 });
  const pages = await allOf([undefined, ...V1_STATUSES].map(count));
  if (!pages.ok) return pages;
  const totals = pages.value.map(({ total_count }) => total_count);
  const [all = 0, draft = 0, queued = 0, processing = 0, sent = 0, mailed = 0] = totals;
  return ok({ all, draft, queued, processing, sent, mailed });
}

export async function getCampaign(id: number): Promise<Outcome<Campaign>> {
  const campaign = await readAuthorized('getCampaign', { id });
  if (campaign.ok) rememberImageUrls(campaign.value);
  return campaign;
}

/** The campaign as its customer's path shows it (4.3): `missing` when it is another's. */
export async function getCustomerCampaign(customerId: number, id: number): Promise<Outcome<Campaign>> {
  const campaign = await readAuthorized('getCustomerCampaign', { customer_id: customerId, id });
  if (!campaign.ok) return campaign;
  rememberImageUrls(campaign.value);
  await recordOwner(customerId, [campaign.value]);
  return campaign;
}

/** Checkout (4.6), read now: never cached. `readAt` is in milliseconds on the service's clock. */
export async function readCheckout(id: number): Promise<Outcome<{ checkout: Checkout; readAt: number }>> {
  const checkout = await readAuthorized('checkOutCampaign', { id }, { fresh: true });
  if (!checkout.ok) return checkout;
  await confirmLinkPayment(await store(), id, checkout.value);
  return ok({ checkout: checkout.value, readAt: serviceClock() });
}
