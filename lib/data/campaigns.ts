import 'server-only';
import { confirmLinkPayment } from '#lib/attempts/payments.ts';
import type { Member } from '#lib/auth/session.ts';
import { V1_STATUSES, type V1Status } from '#lib/contract/campaign-values.ts';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { Campaign, CampaignPage, Checkout } from '#lib/contract/resources.ts';
import type { IndexSort } from '#lib/domain/index-filter.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { recordOwner } from '#lib/index/scoped-read.ts';
import { findIndexedIds } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { authorize, readAuthorized } from './authorize.ts';
import { rememberImageUrls } from './image-urls.ts';

/**
 * The filters of campaign lists (4.5). With `customer_id`, the console reads the customer-scoped list (4.3).
 * Without `customer_id`, the console reads the unscoped list (4.4).
 */
export type ListFilters = CampaignFilters & { readonly customer_id?: number };

const NEWEST_FIRST: IndexSort = { key: 'created_at', direction: 'desc' };

export type CampaignCounts = { readonly all: number } & Readonly<Record<V1Status, number>>;

export async function listCampaigns(filters: ListFilters): Promise<Outcome<CampaignPage>> {
  const page = await readCampaignPage(filters);
  if (!page.ok) return page;
  for (const campaign of page.value.items) rememberImageUrls(campaign);
  if (filters.customer_id !== undefined) await recordOwner(filters.customer_id, page.value.items);
  return page;
}

function readCampaignPage({ customer_id, ...filters }: ListFilters): Promise<Outcome<CampaignPage>> {
  return customer_id === undefined
    ? readAuthorized('listCampaigns', filters)
    : readAuthorized('listCustomerCampaigns', { customer_id, ...filters });
}

/** Counts the matching campaigns by status. Ignores the page, per_page, and status filters. */
export async function countCampaigns(filters: ListFilters): Promise<Outcome<CampaignCounts>> {
  const { status: _, ...others } = filters;
  const count = (status?: V1Status) =>
    readCampaignPage({ ...others, ...(status ? { status } : {}), page: 1, per_page: 1 });
  const pages = await allOf([undefined, ...V1_STATUSES].map(count));
  if (!pages.ok) return pages;
  const totals = pages.value.map(({ total_count }) => total_count);
  const [all = 0, draft = 0, queued = 0, processing = 0, sent = 0, mailed = 0] = totals;
  return ok({ all, draft, queued, processing, sent, mailed });
}

/**
 * Returns the ids of the newest drafts that Mailroom has seen, so that their checkouts can be read at the
 * same time as the list of drafts. Some drafts might be missing, and some of the campaigns might no longer be
 * drafts.
 */
export async function findKnownDrafts(limit: number): Promise<readonly number[]> {
  if (!(await authorize('listCampaigns')).ok) return [];
  return findIndexedIds(await store(), { statuses: ['draft'] }, NEWEST_FIRST, limit);
}

/** @param member the signed-in member, if already loaded */
export async function getCampaign(id: number, member?: Member): Promise<Outcome<Campaign>> {
  const campaign = await readAuthorized('getCampaign', { id }, { member });
  if (campaign.ok) rememberImageUrls(campaign.value);
  return campaign;
}

/**
 * Reads a campaign through a customer's path (4.3). Fails with `missing` if the campaign belongs to another
 * customer.
 */
export async function getCustomerCampaign(customerId: number, id: number): Promise<Outcome<Campaign>> {
  const campaign = await readAuthorized('getCustomerCampaign', { customer_id: customerId, id });
  if (!campaign.ok) return campaign;
  rememberImageUrls(campaign.value);
  await recordOwner(customerId, [campaign.value]);
  return campaign;
}

/**
 * Reads checkout (4.6). Checkout is never cached. `readAt` is in milliseconds, according to the service's
 * clock.
 * @param member the signed-in member, if already loaded
 */
export async function readCheckout(
  id: number,
  member?: Member,
): Promise<Outcome<{ checkout: Checkout; readAt: number }>> {
  const checkout = await readAuthorized('checkOutCampaign', { id }, { fresh: true, member });
  if (!checkout.ok) return checkout;
  await confirmLinkPayment(await store(), id, checkout.value);
  return ok({ checkout: checkout.value, readAt: serviceClock() });
}
