/** The cost of campaigns, summed by month. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * Sums of campaigns' payments, so that no page has to read all campaigns. A trigger adds a row for every change,
 * and `mergeSpending` merges the rows with the same keys. The sum of all rows with the same keys is always
 * exact. Amounts are in minor units, such as cents.
 *
 * A campaign's amounts are included in a month, a quarter, and a year, all in UTC. Members' months begin up
 * to 14 hours before the UTC months begin, or up to 12 hours after. Amounts in those hours are summed by
 * quarter hour instead, so that the months of every time zone can be added up.
 */
export const spendingSums = pgTable(
  'spending_sums',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<'all' | 'customer' | 'template' | 'size' | 'postage'>().notNull(),
    /** The id of the customer or template, the size, or the postage. Blank if it isn't known. */
    key: text('key').notNull(),
    /** Only 'customer' and 'template' have quarters and years. */
    unit: text('unit').$type<'month' | 'quarter' | 'year' | 'quarter_hour' | 'undated'>().notNull(),
    /** When the unit begins. The beginning of 1970 for campaigns without a date. */
    startsAt: moment('starts_at').notNull(),
    /** The currency sign or code. Blank if the price has no currency or isn't known. */
    currency: text('currency').notNull(),
    paidCampaigns: integer('paid_campaigns').notNull(),
    paidRecipients: numeric('paid_recipients', { mode: 'number' }).notNull(),
    paid: numeric('paid', { mode: 'number' }).notNull(),
    /**
     * Credits used by campaigns that aren't drafts anymore, because drafts haven't used their credits yet.
     */
    credit: numeric('credit', { mode: 'number' }).notNull(),
    /**
     * Campaigns that aren't drafts anymore, and whose price hasn't been paid. With monthly invoicing, they're
     * invoiced. Credits don't count as paid, because monthly invoices don't use them. Unclear campaigns
     * aren't included.
     */
    openCampaigns: integer('open_campaigns').notNull(),
    openRecipients: numeric('open_recipients', { mode: 'number' }).notNull(),
    open: numeric('open', { mode: 'number' }).notNull(),
    /** Like the open amounts, but without those that the campaigns' credits cover. */
    unpaidCampaigns: integer('unpaid_campaigns').notNull().default(0),
    unpaidRecipients: numeric('unpaid_recipients', { mode: 'number' }).notNull().default(0),
    unpaid: numeric('unpaid', { mode: 'number' }).notNull().default(0),
    /** Campaigns whose checkout hasn't been read since they last changed. */
    unread: integer('unread').notNull(),
    /** Campaigns whose price, or whose paid amount in checkout, can't be read as an amount. */
    unclear: integer('unclear').notNull(),
    isMerged: boolean('is_merged').notNull().default(false),
  },
  (table) => [
    // Contains the amounts, so that PostgreSQL can find the groups with the greatest sums without reading the rows.
    index('spending_sums_by_unit').on(
      table.kind,
      table.unit,
      table.startsAt,
      table.currency,
      table.key,
      table.paid,
      table.open,
    ),
    index('spending_sums_by_key').on(table.kind, table.key, table.unit, table.startsAt),
    index('spending_sums_to_merge').on(table.id).where(sql`not ${table.isMerged}`),
  ],
);

/** The customers whose figures in `indexed_customers` have to be updated. A trigger adds a row for every change. */
export const customerChanges = pgTable('customer_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});
