/** The campaign index: what Mailroom has read about every campaign, for search, lists, and totals. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

const searchDocument = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** An amount in minor units, such as cents. */
const minorUnits = (name: string) => bigint(name, { mode: 'number' });

/**
 * One row per campaign. Never used to decide about money or mail: attempts read the campaign just before
 * their calls.
 */
export const indexedCampaigns = pgTable(
  'indexed_campaigns',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
    /** Null until a response to a request under the customer's path contains the campaign. */
    customerId: bigint('customer_id', { mode: 'number' }),
    customerEmail: text('customer_email'),
    templateId: bigint('template_id', { mode: 'number' }),
    /** The template's name when Mailroom first saw the campaign. Stays when the template is renamed. */
    firstTemplateName: text('first_template_name'),
    templateName: text('template_name'),
    status: text('status'),
    price: text('price'),
    priceMinor: minorUnits('price_minor'),
    currency: text('currency'),
    recipients: bigint('recipients', { mode: 'number' }),
    postage: text('postage'),
    size: text('size'),
    senderCopy: boolean('sender_copy'),
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
    scheduledAt: moment('scheduled_at'),
    sentAt: moment('sent_at'),
    expectedDelivery: text('expected_delivery'),
    metadata: jsonb('metadata').$type<Readonly<Record<string, string>>>().notNull().default({}),
    thumbnails: jsonb('thumbnails').$type<readonly string[]>().notNull().default([]),
    total: minorUnits('total'),
    credit: minorUnits('credit'),
    alreadyPaid: minorUnits('already_paid'),
    leftToPay: minorUnits('left_to_pay'),
    /** When the request for checkout was sent, on the database's clock. */
    checkoutReadAt: moment('checkout_read_at'),
    /** A draft's payment state. Null if the campaign isn't a draft, or its checkout hasn't been read. */
    payment: text('payment')
      .$type<'unpaid' | 'part_paid' | 'paid_not_sent' | 'covered_by_credits'>()
      .generatedAlwaysAs(
        sql`case when status <> 'draft' or left_to_pay is null then null when left_to_pay > 0 and already_paid > 0 then 'part_paid' when left_to_pay > 0 then 'unpaid' when already_paid > 0 then 'paid_not_sent' else 'covered_by_credits' end`,
      ),
    /** The title and note that members gave the campaign. The mail service never sees them. */
    title: text('title'),
    note: text('note'),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
    /**
     * When the request was sent whose response the row shows, on the database's clock. Null if Mailroom knows
     * only the campaign's customer or template name.
     */
    readAt: moment('read_at'),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** When Mailroom found that the campaign doesn't exist anymore. */
    goneAt: moment('gone_at'),
    /** The lowercase runs of letters and digits in everything that search finds a campaign by. */
    search: searchDocument('search').generatedAlwaysAs(
      sql`search_words(campaign_id || ' ' || coalesce(title, '') || ' ' || coalesce(note, '') || ' ' || coalesce(first_template_name, '') || ' ' || coalesce(template_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(status, '') || ' ' || metadata_words(metadata))`,
    ),
  },
  (table) => [
    index('indexed_campaigns_search').using('gin', table.search),
    index('indexed_campaigns_metadata').using('gin', sql`${table.metadata} jsonb_path_ops`),
    index('indexed_campaigns_customer').on(table.customerId, table.campaignId),
    index('indexed_campaigns_template').on(table.templateId, table.campaignId),
    index('indexed_campaigns_status').on(table.status, table.campaignId),
    index('indexed_campaigns_payment').on(table.payment, table.createdAt),
    index('indexed_campaigns_read').on(table.readAt),
    index('indexed_campaigns_by_scheduled').on(table.scheduledAt, table.campaignId),
    index('indexed_campaigns_by_created').on(table.createdAt, table.campaignId),
    index('indexed_campaigns_by_updated').on(table.updatedAt, table.campaignId),
    index('indexed_campaigns_by_sent').on(table.sentAt, table.campaignId),
    index('indexed_campaigns_by_price').on(table.priceMinor, table.campaignId),
    index('indexed_campaigns_by_recipients').on(table.recipients, table.campaignId),
    index('indexed_campaigns_by_customer').on(table.customerEmail, table.campaignId),
    index('indexed_campaigns_by_template').on(table.templateName, table.campaignId),
  ],
);

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
     * 'order' groups by template, size, and postage; 'customer' by customer; 'scheduled', 'created', and 'sent'
     * by the UTC day of that time. Every kind also groups by status, payment, and currency.
     */
    kind: text('kind').$type<'order' | 'customer' | 'scheduled' | 'created' | 'sent'>().notNull(),
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
    /** Counts only drafts, because checkout isn't read again after a draft is sent. */
    leftToPay: numeric('left_to_pay', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('campaign_totals_by_day').on(table.kind, table.day),
    index('campaign_totals_by_customer').on(table.kind, table.customerId),
  ],
);

/** The customers that Mailroom has read, with their current email addresses. */
export const indexedCustomers = pgTable('indexed_customers', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  email: text('email'),
});

/** The templates that Mailroom has read, with their current names. */
export const indexedTemplates = pgTable('indexed_templates', {
  templateId: bigint('template_id', { mode: 'number' }).primaryKey(),
  name: text('name'),
});

/** The progress of each kind of background sync, shared by all servers. */
export const indexSync = pgTable('index_sync', {
  /** The name of the walk, such as "sweep" or "head". */
  name: text('name').primaryKey(),
  startedAt: moment('started_at'),
  /** The last time at which the walk read a page. */
  advancedAt: moment('advanced_at'),
  /** When the walk last ended with everything read. */
  completedAt: moment('completed_at'),
  /** When the completed walk had started. Everything in the index is at least this fresh. */
  completedStartedAt: moment('completed_started_at'),
  /** Where the walk continues, in the walk's own format. */
  position: jsonb('position'),
  /** The number of campaigns read so far, and the number that the mail service reports. */
  done: integer('done').notNull().default(0),
  total: integer('total'),
  /** Why the last call failed. Null if it succeeded. */
  failure: text('failure'),
});
