/** A row of the campaign index as the sync would store it. */
import type { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';

/** A queued campaign that costs $10.00 and has 10 recipients. `more` replaces some of its values. */
export const indexedRow = (
  campaignId: number,
  scheduledAt: Date,
  more: Partial<typeof indexedCampaigns.$inferInsert> = {},
) => ({
  campaignId,
  customerId: 7,
  customerEmail: 'office@brightwater.example',
  templateId: 1,
  firstTemplateName: 'Winter service',
  templateName: 'Winter service',
  status: 'queued',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  scheduledAt,
  readAt: new Date(),
  ...more,
});
