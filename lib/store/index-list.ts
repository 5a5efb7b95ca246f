/** Lists campaigns in the campaign index, filtered and sorted. */
import 'server-only';
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { INDEX_LIMITS, type IndexFilter, type IndexSort } from '#lib/domain/index-filter.ts';
import { allConditions, type FilterConditions, readConditions } from './index-conditions.ts';
import { estimateMatches } from './index-estimates.ts';
import { joinAll, type OrderedRead, planOrder, SORT_COLUMNS } from './index-order.ts';
import { lastReadAt } from './last-readings.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { joinUnionAll } from './sql-fragments.ts';

const { search: _search, isListed: _isListed, ...listColumns } = getTableColumns(campaigns);

/** Everything that the index stores about a campaign. */
export type IndexedCampaign = Omit<typeof campaigns.$inferSelect, 'search' | 'isListed'>;

/** What an export contains that a list doesn't. */
interface ExportedRow extends IndexedCampaign {
  /** When the campaign was last read, even if the reading changed nothing. */
  readonly lastReadAt: Date | null;
}

interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns one page of the matching campaigns, in order.
 * @param bounds affects only how the page is found. Tests use small bounds.
 * @throws RangeError if the filter or the range exceeds `INDEX_LIMITS`
 */
export async function listIndexed(
  db: Database,
  filter: IndexFilter,
  sort: IndexSort,
  range: PageRange,
  bounds: ListBounds = LIST_BOUNDS,
): Promise<IndexedCampaign[]> {
  if (range.offset > INDEX_LIMITS.offset || range.limit > INDEX_LIMITS.pageSize)
    throw new RangeError(
      'The requested page of the campaign index starts too far down the list or is too long.',
    );
  const conditions = await readConditions(db, filter);
  if (conditions === undefined) return [];
  return readIndexed(
    db,
    await findPage(db, conditions, planOrder(filter, sort.key, conditions), sort, range, bounds),
  );
}

/** Reads campaigns by id, in the order of the ids. */
export async function readIndexed(db: Database, ids: readonly number[]): Promise<IndexedCampaign[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(listColumns)
    .from(campaigns)
    .where(inArray(campaigns.campaignId, [...ids]));
  const byId = new Map(rows.map((row) => [row.campaignId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Like `readIndexed`, with everything that an export contains. */
export async function readExportedRows(db: Database, ids: readonly number[]): Promise<ExportedRow[]> {
  const rows = await readIndexed(db, ids);
  if (rows.length === 0) return [];
  const found = await db
    .select({
      id: campaigns.campaignId,
      lastReadAt: sql<Date | null>`${lastReadAt}`.mapWith(campaigns.readAt),
    })
    .from(campaigns)
    .where(inArray(campaigns.campaignId, [...ids]));
  const times = new Map(found.map((row) => [row.id, row.lastReadAt]));
  return rows.map((row) => ({ ...row, lastReadAt: times.get(row.campaignId) ?? null }));
}

/** How much work to spend on one way of finding a page before another way is tried. */
export interface ListBounds {
  /** How many campaigns are checked for the search words, in order, before anything else is tried. */
  readonly probed: number;
  /**
   * The maximum number of matching campaigns that can be sorted. If there are more, the campaigns are read in
   * order instead.
   */
  readonly sorted: number;
  /** How many campaigns are checked in order before all matching campaigns are sorted instead. */
  readonly checked: number;
}

const LIST_BOUNDS: ListBounds = { probed: 1_000, sorted: 5_000, checked: 20_000 };

/**
 * Finds the page in the way that probably reads the fewest rows. Sorting is fast if few campaigns match. Reading the
 * campaigns in order is fast if many match, unless the matches are far from the start.
 */
async function findPage(
  db: Database,
  conditions: FilterConditions,
  order: OrderedRead,
  sort: IndexSort,
  range: PageRange,
  bounds: ListBounds,
): Promise<readonly number[]> {
  if (order.rest.length === 0)
    return (await readPage(db, selectInOrder(order, sort, range), sort, range)).ids;
  const all = joinAll(allConditions(conditions));
  const last = range.offset + range.limit;
  const [listed = 0, matching = 0] = await estimateMatches(db, [sql`${campaigns.isListed}`, all]);
  const toCheck = (last * listed) / Math.max(matching, 1);
  // The database can't estimate how many campaigns contain a word with an uncommon beginning.
  if (conditions.words !== undefined) {
    const soon = await readInOrder(db, order, sort, range, bounds.probed + 2 * last);
    if (soon !== null) return soon;
  }
  if (matching <= Math.min(toCheck, bounds.sorted)) {
    const few = await readPage(db, matchAll(all, sort, bounds.sorted + 1), sort, range);
    if (few.found <= bounds.sorted) return few.ids;
  }
  const first = await readInOrder(db, order, sort, range, bounds.checked + 2 * last);
  if (first !== null) return first;
  return (await readPage(db, matchAll(all, sort), sort, range)).ids;
}

/**
 * Reads the page by checking campaigns in order.
 * @param checked how many campaigns of each branch are checked
 * @returns null if the page may contain campaigns that weren't checked
 */
async function readInOrder(
  db: Database,
  order: OrderedRead,
  sort: IndexSort,
  range: PageRange,
  checked: number,
): Promise<readonly number[] | null> {
  const last = range.offset + range.limit;
  const { ids, found } = await readPage(db, selectMatchingInOrder(order, sort, last, checked), sort, range);
  if (found < last) return null;
  if (order.branches.length === 1) return ids;
  // Another branch might have filled the page before all of this branch's matches were checked.
  const counts = await countMatchesInOrder(db, order, sort, last, checked);
  const short = order.branches.filter((_, i) => (counts[i] ?? 0) < last);
  for (const branch of short) if (await hasMoreThan(db, branch, sort, checked)) return null;
  return ids;
}

interface Page {
  readonly ids: readonly number[];
  /** The number of rows that the query found, including those that aren't on this page. */
  readonly found: number;
}

/** @param found a query for `campaign_id` and `value`, the value to sort by */
async function readPage(
  db: Database,
  found: SQL,
  sort: IndexSort,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
): Promise<Page> {
  const order =
    sort.direction === 'asc'
      ? sql`value asc nulls last, campaign_id`
      : sql`value desc nulls last, campaign_id desc`;
  const [row] = await db
    .select({ found: sql<number | string>`page.found`, ids: sql<readonly (number | string)[]>`page.ids` })
    .from(
      sql`(with found as materialized (${found}) select (select count(*) from found) as found,
        array(select campaign_id from found order by ${order} limit ${limit} offset ${offset}) as ids) as page`,
    );
  return { ids: (row?.ids ?? []).map(Number), found: Number(row?.found) };
}

/** Selects the campaigns that match a condition, in any order. */
const matchAll = (condition: SQL, { key }: IndexSort, limit?: number): SQL =>
  sql`select ${campaigns.campaignId}, ${SORT_COLUMNS[key].value} as value from ${campaigns} where ${condition}${limit === undefined ? sql`` : sql` limit ${limit}`}`;

const orderOf = ({ key, direction }: IndexSort): SQL => {
  const { value } = SORT_COLUMNS[key];
  return direction === 'asc'
    ? sql`${value}, ${campaigns.campaignId}`
    : sql`${value} desc, ${campaigns.campaignId} desc`;
};

/** Selects the first campaigns in order, up to the end of the page. Applies if there are no other conditions. */
function selectInOrder({ branches }: OrderedRead, sort: IndexSort, { limit, offset }: PageRange): SQL {
  const { value } = SORT_COLUMNS[sort.key];
  const last = offset + limit;
  const part = (nulls: SQL, atMost: SQL) =>
    joinUnionAll(
      branches.map(
        (branch) =>
          sql`(${matchAll(sql`${branch} and ${value} ${nulls}`, sort)} order by ${orderOf(sort)} limit ${atMost})`,
      ),
    );
  // Campaigns without a value come last in both directions, so they are read only if the page reaches them.
  return sql`with valued as materialized (${part(sql`is not null`, sql`${last}`)}) select * from valued
    union all (${part(sql`is null`, sql`greatest(0, ${last} - (select count(*) from valued))`)})`;
}

/**
 * Selects the first campaigns in order that match all conditions.
 * @param checked how many campaigns of each branch are checked
 */
function selectMatchingInOrder(
  { branches, rest }: OrderedRead,
  sort: IndexSort,
  last: number,
  checked: number,
): SQL {
  const { value } = SORT_COLUMNS[sort.key];
  return joinUnionAll(
    branches.map(
      (branch) =>
        sql`(select ${campaigns.campaignId}, ${value} as value from (
          select * from ${campaigns} where ${branch} and ${value} is not null order by ${orderOf(sort)} limit ${checked}
        ) as ${campaigns} where ${sql.join([...rest], sql` and `)} order by ${orderOf(sort)} limit ${last})`,
    ),
  );
}

/** Counts the matches that each branch contributes to `selectMatchingInOrder`. */
async function countMatchesInOrder(
  db: Database,
  { branches, rest }: OrderedRead,
  sort: IndexSort,
  last: number,
  checked: number,
): Promise<readonly number[]> {
  const counts = branches.map((branch) => {
    const found = selectMatchingInOrder({ branches: [branch], rest }, sort, last, checked);
    return sql`(select count(*) from (${found}) as matches)`;
  });
  const [row] = await db
    .select({ counts: sql<readonly (number | string)[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(sql`(values (1)) as one`);
  return (row?.counts ?? []).map(Number);
}

/** Returns whether a branch contains more than `count` campaigns with a value. */
async function hasMoreThan(db: Database, branch: SQL, { key }: IndexSort, count: number): Promise<boolean> {
  const { value } = SORT_COLUMNS[key];
  const [row] = await db
    .select({ found: sql<number | string>`count(*)` })
    .from(
      sql`(select 1 from ${campaigns} where ${branch} and ${value} is not null limit ${count + 1}) as first_rows`,
    );
  return Number(row?.found) > count;
}

/**
 * Returns the ids of matching campaigns, in order, for exports and selections.
 * @param limit the maximum number of ids, or null for all
 * @throws RangeError if the filter exceeds `INDEX_LIMITS`
 */
export async function findIndexedIds(
  db: Database,
  filter: IndexFilter,
  sort: IndexSort,
  limit: number | null,
): Promise<readonly number[]> {
  const conditions = await readConditions(db, filter);
  if (conditions === undefined) return [];
  const matches = joinAll(allConditions(conditions));
  return (await readPage(db, matchAll(matches, sort), sort, { limit, offset: 0 })).ids;
}
