/** Reads the customer list from the campaign index. */
import 'server-only';
import { type Freshness, isIndexComplete } from '#lib/domain/campaign-list.ts';
import type { CustomerSort, ListedCustomer } from '#lib/domain/customer-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { listIndexedCustomers } from '#lib/store/customer-list.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';
import { restrictCustomers } from './visible-customers.ts';

export interface CustomerListRequest {
  /** The member's search terms. */
  readonly words: string | undefined;
  readonly sort: CustomerSort;
  readonly page: number;
  readonly perPage: number;
}

export type CustomerListing =
  | {
      readonly kind: 'indexed';
      readonly freshness: Freshness;
      readonly items: readonly ListedCustomer[];
      readonly total: number;
    }
  /** The list has to be read from the mail service, because not every campaign has been read yet. */
  | { readonly kind: 'live'; readonly freshness: Freshness };

/** Returns one page of customers, if the index is complete. */
export async function readIndexedCustomers({
  words,
  sort,
  page,
  perPage,
}: CustomerListRequest): Promise<Outcome<CustomerListing>> {
  const allowed = await authorize('listCustomers');
  if (!allowed.ok) return allowed;
  const freshness = await readFreshness();
  if (!isIndexComplete(freshness)) return ok({ kind: 'live', freshness });
  const ids = restrictCustomers([]);
  if (ids === null) return fail({ kind: 'missing' });
  const offset = (page - 1) * perPage;
  const isBeyond = offset > INDEX_LIMITS.offset;
  const found = await listIndexedCustomers(
    await store(),
    { words, ids },
    sort,
    isBeyond ? { limit: 0, offset: 0 } : { limit: perPage, offset },
  );
  return ok({ kind: 'indexed', freshness, ...found });
}
