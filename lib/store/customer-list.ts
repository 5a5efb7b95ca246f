/** Lists customers with the figures that `updateCustomers` stores. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { CustomerSort, CustomerSortKey, ListedCustomer } from '#lib/domain/customer-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { matchesPrefixes, readWords } from './index-conditions.ts';
import { indexedCustomers as customers, sortText } from './schema/campaign-index.ts';

interface CustomerFilter {
  /** Each of these words must be the beginning of a word in the customer's email address. */
  readonly words?: string | undefined;
  /** Empty for all customers. */
  readonly ids: readonly number[];
}

export interface CustomerPage {
  readonly items: readonly ListedCustomer[];
  /** The total number of matching customers. */
  readonly total: number;
}

/** Each order matches a database index, so reading a page doesn't require sorting all customers. */
const ORDERS: Readonly<Record<CustomerSortKey, Readonly<Record<CustomerSort['direction'], SQL>>>> = {
  email: {
    asc: sql`${sortText(sql`coalesce(${customers.email}, '')`)}, ${customers.customerId}`,
    desc: sql`${sortText(sql`coalesce(${customers.email}, '')`)} desc, ${customers.customerId} desc`,
  },
  campaigns: {
    asc: sql`${customers.campaigns}, ${customers.customerId}`,
    desc: sql`${customers.campaigns} desc, ${customers.customerId} desc`,
  },
  spent: {
    asc: sql`${customers.mainCurrency}, ${customers.mainSpending}, ${customers.customerId}`,
    desc: sql`${customers.mainCurrency}, ${customers.mainSpending} desc, ${customers.customerId} desc`,
  },
  last_mailing: {
    asc: sql`${customers.lastMailingAt}, ${customers.customerId}`,
    desc: sql`${customers.lastMailingAt} desc nulls last, ${customers.customerId} desc`,
  },
  next_mailing: {
    asc: sql`${customers.nextMailingAt}, ${customers.customerId}`,
    desc: sql`${customers.nextMailingAt} desc nulls last, ${customers.customerId} desc`,
  },
};

/** @throws RangeError if the page exceeds `INDEX_LIMITS` */
export async function listIndexedCustomers(
  db: Database,
  { words, ids }: CustomerFilter,
  { key, direction }: CustomerSort,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CustomerPage> {
  if (offset > INDEX_LIMITS.offset || limit > INDEX_LIMITS.pageSize)
    throw new RangeError(
      'The requested page of the customer list starts too far down the list or is too long.',
    );
  const typed = words?.trim() ? await readWords(db, words) : undefined;
  if (typed?.length === 0) return { items: [], total: 0 };
  const matches = sql.join(
    [
      sql`true`,
      ...(typed === undefined ? [] : [matchesPrefixes(customers.search, typed)]),
      ...(ids.length === 0 ? [] : [sql`${customers.customerId} in (${sql.join([...ids], sql`, `)})`]),
    ],
    sql` and `,
  );
  const [rows, total] = await Promise.all([
    db.select().from(customers).where(matches).orderBy(ORDERS[key][direction]).limit(limit).offset(offset),
    db.$count(customers, matches),
  ]);
  return { items: rows.map(listedCustomer), total };
}

const listedCustomer = (row: typeof customers.$inferSelect): ListedCustomer => ({
  id: row.customerId,
  email: row.email,
  campaigns: row.campaigns,
  spending: Object.entries(row.spending)
    .map(([currency, paid]) => ({ currency: currency || null, paid }))
    .sort((a, b) => b.paid - a.paid),
  lastMailingAt: row.lastMailingAt?.getTime() ?? null,
  nextMailingAt: row.nextMailingAt?.getTime() ?? null,
});
