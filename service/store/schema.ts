/**
 * The service's database.
 *
 *   customers         whose campaigns they are, and the credit they have
 *   users             e-mail addresses that v2 takes after the key; filled at start, not by the seed
 *   templates         what campaigns are made from
 *   artworks          filled designs, kept once however many campaigns show them; also the rendering queue
 *   artwork_files     what the renderer made of an artwork: front.png, back.png, proof.pdf
 *   recipient_lists   who a campaign goes to: the addresses it exposes, not one row per mailpiece
 *   senders           return addresses
 *   campaigns         the mailings
 *   campaign_marks    bitmaps behind the campaign lists; kept by a trigger, and by the seed for very many at once
 *   payment_links     open ways to pay a campaign on the payment page
 *   charges           what was paid, by card or by credit, or put on the monthly invoice
 *   clock             one row: how the service's time follows from the machine's
 *
 * The seed fills customers, templates, artworks, recipient_lists, senders and campaigns, in one transaction that the
 * service begins; a row in clock is what tells a filled database from an empty one.
 *
 * Amounts are integer cents. Times are the service's own clock, never the database's: there are no default now()s.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bit,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TemplateSize } from '#lib/contract/limits.ts';
import type { V1Status } from '#lib/contract/resources.ts';
import type { PostageClass } from '../rules/prices.ts';
import type { ArtworkState, ChargeKind, StoredAddress, StoredAgent, StoredCenter } from './column-types.ts';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
const reference = (name: string) => bigint(name, { mode: 'number' });
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const customers = pgTable(
  'customers',
  {
    id: id(),
    email: text().notNull().unique(),
    creditCents: cents('credit_cents').default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [check('credit_not_negative', sql`${table.creditCents} >= 0`)],
);

export const users = pgTable('users', { email: text().primaryKey() });

export const templates = pgTable('templates', {
  id: id(),
  /** What v2 calls a template, beside its id. Letters, digits, _ and -. */
  uid: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull(),
  size: text().$type<TemplateSize>().notNull(),
  /** HTML with `{{name}}` placeholders: one for a letter, front and back for every other size. */
  designs: jsonb().$type<string[]>().notNull(),
  variableNames: jsonb('variable_names').$type<string[]>().notNull(),
  metaData: jsonb('meta_data').$type<Record<string, string>>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const artworks = pgTable(
  'artworks',
  {
    id: id(),
    /** Hash of size and filled designs (`newArtwork`): the same artwork is never kept twice. */
    digest: text().notNull().unique(),
    /** Unguessable: it stands in the URLs of the files, which need no key. */
    token: text().notNull().unique(),
    size: text().$type<TemplateSize>().notNull(),
    /** As they are printed: the template's HTML with `values` filled in. */
    designs: jsonb().$type<string[]>().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    state: text().$type<ArtworkState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
  },
  (table) => [index('artworks_waiting').on(table.id).where(sql`${table.state} = 'waiting'`)],
);

export const artworkFiles = pgTable(
  'artwork_files',
  {
    artworkId: reference('artwork_id')
      .notNull()
      .references(() => artworks.id),
    name: text().notNull(),
    type: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.artworkId, table.name] })],
);

export const recipientLists = pgTable('recipient_lists', {
  id: id(),
  customerId: reference('customer_id')
    .notNull()
    .references(() => customers.id),
  exposedAddresses: jsonb('exposed_addresses').$type<StoredAddress[]>().notNull(),
  /** How the recipients were chosen, as free JSON (`property_filter`); null for an uploaded list. */
  propertyFilter: jsonb('property_filter').$type<Record<string, unknown>>(),
  targetingCenter: jsonb('targeting_center').$type<StoredCenter>(),
});

export const senders = pgTable('senders', {
  id: id(),
  customerId: reference('customer_id')
    .notNull()
    .references(() => customers.id),
  address: jsonb().$type<StoredAddress>().notNull(),
  agent: jsonb().$type<StoredAgent>(),
});

export type StoredTargeting = 'map' | 'csv';

/**
 * No foreign keys here: nothing ever deletes a customer, artwork, list or sender, a deleted template leaves its number
 * behind, and four look-ups a row would double the time that a million campaigns take to write.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    /** Grows with `created_at`: lists show the newest first by it. */
    id: id(),
    customerId: reference('customer_id').notNull(),
    templateId: reference('template_id').notNull(),
    artworkId: reference('artwork_id').notNull(),
    recipientListId: reference('recipient_list_id').notNull(),
    senderId: reference('sender_id').notNull(),
    name: text().notNull(),
    status: text().$type<V1Status>().notNull(),
    targetingMethod: text('targeting_method').$type<StoredTargeting>().notNull(),
    postageClass: text('postage_class').$type<PostageClass>().notNull(),
    /** Without the sender's copy. */
    recipientCount: integer('recipient_count').notNull(),
    sendCopyToSender: boolean('send_copy_to_sender').notNull().default(false),
    /** By card and by credit together. Whatever was sent has its whole price here, unless it is on the invoice. */
    paidCents: cents('paid_cents').default(0),
    /** Sent by v2: the price is billed with the month's invoice. */
    onInvoice: boolean('on_invoice').notNull().default(false),
    discountCode: text('discount_code'),
    notificationEmail: text('notification_email'),
    /** When it goes into production; null while it is a draft. */
    scheduledAt: moment('scheduled_at'),
    /** When it left production; null before. */
    sentAt: moment('sent_at'),
    /** 1, 2, 3 … in the order of (sent_at, id) over all campaigns that have a sent_at; null for the others. */
    sentNumber: bigint('sent_number', { mode: 'number' }),
    /** Lists filter by its pairs, with bitmaps for each: a pair that no two campaigns share costs a kilobyte. */
    metaData: jsonb('meta_data').$type<Record<string, string>>().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('campaigns_sent_number').on(table.sentNumber),
    index('campaigns_sent_at').on(table.sentAt, table.sentNumber),
    index('campaigns_due')
      .on(table.status, table.scheduledAt)
      .where(sql`${table.status} in ('queued', 'processing')`),
    index('campaigns_leaving').on(table.sentAt).where(sql`${table.status} = 'sent'`),
    check('paid_not_negative', sql`${table.paidCents} >= 0`),
    check(
      'times_fit_status',
      sql`(${table.status} = 'draft') = (${table.scheduledAt} is null)
        and (${table.status} in ('sent', 'mailed')) = (${table.sentAt} is not null)
        and (${table.sentAt} is null) = (${table.sentNumber} is null)`,
    ),
  ],
);

/** Positions in one bitmap of campaign_marks. The trigger in the migrations holds the same number. */
export const MARKS_PER_BLOCK = 8192;

/**
 * One bit per campaign and feature ('all', 'customer:3', 'status:draft', 'targeting:map', and a hash for each pair of
 * meta_data), in blocks. A list with any mix of filters is the AND of its features' bitmaps, so its count and its
 * deepest page cost the same few kilobytes whichever filters meet. Axis 'id' stands in the order of campaigns.id, axis
 * 'sent' in the order of campaigns.sent_number.
 */
export const campaignMarks = pgTable(
  'campaign_marks',
  {
    axis: text().$type<'id' | 'sent'>().notNull(),
    feature: text().notNull(),
    block: integer().notNull(),
    marks: bit({ dimensions: MARKS_PER_BLOCK }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.axis, table.feature, table.block] })],
);

export const paymentLinks = pgTable(
  'payment_links',
  {
    /** Unguessable; the payment page's address ends in it. */
    token: text().primaryKey(),
    campaignId: reference('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    redirectUri: text('redirect_uri').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('payment_links_campaign').on(table.campaignId)],
);

export const charges = pgTable(
  'charges',
  {
    id: id(),
    /** No foreign key: the record of a payment outlives a deleted campaign. */
    campaignId: reference('campaign_id').notNull(),
    kind: text().$type<ChargeKind>().notNull(),
    /** Unique: one payment page takes one payment. Null for the other kinds. */
    paymentToken: text('payment_token').unique(),
    cardCents: cents('card_cents'),
    creditCents: cents('credit_cents'),
    /** Where the invoice goes, when the caller said so. */
    email: text(),
    chargedAt: moment('charged_at').notNull(),
  },
  (table) => [index('charges_campaign').on(table.campaignId)],
);

/** Service time = service_ms + (machine time − machine_ms) × rate. Milliseconds since the epoch. */
export const clock = pgTable(
  'clock',
  {
    id: integer().primaryKey().default(1),
    machineMs: bigint('machine_ms', { mode: 'number' }).notNull(),
    serviceMs: bigint('service_ms', { mode: 'number' }).notNull(),
    rate: doublePrecision().notNull(),
  },
  (table) => [check('one_clock', sql`${table.id} = 1`)],
);
