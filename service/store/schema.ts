/**
 * The service's database.
 *
 *   customers          owners of campaigns, with their credit
 *   users              email addresses that v2 accepts after the key; added at startup, not by the seed
 *   templates          the templates of campaigns
 *   artworks           designs with variables filled in, shared by campaigns; also the rendering queue
 *   artwork_files      rendered files of an artwork: front.png, back.png, proof.pdf
 *   recipient_lists    recipients of a campaign: the exposed addresses, not one row per mailpiece
 *   senders            return addresses
 *   campaigns          mailings based on a template
 *   campaign_bitmaps   bitmap index of the campaign lists; updated by a trigger, and in bulk by a large seed
 *   payment_links      links to the payment page
 *   charges            payments by card or credit, and prices billed on the monthly invoice
 *   clock              one row that relates the service's time to the system clock
 *
 * The seed and the insert into clock run in one transaction. A row in the clock table shows that the database
 * has been seeded.
 *
 * Amounts are integer cents. No column defaults to now(), because times come from the service's clock.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bit,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { V1Status } from '#lib/contract/campaign-values.ts';
import type { TemplateSize } from '#lib/contract/sizes.ts';
import type { PostageClass } from '../rules/prices.ts';
import { bytesColumn, centsColumn, idColumn, referenceColumn, serviceTimeColumn } from './column-builders.ts';
import type {
  ArtworkState,
  ChargeKind,
  SortKey,
  StoredAddress,
  StoredAgent,
  StoredTargetingCenter,
  TargetingMethod,
} from './column-types.ts';

export const customers = pgTable(
  'customers',
  {
    id: idColumn(),
    email: text().notNull().unique(),
    creditCents: centsColumn('credit_cents').default(0),
    createdAt: serviceTimeColumn('created_at').notNull(),
    updatedAt: serviceTimeColumn('updated_at').notNull(),
  },
  (table) => [check('credit_not_negative', sql`${table.creditCents} >= 0`)],
);

export const users = pgTable('users', { email: text().primaryKey() });

export const templates = pgTable('templates', {
  id: idColumn(),
  /** A template's alternative id in v2, made of letters, digits, underscores, and hyphens. */
  uid: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull(),
  size: text().$type<TemplateSize>().notNull(),
  /**
   * HTML documents with `{{name}}` placeholders. A letter has one document. All other sizes have a front and
   * a back.
   */
  designs: jsonb().$type<string[]>().notNull(),
  variableNames: jsonb('variable_names').$type<string[]>().notNull(),
  metaData: jsonb('meta_data').$type<Record<string, string>>().notNull(),
  createdAt: serviceTimeColumn('created_at').notNull(),
  updatedAt: serviceTimeColumn('updated_at').notNull(),
});

export const artworks = pgTable(
  'artworks',
  {
    id: idColumn(),
    /** A hash of the size and the designs. Unique, so that identical artworks share a row. */
    digest: text().notNull().unique(),
    /** The secret part of the file URLs. Requests to file URLs don't need an API key. */
    token: text().notNull().unique(),
    size: text().$type<TemplateSize>().notNull(),
    /** The template's HTML with `values` filled in. */
    designs: jsonb().$type<string[]>().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    state: text().$type<ArtworkState>().notNull().default('waiting'),
    failedRenderings: integer('failed_renderings').notNull().default(0),
  },
  (table) => [index('artworks_waiting').on(table.id).where(sql`${table.state} = 'waiting'`)],
);

export const artworkFiles = pgTable(
  'artwork_files',
  {
    artworkId: referenceColumn('artwork_id')
      .notNull()
      .references(() => artworks.id),
    name: text().notNull(),
    type: text().notNull(),
    content: bytesColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.artworkId, table.name] })],
);

export const recipientLists = pgTable('recipient_lists', {
  id: idColumn(),
  customerId: referenceColumn('customer_id')
    .notNull()
    .references(() => customers.id),
  exposedAddresses: jsonb('exposed_addresses').$type<StoredAddress[]>().notNull(),
  /** The criteria for selecting the recipients, as free-form JSON. Null for an uploaded list. */
  propertyFilter: jsonb('property_filter').$type<Record<string, unknown>>(),
  targetingCenter: jsonb('targeting_center').$type<StoredTargetingCenter>(),
});

export const senders = pgTable('senders', {
  id: idColumn(),
  customerId: referenceColumn('customer_id')
    .notNull()
    .references(() => customers.id),
  address: jsonb().$type<StoredAddress>().notNull(),
  agent: jsonb().$type<StoredAgent>(),
});

/**
 * The table has no foreign keys, because checking four references per row would double the time to insert a
 * million campaigns. Customers, artworks, recipient lists, and senders are never deleted. Campaigns keep the
 * id of a deleted template.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    /** The id increases with `created_at`, so lists can show the newest campaigns first by sorting by id. */
    id: idColumn(),
    customerId: referenceColumn('customer_id').notNull(),
    templateId: referenceColumn('template_id').notNull(),
    artworkId: referenceColumn('artwork_id').notNull(),
    recipientListId: referenceColumn('recipient_list_id').notNull(),
    senderId: referenceColumn('sender_id').notNull(),
    name: text().notNull(),
    status: text().$type<V1Status>().notNull(),
    targetingMethod: text('targeting_method').$type<TargetingMethod>().notNull(),
    postageClass: text('postage_class').$type<PostageClass>().notNull(),
    /** The number of recipients, not including the sender's copy. */
    recipientCount: integer('recipient_count').notNull(),
    sendCopyToSender: boolean('send_copy_to_sender').notNull().default(false),
    /**
     * The amount paid by card and with credit. A sent campaign is paid in full or billed on the monthly
     * invoice.
     */
    paidCents: centsColumn('paid_cents').default(0),
    /** True if the campaign was sent with v2 and is billed on the monthly invoice. */
    onInvoice: boolean('on_invoice').notNull().default(false),
    discountCode: text('discount_code'),
    notificationEmail: text('notification_email'),
    /** The time when production starts. Null for a draft. */
    scheduledAt: serviceTimeColumn('scheduled_at'),
    /** The time when production ended. Null if production hasn't ended. */
    sentAt: serviceTimeColumn('sent_at'),
    /** Consecutive numbers from 1, in the order of sent_at and id. Null if sent_at is null. */
    sentNumber: bigint('sent_number', { mode: 'number' }),
    /**
     * The metadata pairs that lists can be filtered by. The bitmaps of each distinct pair take up at least
     * one kilobyte.
     */
    metaData: jsonb('meta_data').$type<Record<string, string>>().notNull(),
    createdAt: serviceTimeColumn('created_at').notNull(),
    updatedAt: serviceTimeColumn('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('campaigns_sent_number').on(table.sentNumber),
    index('campaigns_sent_at').on(table.sentAt, table.sentNumber),
    index('campaigns_due')
      .on(table.status, table.scheduledAt)
      .where(sql`${table.status} in ('queued', 'processing')`),
    index('campaigns_in_transit').on(table.sentAt).where(sql`${table.status} = 'sent'`),
    check('paid_not_negative', sql`${table.paidCents} >= 0`),
    check(
      'times_match_status',
      sql`(${table.status} = 'draft') = (${table.scheduledAt} is null)
        and (${table.status} in ('sent', 'mailed')) = (${table.sentAt} is not null)
        and (${table.sentAt} is null) = (${table.sentNumber} is null)`,
    ),
  ],
);

/**
 * The number of bits in each block of campaign_bitmaps. The trigger in the migrations uses the same number of
 * bits.
 */
export const BITS_PER_BLOCK = 8192;

/**
 * A bitmap index with one bit per campaign and facet, stored in blocks. Facets are 'all', 'customer:3',
 * 'status:draft', 'targeting:map', and a hash of each meta_data pair. A filtered list is the AND of its
 * facets' bitmaps. For any combination of filters, counting the campaigns and finding the last page require
 * reading only a few kilobytes.
 */
export const campaignBitmaps = pgTable(
  'campaign_bitmaps',
  {
    sortKey: text('sort_key').$type<SortKey>().notNull(),
    facet: text().notNull(),
    block: integer().notNull(),
    bits: bit({ dimensions: BITS_PER_BLOCK }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sortKey, table.facet, table.block] })],
);

export const paymentLinks = pgTable(
  'payment_links',
  {
    /** The last part of the payment page's URL, which is secret. */
    token: text().primaryKey(),
    campaignId: referenceColumn('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    redirectUri: text('redirect_uri').notNull(),
    createdAt: serviceTimeColumn('created_at').notNull(),
  },
  (table) => [index('payment_links_campaign').on(table.campaignId)],
);

export const charges = pgTable(
  'charges',
  {
    id: idColumn(),
    /** Not a foreign key, because charges are kept when a campaign is deleted. */
    campaignId: referenceColumn('campaign_id').notNull(),
    kind: text().$type<ChargeKind>().notNull(),
    /**
     * The payment link's token. Unique, so that each payment link can be used for only one payment. Null if
     * the charge wasn't made with a payment link.
     */
    paymentToken: text('payment_token').unique(),
    cardCents: centsColumn('card_cents'),
    creditCents: centsColumn('credit_cents'),
    /** The email address that the caller gave for the invoice, or null. */
    email: text(),
    chargedAt: serviceTimeColumn('charged_at').notNull(),
  },
  (table) => [index('charges_campaign').on(table.campaignId)],
);

/** Service time = service_ms + (system time − machine_ms) × rate. Times are milliseconds since the epoch. */
export const clock = pgTable(
  'clock',
  {
    id: integer().primaryKey().default(1),
    machineMs: bigint('machine_ms', { mode: 'number' }).notNull(),
    serviceMs: bigint('service_ms', { mode: 'number' }).notNull(),
    rate: doublePrecision().notNull(),
  },
  (table) => [check('single_row', sql`${table.id} = 1`)],
);
