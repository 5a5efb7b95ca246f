/** Describes which database indexes store campaigns in the same order as a given list. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { IndexFilter, SortKey } from '#lib/domain/index-filter.ts';
import { allConditions, type FilterConditions } from './index-conditions.ts';
import { indexedCampaigns as campaigns, sortText } from './schema/campaign-index.ts';

export interface SortColumn {
  readonly value: SQL;
  /** The range filter on the same column. */
  readonly range?: keyof IndexFilter;
  /** The fields that have a database index sorted first by the field, and then by this column. */
  readonly seek?: readonly SeekField[];
  /**
   * The fields whose columns are also in this column's database index, so that matches can be found in the
   * index alone.
   */
  readonly contains?: readonly SeekField[];
}

type SeekField = 'statuses' | 'payment' | 'customerIds' | 'templateIds';

const contains = ['statuses', 'customerIds', 'templateIds'] as const;
export const SORT_COLUMNS: Readonly<Record<SortKey, SortColumn>> = {
  scheduled_at: { value: sql`${campaigns.scheduledAt}`, range: 'scheduled', seek: ['statuses'], contains },
  created_at: {
    value: sql`${campaigns.createdAt}`,
    range: 'created',
    seek: ['customerIds', 'templateIds', 'payment', 'statuses'],
    contains,
  },
  sent_at: { value: sql`${campaigns.sentAt}`, range: 'sent', seek: ['statuses'], contains },
  updated_at: { value: sql`${campaigns.updatedAt}`, seek: ['payment', 'statuses'], contains },
  price: { value: sql`${campaigns.priceMinor}`, range: 'priceMinor', contains },
  recipients: { value: sql`${campaigns.recipients}`, range: 'recipients', contains },
  customer: { value: sortText(campaigns.customerEmail) },
  template: { value: sortText(campaigns.templateName) },
  status: { value: sql`${campaigns.status}`, seek: ['statuses'] },
};

const SEEK_COLUMNS = {
  statuses: campaigns.status,
  payment: campaigns.payment,
  customerIds: campaigns.customerId,
  templateIds: campaigns.templateId,
} as const;

/** The maximum number of parts of a database index that one list can merge. */
const MAX_BRANCHES = 8;

/** How to find the campaigns in order. */
export interface OrderedRead {
  /** The parts of a database index to merge. Each part contains its campaigns in order. */
  readonly branches: readonly SQL[];
  /** The conditions to check for each campaign in the branches. */
  readonly rest: readonly SQL[];
}

export function planOrder(filter: IndexFilter, key: SortKey, conditions: FilterConditions): OrderedRead {
  const { seek = [], range, contains = [] } = SORT_COLUMNS[key];
  const field = seek.find((name) => isBetween(filter[name]?.length ?? 0, 1, MAX_BRANCHES));
  const indexed = [range ?? [], contains.filter((name) => name !== field), matchedByMany(filter)].flat();
  const common = indexed.flatMap((name) => conditions[name] ?? []);
  const values: readonly (string | number)[] =
    field === undefined ? [] : [...new Set<string | number>(filter[field])];
  const branches =
    field === undefined ? [[]] : values.map((value) => [sql`${SEEK_COLUMNS[field]} = ${value}`]);
  return {
    branches: branches.map((branch) => joinAll([...branch, ...common])),
    rest: allConditions(conditions, [field ?? [], indexed].flat()),
  };
}

/** The fields that match so many campaigns that checking the campaigns in order is fast. */
const matchedByMany = ({ attempts, approval }: IndexFilter): readonly (keyof IndexFilter)[] => [
  ...(attempts === 'none' ? (['attempts'] as const) : []),
  ...(approval === 'missing' ? (['approval'] as const) : []),
];

const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;

export const joinAll = (conditions: readonly SQL[]): SQL =>
  sql.join([sql`${campaigns.isListed}`, ...conditions], sql` and `);
