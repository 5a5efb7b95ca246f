import type { SortKey } from '#lib/domain/index-filter.ts';

/** The labels of the campaign list's sort orders, ascending and descending. */
export const SORT_NAMES: Readonly<Record<SortKey, { readonly asc: string; readonly desc: string }>> = {
  scheduled_at: { asc: 'Send date, earliest first', desc: 'Send date, latest first' },
  created_at: { asc: 'Created, oldest first', desc: 'Created, newest first' },
  sent_at: { asc: 'Sent, oldest first', desc: 'Sent, newest first' },
  updated_at: { asc: 'Updated, oldest first', desc: 'Updated, newest first' },
  price: { asc: 'Price, lowest first', desc: 'Price, highest first' },
  recipients: { asc: 'Recipients, fewest first', desc: 'Recipients, most first' },
  customer: { asc: 'Customer, A to Z', desc: 'Customer, Z to A' },
  template: { asc: 'Template, A to Z', desc: 'Template, Z to A' },
  status: { asc: 'Status, A to Z', desc: 'Status, Z to A' },
};
