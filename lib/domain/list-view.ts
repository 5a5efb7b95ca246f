/** A member's view settings for the campaign list: the columns, the density, and the number of rows per page. */
import { MAX_KEY_LENGTH } from '#lib/input-limits.ts';

/** The columns that members can choose. The thumbnail and the title are always shown. */
export const LIST_COLUMNS = [
  'customer',
  'status',
  'recipients',
  'price',
  'left_to_pay',
  'scheduled_at',
  'created_at',
  'updated_at',
  'sent_at',
  'expected_delivery',
  'template',
  'size',
  'postage',
  'note',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A column that shows the values of a metadata key is named after the key, such as "meta:order". */
export type MetadataColumn = `meta:${string}`;
const METADATA_PREFIX = 'meta:';

export type ColumnId = ListColumn | MetadataColumn;

/** The maximum number of columns that a member can choose. */
export const MAX_COLUMNS = 24;

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export interface ListView {
  readonly columns: readonly ColumnId[];
  readonly density: Density;
  readonly perPage: number;
}

export const DEFAULT_LIST_VIEW: ListView = {
  columns: ['customer', 'status', 'recipients', 'price', 'left_to_pay', 'scheduled_at'],
  density: 'comfortable',
  perPage: 10,
};

const isListColumn = (id: string): id is ListColumn => (LIST_COLUMNS as readonly string[]).includes(id);

export const metadataColumn = (key: string): MetadataColumn => `${METADATA_PREFIX}${key}`;

/** Returns the metadata key of a column, or undefined if the column doesn't show metadata. */
export const metadataKeyOf = (id: string): string | undefined =>
  id.startsWith(METADATA_PREFIX) && id.length > METADATA_PREFIX.length
    ? id.slice(METADATA_PREFIX.length)
    : undefined;

/** Returns whether the text names a column. A metadata column can have any key without null characters. */
export function isColumnId(id: string): id is ColumnId {
  const key = metadataKeyOf(id);
  return isListColumn(id) || (key !== undefined && key.length <= MAX_KEY_LENGTH && !key.includes('\0'));
}
