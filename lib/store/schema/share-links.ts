/** The share links, and the views of their guest pages. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ContentFingerprints, ShareEmailState, VisibleParts } from '#lib/domain/share-link.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** Links that show a campaign to guests, who have no accounts. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    /** The link's token is derived from the nonce and the console's secret. */
    nonce: text('nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    label: text('label').notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The creator's email address when the link was created. */
    by: text('by').notNull(),
    passwordHash: text('password_hash'),
    /** The parts that guests see in addition to the proof, which is always shown. */
    visibleParts: jsonb('visible_parts').$type<VisibleParts>().notNull(),
    guestsDecide: boolean('guests_decide').notNull(),
    /** The hashes of the campaign's parts at the time when the link was created. */
    fingerprints: jsonb('fingerprints').$type<ContentFingerprints>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('share_links_by_campaign').on(table.campaignId, table.createdAt)],
);

/**
 * Views of guest pages in browsers, excluding automated fetches. The table has one row per visitor and hour.
 */
export const shareVisits = pgTable(
  'share_visits',
  {
    shareLinkId: uuid('share_link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** The visitor's network, never the full IP address. */
    visitor: text('visitor').notNull(),
    hour: moment('hour').notNull(),
    times: integer('times').notNull().default(1),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shareLinkId, table.visitor, table.hour] })],
);

/**
 * Emails that send share links to campaigns' customers, one email for each link. An email that the email
 * server may have accepted is never sent again.
 */
export const shareEmails = pgTable(
  'share_emails',
  {
    shareLinkId: uuid('share_link_id')
      .primaryKey()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /**
     * The key of the bulk job's item. Chosen before the link is created, so that two servers can't create two
     * links.
     */
    jobKey: uuid('job_key').notNull().unique(),
    /** The customer's address. */
    to: text('to').notNull(),
    /** The member's message. */
    message: text('message'),
    state: text('state').$type<ShareEmailState>().notNull().default('waiting'),
    deliveryAttempts: integer('delivery_attempts').notNull().default(0),
    nextDeliveryAt: moment('next_delivery_at').notNull().defaultNow(),
    /** When a server began to send the email. */
    takenAt: moment('taken_at'),
  },
  (table) => [
    index('share_emails_due').on(table.nextDeliveryAt).where(sql`state = 'waiting'`),
    index('share_emails_sending').on(table.takenAt).where(sql`state = 'sending'`),
  ],
);
