/** Stored totals of the campaign index. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';

/**
 * Sums of indexed campaigns, so that totals don't have to read every row. A trigger adds a row for every
 * change, and `compactTotals` merges the rows with the same keys. The sum of all rows with the same keys is
 * always exact. Columns that a kind doesn't use are null.
 */
export const campaignTotals = pgTable(
  'campaign_totals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /**
     * Every kind groups by status, payment, and currency. 'all' groups by nothing else; 'order' groups by
     * template, size, and postage; 'customer' by customer; 'scheduled', 'created', and 'sent' by the UTC day of
     * that time; 'customer_scheduled', 'customer_created', and 'customer_sent' by the customer and the first day
     * of the UTC month of that time.
     */
    kind: text('kind')
      .$type<
        | 'all'
        | 'order'
        | 'customer'
        | 'scheduled'
        | 'created'
        | 'sent'
        | 'customer_scheduled'
        | 'customer_created'
        | 'customer_sent'
      >()
      .notNull(),
    customerId: bigint('customer_id', { mode: 'number' }),
    templateId: bigint('template_id', { mode: 'number' }),
    size: text('size'),
    postage: text('postage'),
    day: date('day', { mode: 'string' }),
    status: text('status'),
    payment: text('payment'),
    currency: text('currency'),
    campaigns: integer('campaigns').notNull(),
    recipients: numeric('recipients', { mode: 'number' }).notNull(),
    price: numeric('price', { mode: 'number' }).notNull(),
    /** The number of campaigns whose price isn't clearly an amount. */
    unpriced: integer('unpriced').notNull(),
    alreadyPaid: numeric('already_paid', { mode: 'number' }).notNull(),
    credit: numeric('credit', { mode: 'number' }).notNull(),
    /** Counts only drafts, because other campaigns can be paid for in ways that checkout doesn't show. */
    leftToPay: numeric('left_to_pay', { mode: 'number' }).notNull(),
    /** Whether the row has been merged. Set only for the kinds that group by customer and month. */
    isMerged: boolean('is_merged').notNull().default(false),
  },
  (table) => [
    index('campaign_totals_to_merge')
      .on(table.id)
      .where(
        sql`${table.kind} in ('customer_scheduled', 'customer_created', 'customer_sent') and not ${table.isMerged}`,
      ),
    index('campaign_totals_by_customer_month')
      .on(table.kind, table.customerId, table.day)
      .where(sql`${table.kind} in ('customer_scheduled', 'customer_created', 'customer_sent')`),
    index('campaign_totals_by_day').on(table.kind, table.day),
    index('campaign_totals_by_customer').on(table.kind, table.customerId),
    index('campaign_totals_by_template').on(table.kind, table.templateId),
    index('campaign_totals_by_size').on(table.kind, table.size, table.postage),
  ],
);
