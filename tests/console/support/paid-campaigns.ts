/** Campaigns with different payments, for testing spending and the customer list. */
import { store } from '#lib/store/open.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from '#lib/store/schema/campaign-index.ts';
import { updateCustomers } from '#lib/store/spending-sums.ts';

const READ_AT = new Date('2026-11-20T12:00:00Z');

const row = (campaignId: number, more: Partial<typeof indexedCampaigns.$inferInsert> = {}) => ({
  campaignId,
  customerId: 7,
  customerEmail: 'office@brightwater.example',
  templateId: 1,
  status: 'mailed',
  price: '$10.00',
  priceMinor: 1_000,
  currency: '$',
  recipients: 10,
  size: 'letter',
  createdAt: new Date(Date.UTC(2026, 7, 1)),
  sentAt: new Date(Date.UTC(2026, 9, campaignId)),
  alreadyPaid: 1_000,
  credit: 0,
  leftToPay: 0,
  checkoutReadAt: READ_AT,
  changedAt: READ_AT,
  readAt: READ_AT,
  ...more,
});

/** Adds campaigns of three customers, most of which were sent in October 2026. */
export async function addPaidCampaigns(): Promise<void> {
  const db = await store();
  await db.insert(indexedCustomers).values([
    { customerId: 7, email: 'office@brightwater.example' },
    { customerId: 8, email: '=shop@fernhill.example' },
    { customerId: 9, email: 'new@later.example' },
  ]);
  await db.insert(indexedTemplates).values([{ templateId: 1, name: 'Winter service' }]);
  await db.insert(indexedCampaigns).values([
    row(1),
    row(2, { alreadyPaid: 600, credit: 400, metadata: { order: 'PO-1' } }),
    row(3, { customerId: 8, price: '€ 30.00', priceMinor: 3_000, currency: '€', alreadyPaid: 3_000 }),
    row(4, { goneAt: READ_AT }),
    // A paid draft counts toward August, when it was created. Its credits haven't been used yet.
    row(5, { status: 'draft', sentAt: null, alreadyPaid: 500, credit: 500 }),
    // A queued campaign counts toward the month for which it is scheduled.
    row(6, { customerId: 8, status: 'queued', sentAt: null, scheduledAt: new Date(Date.UTC(2026, 11, 24)) }),
    // October 1, 3:00 AM UTC, is September 30 in New York.
    row(7, { sentAt: new Date(Date.UTC(2026, 9, 1, 3)), alreadyPaid: 70 }),
    row(8, { checkoutReadAt: null, alreadyPaid: null }),
    row(9, { price: 'included', priceMinor: null, currency: null, alreadyPaid: null }),
  ]);
  await updateCustomers(db);
}
