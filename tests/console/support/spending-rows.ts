/** Random campaigns over several months, and their spending, computed without SQL. */
import fc from 'fast-check';
import type { Grouping, SpendingAmounts, SpendingMonth, SpendingScope } from '#lib/domain/spending.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { type NewRow, newRow, type StoredRow } from './index-rows.ts';

const QUARTER_HOUR_MS = 900_000;
const MONTH_STARTS = Array.from({ length: 14 }, (_, i) => Date.UTC(2026, i, 1));

/** Most times are near the beginning of a month, when the current month depends on the time zone. */
const time = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: -64, max: 64 }).map((n) => n * QUARTER_HOUR_MS) },
    { weight: 1, arbitrary: fc.integer({ min: -16 * DAY_MS, max: 16 * DAY_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: -14 * 4, max: 12 * 4 }).map((n) => n * QUARTER_HOUR_MS - 1) },
  )
  .chain((offset) => fc.constantFrom(...MONTH_STARTS).map((start) => new Date(start + offset)));

const date = fc.option(time);

/** A campaign with times spread over 14 months, and sometimes with a checkout reading. */
export const spendingRow: fc.Arbitrary<NewRow> = fc
  .tuple(
    newRow,
    fc.record({
      createdAt: fc.option(time, { freq: 20 }),
      scheduledAt: date,
      sentAt: date,
      changedAt: fc.constant(new Date(Date.UTC(2026, 10, 20))),
      checkoutReadAt: fc.option(fc.constantFrom(19, 20, 21).map((day) => new Date(Date.UTC(2026, 10, day)))),
    }),
  )
  .map(([row, changes]) => ({ ...row, ...changes }));

export const spentAt = ({ sentAt, scheduledAt, createdAt }: StoredRow): number | undefined =>
  (sentAt ?? scheduledAt ?? createdAt)?.getTime();

export const isCounted = (row: StoredRow, { customerIds, templateIds }: SpendingScope): boolean =>
  row.goneAt === null &&
  row.readAt !== null &&
  (customerIds.length === 0 || customerIds.includes(row.customerId ?? -1)) &&
  (templateIds.length === 0 || templateIds.includes(row.templateId ?? -1));

export function keyOf(row: StoredRow, by: Grouping): string {
  if (typeof by === 'object')
    return Object.hasOwn(row.metadata, by.metadataKey) ? (row.metadata[by.metadataKey] ?? '') : '';
  const values = { customer: row.customerId, template: row.templateId, size: row.size, postage: row.postage };
  return String(values[by] ?? '');
}

export const isIn = (row: StoredRow, { from, to }: SpendingMonth): boolean => {
  const at = spentAt(row);
  return at !== undefined && at >= from && at < to;
};

export function addUp(rows: readonly StoredRow[]): SpendingAmounts {
  const sum = (value: (row: StoredRow) => number | null) =>
    rows.reduce((total, row) => total + (value(row) ?? 0), 0);
  const isPaid = (row: StoredRow) => (row.alreadyPaid ?? 0) > 0;
  const open = (row: StoredRow) =>
    row.status === 'draft' || (row.checkoutReadAt !== null && row.alreadyPaid === null)
      ? 0
      : Math.max(0, (row.priceMinor ?? 0) - (row.alreadyPaid ?? 0));
  const unpaid = (row: StoredRow) => Math.max(0, open(row) - (row.credit ?? 0));
  return {
    paidCampaigns: sum((row) => Number(isPaid(row))),
    paidRecipients: sum((row) => (isPaid(row) ? row.recipients : 0)),
    paid: sum((row) => row.alreadyPaid),
    credit: sum((row) => (row.status === 'draft' ? 0 : row.credit)),
    openCampaigns: sum((row) => Number(open(row) > 0)),
    openRecipients: sum((row) => (open(row) > 0 ? row.recipients : 0)),
    open: sum(open),
    unpaidCampaigns: sum((row) => Number(unpaid(row) > 0)),
    unpaidRecipients: sum((row) => (unpaid(row) > 0 ? row.recipients : 0)),
    unpaid: sum(unpaid),
    unread: sum((row) => Number(row.checkoutReadAt === null || row.checkoutReadAt < row.changedAt)),
    unclear: sum((row) =>
      Number(row.priceMinor === null || (row.checkoutReadAt !== null && row.alreadyPaid === null)),
    ),
  };
}
