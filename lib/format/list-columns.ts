import { type ColumnId, type Density, type ListColumn, metadataKeyOf } from '#lib/domain/list-view.ts';

/** The headings of the campaign list's columns. */
export const COLUMN_NAMES: Readonly<Record<ListColumn, string>> = {
  customer: 'Customer',
  status: 'Status',
  recipients: 'Recipients',
  price: 'Price',
  left_to_pay: 'Left to pay',
  scheduled_at: 'Sends',
  created_at: 'Created',
  updated_at: 'Updated',
  sent_at: 'Sent',
  expected_delivery: 'Expected delivery',
  template: 'Template',
  size: 'Size',
  postage: 'Postage',
  note: 'Note',
};

/** Returns a column's heading. A metadata column's heading is its key. */
export const columnName = (id: ColumnId): string => metadataKeyOf(id) ?? COLUMN_NAMES[id as ListColumn];

export const DENSITY_NAMES: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable',
  compact: 'Compact',
};
