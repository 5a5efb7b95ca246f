/** The rows of the spending export. Amounts are in whole currency units, such as dollars. */
import type { CurrencySpending, GroupSpending } from '#lib/domain/spending.ts';
import { formatMinorUnits } from './money.ts';
import { GROUP_LABELS, groupName } from './spending.ts';

interface SpendingCsvRow extends GroupSpending, CurrencySpending {
  /** Null for campaigns without any date. */
  readonly month: number | null;
  readonly name: string | undefined;
}

type By = keyof typeof GROUP_LABELS;

/**
 * @param isInvoiced whether the mail service bills by monthly invoice, in which case unpaid campaigns are on
 * invoices
 */
export const spendingCsvColumns = (
  by: By,
  metadataKey: string | undefined,
  isInvoiced: boolean,
): readonly string[] => [
  'Month',
  by === 'metadata' ? (metadataKey ?? GROUP_LABELS.metadata) : GROUP_LABELS[by],
  'Number or value',
  'Currency',
  'Paid campaigns',
  'Paid recipients',
  'Paid',
  // Invoices don't use credits, but checkout shows credits even for invoiced campaigns.
  isInvoiced ? 'Credits' : 'Credits used',
  ...(isInvoiced
    ? ['Invoiced campaigns', 'Invoiced recipients', 'Invoiced']
    : ['Unpaid campaigns', 'Unpaid recipients', 'Unpaid']),
  'Payment not checked',
  'Amount unclear',
];

export function spendingCsvRow(
  row: SpendingCsvRow,
  by: By,
  isInvoiced: boolean,
): readonly (string | number | null)[] {
  return [
    row.month === null ? 'Undated' : formatIsoMonth(row.month),
    groupName(by, row),
    row.key,
    row.currency,
    row.paidCampaigns,
    row.paidRecipients,
    formatMinorUnits(row.paid),
    formatMinorUnits(row.credit),
    ...(isInvoiced
      ? [row.openCampaigns, row.openRecipients, formatMinorUnits(row.open)]
      : [row.unpaidCampaigns, row.unpaidRecipients, formatMinorUnits(row.unpaid)]),
    row.unread,
    row.unclear,
  ];
}

const formatIsoMonth = (index: number): string =>
  `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
