/** Guests' and members' decisions about campaigns' content. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Decision } from '#lib/domain/approval.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';
import { shareLinks } from './share-links.ts';

/**
 * Guests' decisions about the content they saw. Apart from `verifiedAt` and `reportedAt`, rows are never
 * changed.
 */
export const guestDecisions = pgTable(
  'guest_decisions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shareLinkId: uuid('share_link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    decision: text('decision').$type<Decision>().notNull(),
    comment: text('comment'),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /**
     * A hash of the content that the guest approved or requested changes to. The decision is valid only while
     * the campaign has the same content.
     */
    fingerprint: text('fingerprint').notNull(),
    at: moment('at').notNull().defaultNow(),
    /**
     * The id of the browser in which the guest made the decision. Null if the decision was made before the
     * console started recording browsers.
     */
    browser: uuid('browser'),
    /** When the guest verified the email address. Null if the address isn't verified. */
    verifiedAt: moment('verified_at'),
    /**
     * When an email listed the decision, or when the console determined that no email was needed. Null until
     * then.
     */
    reportedAt: moment('reported_at'),
  },
  (table) => [
    index('guest_decisions_by_campaign').on(table.campaignId, table.at),
    index('guest_decisions_by_guest').on(table.shareLinkId, table.email, table.at),
    index('guest_decisions_proven').on(table.email, table.browser).where(sql`verified_at is not null`),
  ],
);

/** The codes that verify guests' email addresses. Each row belongs to one decision. */
export const guestCodes = pgTable('guest_codes', {
  decisionId: uuid('decision_id')
    .primaryKey()
    .references(() => guestDecisions.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  /** How many times a code was entered for the decision. */
  attempts: integer('attempts').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/**
 * What would be printed for each campaign with decisions, as Mailroom last read it. A decision is current if it has the
 * same fingerprint. Used only for lists: payments and mailings read the content again.
 */
export const decidedContents = pgTable('decided_contents', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  /** The time of the request that read the campaign's content. */
  readAt: moment('read_at').notNull().defaultNow(),
});

/** Members' decisions about a campaign's content. Rows are never changed or deleted. */
export const memberDecisions = pgTable(
  'member_decisions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address at the time of the decision. */
    by: text('by').notNull(),
    decision: text('decision').$type<Decision>().notNull(),
    comment: text('comment'),
    /** A hash of the content that the member approved or requested changes to. */
    fingerprint: text('fingerprint').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('member_decisions_by_campaign').on(table.campaignId, table.at),
    index('member_decisions_by_time').on(table.at),
  ],
);
