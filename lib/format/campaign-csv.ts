/** The columns of the campaign export. */
import type { ExportedCampaign } from '#lib/domain/listed-campaign.ts';
import { campaignName } from './campaign.ts';
import { formatMinorUnits } from './money.ts';
import { PAYMENT_STATE_NAMES } from './payment-state.ts';

const FIXED_COLUMNS = [
  'campaign',
  'title',
  'note',
  'customer',
  'customer email',
  'template',
  'template name',
  'status',
  'recipients',
  'price',
  'currency',
  'payment',
  'checkout total',
  'credit',
  'already paid',
  'left to pay',
  'size',
  'postage',
  'copy to sender',
  'created (UTC)',
  'updated (UTC)',
  'sends (UTC)',
  'sent (UTC)',
  'expected delivery',
  'last read (UTC)',
  'checkout read (UTC)',
  'metadata',
] as const;

/** Returns the export's columns. @param metadataKeys the metadata keys that have a column of their own */
export const campaignCsvColumns = (metadataKeys: readonly string[]): readonly string[] => [
  ...FIXED_COLUMNS,
  ...metadataKeys.map((key) => `metadata: ${key}`),
];

/**
 * Returns a row of the export, with its values in the order of `campaignCsvColumns`. Amounts from checkout
 * are plain numbers in whole currency units. The price appears exactly as the service formats it. What is
 * left to pay is known only for drafts, because other campaigns can be paid for in other ways. The amount
 * comes from checkout, so several drafts' amounts can include the same credit, which has a column of its own.
 */
export function campaignCsvRow(
  { campaign, given, templateName, customer, amounts, checkout, lastReadAt }: ExportedCampaign,
  metadataKeys: readonly string[],
): readonly (string | number | null)[] {
  const amount = (minor: number | null | undefined) => (minor == null ? null : formatMinorUnits(minor));
  const { id, meta_data = {} } = campaign;
  return [
    id,
    campaignName(given, templateName) ?? null,
    given?.note ?? null,
    customer?.id ?? null,
    customer?.email ?? null,
    campaign.template_id ?? null,
    templateName?.current ?? null,
    campaign.status ?? null,
    campaign.recipient_count ?? null,
    campaign.price ?? null,
    amounts?.currency ?? null,
    amounts?.payment ? PAYMENT_STATE_NAMES[amounts.payment] : null,
    amount(checkout.total),
    amount(checkout.credit),
    amount(amounts?.alreadyPaid),
    campaign.status === 'draft' ? amount(amounts?.leftToPay) : null,
    campaign.size ?? null,
    campaign.postage_class ?? null,
    campaign.send_copy_to_sender === undefined ? null : campaign.send_copy_to_sender ? 'yes' : 'no',
    campaign.created_at ?? null,
    campaign.updated_at ?? null,
    campaign.scheduled_at ?? null,
    campaign.sent_at ?? null,
    campaign.expected_delivery_date ?? null,
    lastReadAt?.toISOString() ?? null,
    checkout.readAt?.toISOString() ?? null,
    Object.keys(meta_data).length === 0 ? null : JSON.stringify(meta_data),
    ...metadataKeys.map((key) => (Object.hasOwn(meta_data, key) ? (meta_data[key] ?? null) : null)),
  ];
}
