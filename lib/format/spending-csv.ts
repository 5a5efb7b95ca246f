/** The rows of the spending export. Amounts are in whole currency units, such as dollars. */
import type { CurrencySpending, GroupSpending } from '#lib/domain/spending.ts';
import { formatMinorUnits } from './money.ts';
import { GROUP_LABELS, groupName } from './spending.ts';

interface SpendingCsvRow extends GroupSpending, CurrencySpending {
  readonly month: number;
  readonly name: string | undefined;
}

type By = keyof typeof GROUP_LABELS;

export const spendingCsvColumns = (by: By, metadataKey: string | undefined): readonly string[] => [
  'Month',
  by === 'metadata' ? (metadataKey ?? GROUP_LABELS.metadata) : GROUP_LABELS[by],
  'Number or value',
  'Currency',
  'Paid campaigns',
  'Paid recipients',
  'Paid',
  'Credits used',
  'Not paid campaigns',
  'Not paid recipients',
  'Not paid or on invoices',
  'Payments not read',
  'No clear amount',
];

export function spendingCsvRow(row: SpendingCsvRow, by: By): readonly (string | number | null)[] {
  return [
    `${Math.floor(row.month / 12)}-${String((row.month % 12) + 1).padStart(2, '0')}`,
    groupName(by, row),
    row.key,
    row.currency,
    row.paidCampaigns,
    row.paidRecipients,
    formatMinorUnits(row.paid),
    formatMinorUnits(row.credit),
    row.openCampaigns,
    row.openRecipients,
    formatMinorUnits(row.open),
    row.unread,
    row.unclear,
  ];
}
