/**
 * Any page of any campaign list, with its count, at a cost that doesn't grow with the number of campaigns that match:
 * the filters' bitmaps (campaign_marks) are ANDed a block at a time, the blocks' counts say where the page begins, and
 * only that page's rows are read.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { Database } from '#lib/database/open.ts';
import { type CampaignRecord, campaignsAt } from './campaigns.ts';
import { MARKS_PER_BLOCK } from './schema.ts';

export interface ListQuery {
  readonly customerId?: number | undefined;
  readonly status?: CampaignFilters['status'];
  readonly targeting?: 'map' | 'csv' | undefined;
  /** All of them have to match. */
  readonly metaData: readonly { readonly key: string; readonly value: string }[];
  /** Both ends included. */
  readonly sentFrom?: Date | undefined;
  readonly sentTo?: Date | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ListPage {
  readonly records: readonly CampaignRecord[];
  readonly total: number;
}

/** Newest first; where a range of sent_at is given, the latest sent first (4.5). */
export function listCampaigns(db: Database, query: ListQuery): Promise<ListPage> {
  const axis = query.sentFrom || query.sentTo ? 'sent' : 'id';
  return db.transaction(
    async (tx) => {
      const { total, places } = await placesOf(tx, axis, query);
      if (places.length === 0) return { records: [], total };
      const found = await campaignsAt(tx, axis, places);
      const byPlace = new Map(found.map((record) => [placeOf(record, axis), record]));
      return { records: places.flatMap((place) => byPlace.get(place) ?? []), total };
    },
    // Count, page and rows have to be of one moment: a campaign may change its status in between.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const placeOf = ({ campaign }: CampaignRecord, axis: 'id' | 'sent') =>
  axis === 'id' ? campaign.id : campaign.sentNumber;

async function placesOf(
  tx: Database,
  axis: 'id' | 'sent',
  query: ListQuery,
): Promise<{ total: number; places: number[] }> {
  const blocks = await tx
    .select({
      total: sql`total`.mapWith(Number),
      block: sql<number | null>`block`,
      /** Matches in newer blocks. */
      before: sql`before`.mapWith(Number),
      marks: sql<string | null>`marks`,
    })
    .from(sql`(${blocksOfPage(axis, query)}) as page`);
  const [first] = blocks;
  if (!first || first.block === null) return { total: first?.total ?? 0, places: [] };
  const skip = query.offset - first.before;
  const places = blocks.flatMap(({ block, marks }) => placesIn(block ?? 0, marks ?? ''));
  return { total: first.total, places: places.slice(Math.max(0, skip), Math.max(0, skip) + query.limit) };
}

function blocksOfPage(axis: 'id' | 'sent', query: ListQuery): SQL {
  const features = featuresOf(query);
  const block = sql.raw(String(MARKS_PER_BLOCK));
  return sql`
    with bounds as (
      select ${firstSentNumber(query.sentFrom)} as low, ${lastSentNumber(query.sentTo)} as high
    ), hits as materialized (
      select block, bit_and(marks)
        & ((~ 0::bit(${block})) >> greatest(0, least(${block}, low - block::bigint * ${block}))::integer)
        & ((~ 0::bit(${block})) << greatest(0, least(${block}, (block::bigint + 1) * ${block} - 1 - high))::integer)
        as marks
      from campaign_marks, bounds
      where axis = ${axis} and feature in (${sql.join(features, sql`, `)})
        and block >= low / ${block} and block <= high / ${block}
      group by block, low, high having count(*) = ${features.length}
    ), counted as (
      select block, marks, bit_count(marks) as here,
        sum(bit_count(marks)) over (order by block desc) - bit_count(marks) as before
      from hits
    )
    select (select coalesce(sum(here), 0) from counted) as total, block, before, marks
    from (values (1)) as always left join counted
      on here > 0 and before < ${query.offset + query.limit} and before + here > ${query.offset}
    order by block desc`;
}

/** Each filter's bitmap once: two equal ones would be counted as one by the database. */
function featuresOf(query: ListQuery): SQL[] {
  const { customerId, status, targeting } = query;
  const pairs = new Map(
    query.metaData.map(({ key, value }) => [JSON.stringify([key, value]), { key, value }]),
  );
  const features = [
    ...(customerId === undefined ? [] : [sql`${`customer:${customerId}`}`]),
    ...(status === undefined ? [] : [sql`${`status:${status}`}`]),
    ...(targeting === undefined ? [] : [sql`${`targeting:${targeting}`}`]),
    ...[...pairs.values()].map(({ key, value }) => sql`meta_feature(${key}, ${value})`),
  ];
  return features.length > 0 ? features : [sql`'all'`];
}

/** Beyond any place on an axis, and small enough to be counted with. */
const BEYOND = sql.raw('9007199254740991');

const firstSentNumber = (from: Date | undefined): SQL =>
  from === undefined
    ? sql`0::bigint`
    : sql`coalesce((select sent_number from campaigns where sent_at >= ${from.toISOString()}::timestamptz
        order by sent_at, sent_number limit 1), ${BEYOND})`;

const lastSentNumber = (to: Date | undefined): SQL =>
  to === undefined
    ? BEYOND
    : sql`coalesce((select sent_number from campaigns where sent_at <= ${to.toISOString()}::timestamptz
        order by sent_at desc, sent_number desc limit 1), -1)`;

/** The places that a block's marks name, the highest first. */
function placesIn(block: number, marks: string): number[] {
  const places: number[] = [];
  for (let at = marks.lastIndexOf('1'); at >= 0; at = at === 0 ? -1 : marks.lastIndexOf('1', at - 1)) {
    places.push(block * MARKS_PER_BLOCK + at);
  }
  return places;
}
