/**
 * Mailroom's own tables, such as members, attempts, activity, and share links. Data from the mail service
 * isn't copied here, with two exceptions: which customer owns each campaign, and the template name that a
 * campaign had when it was first seen.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ActivityOutcome, RecordedOperation, SettledBy } from '#lib/domain/activity.ts';
import type { Decision } from '#lib/domain/approval.ts';
import type {
  AttemptOperation,
  AttemptResult,
  AttemptState,
  CampaignSnapshot,
  LockScope,
} from '#lib/domain/attempt.ts';
import type { NotificationKind } from '#lib/domain/notification.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { ContentFingerprints, VisibleParts } from '#lib/domain/share-link.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Always lowercase. */
  email: text('email').notNull().unique(),
  name: text('name'),
  /** Null for members who sign in only through the identity provider. */
  passwordHash: text('password_hash'),
  /** The provider's issuer and subject, set at the first sign-in through it. */
  identity: text('identity').unique(),
  role: text('role').$type<Role>().notNull(),
  timeZone: text('time_zone'),
  disabledAt: moment('disabled_at'),
  /**
   * Sessions started before this moment are invalid. Updated when the password changes or an action ends the member's
   * sessions.
   */
  sessionsFrom: moment('sessions_from').notNull().defaultNow(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Counts of password and token tries, per target. rate-limiter-flexible requires these column names. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: timestamp('expire', { withTimezone: true }),
});

export const attempts = pgTable(
  'attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    operation: text('operation').$type<AttemptOperation>().notNull(),
    lockScope: text('lock_scope').$type<LockScope>().notNull(),
    state: text('state').$type<AttemptState>().notNull().default('open'),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address when the attempt was claimed. Kept when the member is deleted. */
    by: text('by').notNull(),
    /** The caller's IP address, as reported by the nearest trusted proxy. */
    from: text('from'),
    amount: text('amount'),
    /** The reason the member typed. */
    reason: text('reason'),
    /** The campaign's state just before the call. Null if the call was never made. */
    before: jsonb('before').$type<CampaignSnapshot>(),
    result: jsonb('result').$type<AttemptResult>(),
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The email address of the member who resolved the attempt, as it was then. */
    settledByMember: text('settled_by_member'),
    startedAt: moment('started_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
    paidAt: moment('paid_at'),
    /** When an unknown attempt was last read back, and what that reading showed. */
    readAt: moment('read_at'),
    lastReading: jsonb('last_reading').$type<CampaignSnapshot>(),
  },
  (table) => [
    // The lock: at most one unsettled attempt per campaign and lock scope, across all servers.
    uniqueIndex('attempts_one_per_lock_scope')
      .on(table.campaignId, table.lockScope)
      .where(sql`state in ('open', 'unknown')`),
    index('attempts_by_campaign').on(table.campaignId, table.startedAt),
    index('attempts_unsettled').on(table.startedAt).where(sql`state in ('open', 'unknown')`),
  ],
);

/**
 * Who did what and when. A trigger rejects every update and delete. There are no foreign keys, because the rows they
 * would reference may be deleted. Never contains secrets.
 */
export const activity = pgTable(
  'activity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    operation: text('operation').$type<RecordedOperation>().notNull(),
    outcome: text('outcome').$type<ActivityOutcome>().notNull(),
    /** The email address of the member who started the action. */
    by: text('by'),
    from: text('from'),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    customerId: bigint('customer_id', { mode: 'number' }),
    templateId: bigint('template_id', { mode: 'number' }),
    /** Shared by all entries about the same attempt. */
    attemptId: uuid('attempt_id').notNull(),
    amount: text('amount'),
    reason: text('reason'),
    /** How the outcome was determined. Null for entries that only record the start. */
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The email address of the member who marked the outcome. */
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    index('activity_by_campaign').on(table.campaignId, table.id),
    index('activity_by_member').on(table.by, table.id),
    index('activity_by_attempt').on(table.attemptId, table.id),
  ],
);

/** Work that only one server does at a time. The row's holder does the work until the lease expires. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const campaignOwners = pgTable('campaign_owners', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});

/** The template name that a campaign had when it was first seen. Kept when the template is renamed or deleted. */
export const campaignTemplateNames = pgTable('campaign_template_names', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  templateId: bigint('template_id', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
});

/** One-time links that make their recipient a member. Only the token's hash is stored. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull(),
  /** Always lowercase. Null for the setup link, whose recipient enters their own address. */
  email: text('email'),
  role: text('role').$type<Role>().notNull(),
  /** The email address of the member who sent the invitation, as it was then. Null for the setup link. */
  by: text('by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
  revokedAt: moment('revoked_at'),
});

/** Links that show a campaign to guests, who have no account. */
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
    /** The email address of the member who created the link, as it was then. */
    by: text('by').notNull(),
    passwordHash: text('password_hash'),
    /** Which parts guests see in addition to the proof, which is always shown. */
    visibleParts: jsonb('visible_parts').$type<VisibleParts>().notNull(),
    guestsDecide: boolean('guests_decide').notNull(),
    /** Hashes of the campaign's parts when the link was created. */
    fingerprints: jsonb('fingerprints').$type<ContentFingerprints>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('share_links_by_campaign').on(table.campaignId, table.createdAt)],
);

/** Guest page views in a browser, excluding automated fetches. There is one row per visitor and hour. */
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

/** Guests' decisions about the content they saw. Rows are never changed or deleted. */
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
    /** A hash of what would be printed. The decision is valid only while the campaign still has this content. */
    fingerprint: text('fingerprint').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('guest_decisions_by_campaign').on(table.campaignId, table.at),
    index('guest_decisions_by_guest').on(table.shareLinkId, table.email, table.at),
  ],
);

/** The team's settings, in a single row. */
export const teamSettings = pgTable('team_settings', {
  id: integer('id').primaryKey().default(1),
  /** Whether a guest must approve the proof before a campaign can be paid for or sent. */
  approvalRequired: boolean('approval_required').notNull().default(false),
});

/**
 * The outbox: emails to members. Each email is delivered once, even if the email server or this process was down in the
 * meantime.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** The id of the attempt or guest decision. */
    about: uuid('about').notNull(),
    /** The recipient. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveryAttempts: integer('delivery_attempts').notNull().default(0),
    /** The earliest moment for the next delivery attempt. */
    nextDeliveryAt: moment('next_delivery_at').notNull().defaultNow(),
    /**
     * When the notification was sent, abandoned, or found to be no longer needed. Null while delivery is
     * pending.
     */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.kind, table.about, table.memberId),
    index('notifications_due').on(table.nextDeliveryAt).where(sql`closed_at is null`),
  ],
);
