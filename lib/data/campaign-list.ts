/** Reads lists of campaigns from the campaign index. */
import 'server-only';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import {
  type Freshness,
  isIndexComplete,
  type ListedCampaign,
  type ListRequest,
  type ListTotal,
  needsService,
  type UnknownNames,
} from '#lib/domain/campaign-list.ts';
import { INDEX_LIMITS, type IndexFilter, type IndexSort } from '#lib/domain/index-filter.ts';
import { type ExportedCampaign, exportedCampaign, listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { refreshCustomerCampaigns } from '#lib/index/customer-campaigns.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { findIndexedIds, listIndexed, readExportedRows } from '#lib/store/index-list.ts';
import { countsByStatus, totalsOf } from '#lib/store/index-totals.ts';
import { store } from '#lib/store/open.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';
import { findFilterNames } from './filter-names.ts';
import { refreshShownCampaigns } from './shown-campaigns.ts';

const NEWEST_FIRST: IndexSort = { key: 'created_at', direction: 'desc' };

/** The number of rows that an export holds in memory at a time. */
const CHUNK_SIZE = 500;

export interface IndexedList {
  readonly items: readonly ListedCampaign[];
  readonly total: number;
  readonly totals: readonly ListTotal[];
  /** Whether more campaigns match than were counted, in which case the counts are too low. */
  readonly isPartial: boolean;
  /** The number of campaigns by status, regardless of the status filter. */
  readonly counts: ReadonlyMap<string, number>;
}

export type CampaignListing =
  | { readonly kind: 'indexed'; readonly freshness: Freshness; readonly list: IndexedList }
  | { readonly kind: 'unknown_names'; readonly freshness: Freshness; readonly names: UnknownNames }
  /** The list has to be read from the mail service. */
  | { readonly kind: 'live'; readonly freshness: Freshness };

interface PageRange {
  readonly page: number;
  readonly perPage: number;
}

/** Returns one page of campaigns and the totals of all matching campaigns, if the index can answer the request. */
export function readCampaignList(
  request: ListRequest,
  { page, perPage }: PageRange,
): Promise<Outcome<CampaignListing>> {
  return runInSpan('data readCampaignList', {}, async () => {
    const allowed = await authorize('listCampaigns');
    if (!allowed.ok) return allowed;
    const freshness = await readFreshness();
    if (!isIndexComplete(freshness) || needsService(request, INDEX_LIMITS.metadataPairs))
      return ok({ kind: 'live', freshness });
    const filter = await resolveFilter(request);
    if (!filter.ok) return filter;
    if ('unknown' in filter.value)
      return ok({ kind: 'unknown_names', freshness, names: filter.value.unknown });
    const [customerId, ...otherCustomers] = filter.value.filter.customerIds ?? [];
    if (customerId !== undefined && otherCustomers.length === 0) await refreshCustomerCampaigns(customerId);
    const list = await readList(filter.value.filter, request.sort ?? NEWEST_FIRST, { page, perPage });
    return ok({ kind: 'indexed', freshness, list });
  });
}

async function readList(
  filter: IndexFilter,
  sort: IndexSort,
  { page, perPage }: PageRange,
): Promise<IndexedList> {
  const db = await store();
  const offset = (page - 1) * perPage;
  const { statuses: _, ...anyStatus } = filter;
  const [rows, sums, byStatus] = await Promise.all([
    offset > INDEX_LIMITS.offset ? [] : listIndexed(db, filter, sort, { limit: perPage, offset }),
    totalsOf(db, filter),
    countsByStatus(db, anyStatus),
  ]);
  await refreshShownCampaigns(rows.map(({ campaignId }) => campaignId));
  return {
    items: rows.map(listedCampaign),
    total: sums.campaigns,
    totals: sums.byCurrency,
    isPartial: sums.isPartial,
    counts: new Map(byStatus.counts.map(({ status, campaigns }) => [status ?? '', campaigns])),
  };
}

export type ResolvedFilter = { readonly filter: IndexFilter } | { readonly unknown: UnknownNames };

/** Looks up the names in a request. Fails with `missing` like `findFilterNames`. */
export async function resolveFilter(request: ListRequest): Promise<Outcome<ResolvedFilter>> {
  const { filters, indexFilter, customers, templates } = request;
  const found = await findFilterNames({ customers, templates, customerId: filters.customer_id });
  if (!found.ok) return found;
  if ('unknown' in found.value) return ok(found.value);
  return ok({ filter: { ...indexFilter, ...found.value } });
}

type UnlistedCampaigns =
  | { readonly kind: 'unknown_names'; readonly names: UnknownNames }
  /** The index isn't complete, or can't answer the request. */
  | { readonly kind: 'unavailable' };

/**
 * Returns the ids of a list's campaigns, in the list's order.
 * @param limit the largest number of ids. By default, all are returned
 */
export async function findListedIds(
  request: ListRequest,
  limit: number | null = null,
): Promise<Outcome<{ readonly kind: 'ids'; readonly ids: readonly number[] } | UnlistedCampaigns>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  if (!isIndexComplete(await readFreshness()) || needsService(request, INDEX_LIMITS.metadataPairs))
    return ok({ kind: 'unavailable' });
  const filter = await resolveFilter(request);
  if (!filter.ok) return filter;
  if ('unknown' in filter.value) return ok({ kind: 'unknown_names', names: filter.value.unknown });
  const ids = await findIndexedIds(await store(), filter.value.filter, request.sort ?? NEWEST_FIRST, limit);
  return ok({ kind: 'ids', ids });
}

export type CampaignExport =
  | { readonly kind: 'rows'; readonly chunks: AsyncIterable<readonly ExportedCampaign[]> }
  | UnlistedCampaigns;

/**
 * Returns all campaigns in a list, in the list's order, for the export. Changes during the export don't add campaigns.
 * Records the export as a security event.
 * @param describedFilters the filters, for the security event
 */
export async function exportCampaigns(
  request: ListRequest,
  describedFilters: string,
): Promise<Outcome<CampaignExport>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const found = await findListedIds(request);
  if (!found.ok) return found;
  if (found.value.kind !== 'ids') return ok(found.value);
  return ok({ kind: 'rows', chunks: await startExport(found.value.ids, allowed.value, describedFilters) });
}

/**
 * Returns the campaigns with these ids, for the export of a selection. Leaves out campaigns that aren't in the index.
 * Records the export as a security event.
 */
export async function exportSelectedCampaigns(
  ids: readonly number[],
): Promise<Outcome<AsyncIterable<readonly ExportedCampaign[]>>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  if ((currentTokenCaller()?.customerId ?? null) !== null) return fail({ kind: 'forbidden' });
  return ok(await startExport(ids, allowed.value, `ids=${ids.join(',')}`));
}

async function startExport(ids: readonly number[], by: Member, filters: string) {
  await recordSecurityEvent({ name: 'campaigns.exported', by, details: { filters } });
  return readChunks(ids);
}

async function* readChunks(ids: readonly number[]): AsyncGenerator<readonly ExportedCampaign[]> {
  const db = await store();
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    const rows = await readExportedRows(db, ids.slice(start, start + CHUNK_SIZE));
    yield rows.map(exportedCampaign);
  }
}
