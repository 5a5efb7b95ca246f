/**
 * Reads one page of a campaign list, and the list's total count. Reading a page takes the same amount of
 * work, no matter how many campaigns match the filters. Combines the filters' bitmaps block by block, locates
 * the page by counting bits, and reads only the page's rows.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { Database } from '#lib/database/open.ts';
import { type CampaignRecord, findCampaignsAt } from './campaigns.ts';
import type { SortKey } from './column-types.ts';
import { BITS_PER_BLOCK } from './schema.ts';

export interface CampaignListQuery {
  readonly customerId?: number | undefined;
  readonly status?: CampaignFilters['status'];
  readonly targeting?: 'map' | 'csv' | undefined;
  /** A campaign must match all of these metadata pairs. */
  readonly metaData: readonly { readonly key: string; readonly value: string }[];
  /** The start of the sent_at range, inclusive. */
  readonly sentFrom?: Date | undefined;
  readonly sentTo?: Date | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface CampaignRecordPage {
  readonly records: readonly CampaignRecord[];
  readonly total: number;
}

/**
 * Returns the newest campaigns first. If a sent_at range is given, returns the most recently sent campaigns
 * first (4.5).
 */
export function queryCampaigns(db: Database, query: CampaignListQuery): Promise<CampaignRecordPage> {
  const sortKey = query.sentFrom || query.sentTo ? 'sent' : 'id';
  return db.transaction(
    async (tx) => {
      const { total, positions } = await findPositions(tx, sortKey, query);
      if (positions.length === 0) return { records: [], total };
      const found = await findCampaignsAt(tx, sortKey, positions);
      const byPosition = new Map(found.map((record) => [positionOf(record, sortKey), record]));
      return { records: positions.flatMap((position) => byPosition.get(position) ?? []), total };
    },
    // Runs all queries on one snapshot, because a campaign's status can change between two queries.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const positionOf = ({ campaign }: CampaignRecord, sortKey: SortKey) =>
  sortKey === 'id' ? campaign.id : campaign.sentNumber;

async function findPositions(
  tx: Database,
  sortKey: SortKey,
  query: CampaignListQuery,
): Promise<{ total: number; positions: number[] }> {
  const blocks = await tx
    .select({
      total: sql`total`.mapWith(Number),
      block: sql<number | null>`block`,
      /** The number of matches in newer blocks. */
      preceding: sql`preceding`.mapWith(Number),
      bits: sql<string | null>`bits`,
    })
    .from(sql`(${selectPageBlocks(sortKey, query)}) as page`);
  const [first] = blocks;
  if (!first || first.block === null) return { total: first?.total ?? 0, positions: [] };
  const skip = query.offset - first.preceding;
  const positions = blocks.flatMap(({ block, bits }) => decodePositions(block ?? 0, bits ?? ''));
  return {
    total: first.total,
    positions: positions.slice(Math.max(0, skip), Math.max(0, skip) + query.limit),
  };
}

function selectPageBlocks(sortKey: SortKey, query: CampaignListQuery): SQL {
  const facets = facetsOf(query);
  const block = sql.raw(String(BITS_PER_BLOCK));
  return sql`
    with bounds as (
      select ${firstSentNumber(query.sentFrom)} as low, ${lastSentNumber(query.sentTo)} as high
    ), matching_blocks as materialized (
      select block, bit_and(bits)
        & ((~ 0::bit(${block})) >> greatest(0, least(${block}, low - block::bigint * ${block}))::integer)
        & ((~ 0::bit(${block})) << greatest(0, least(${block}, (block::bigint + 1) * ${block} - 1 - high))::integer)
        as bits
      from campaign_bitmaps, bounds
      where sort_key = ${sortKey} and facet in (${sql.join(facets, sql`, `)})
        and block >= low / ${block} and block <= high / ${block}
      group by block, low, high having count(*) = ${facets.length}
    ), counted as (
      select block, bits, bit_count(bits) as matches,
        sum(bit_count(bits)) over (order by block desc) - bit_count(bits) as preceding
      from matching_blocks
    )
    select (select coalesce(sum(matches), 0) from counted) as total, block, preceding, bits
    from (values (1)) as always left join counted
      on matches > 0 and preceding < ${query.offset + query.limit} and preceding + matches > ${query.offset}
    order by block desc`;
}

/** Returns each facet once, because the query compares the number of matching rows with the number of facets. */
function facetsOf(query: CampaignListQuery): SQL[] {
  const { customerId, status, targeting } = query;
  const pairs = new Map(
    query.metaData.map(({ key, value }) => [JSON.stringify([key, value]), { key, value }]),
  );
  const facets = [
    ...(customerId === undefined ? [] : [sql`${`customer:${customerId}`}`]),
    ...(status === undefined ? [] : [sql`${`status:${status}`}`]),
    ...(targeting === undefined ? [] : [sql`${`targeting:${targeting}`}`]),
    ...[...pairs.values()].map(({ key, value }) => sql`metadata_facet(${key}, ${value})`),
  ];
  return facets.length > 0 ? facets : [sql`'all'`];
}

/** A number larger than any position. Arithmetic with MAX_POSITION can't overflow a bigint. */
const MAX_POSITION = sql.raw('9007199254740991');

const firstSentNumber = (from: Date | undefined): SQL =>
  from === undefined
    ? sql`0::bigint`
    : sql`coalesce((select sent_number from campaigns where sent_at >= ${from.toISOString()}::timestamptz
        order by sent_at, sent_number limit 1), ${MAX_POSITION})`;

const lastSentNumber = (to: Date | undefined): SQL =>
  to === undefined
    ? MAX_POSITION
    : sql`coalesce((select sent_number from campaigns where sent_at <= ${to.toISOString()}::timestamptz
        order by sent_at desc, sent_number desc limit 1), -1)`;

/** Returns the positions of a block's set bits, highest first. */
function decodePositions(block: number, bits: string): number[] {
  const positions: number[] = [];
  for (
    let index = bits.lastIndexOf('1');
    index >= 0;
    index = index === 0 ? -1 : bits.lastIndexOf('1', index - 1)
  ) {
    positions.push(block * BITS_PER_BLOCK + index);
  }
  return positions;
}
