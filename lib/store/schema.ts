/** Mailroom's own database: members, attempts and whose campaign is whose. What the service knows is not copied here. */
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
  /** In lower case. */
  email: text('email').notNull().unique(),
  name: text('name'),
  /** Null for whoever only signs in through the identity provider. */
  passwordHash: text('password_hash'),
  /** The issuer and the subject that it knows the member by, once they have signed in through it. */
  identity: text('identity').unique(),
  role: text('role').$type<Role>().notNull(),
  timeZone: text('time_zone'),
  disabledAt: moment('disabled_at'),
  /** Sessions from before this moment are void: it moves when the password changes, or somebody ends them. */
  sessionsFrom: moment('sessions_from').notNull().defaultNow(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Tries at passwords and tokens, by what they are aimed at. The names of the columns are rate-limiter-flexible's. */
export const rateLimits = pgTable('sign_in_tries', {
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
    lockScope: text('lane').$type<LockScope>().notNull(),
    state: text('state').$type<AttemptState>().notNull().default('open'),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's address at the time: it stays when the member goes. */
    by: text('by').notNull(),
    /** Where the request came from: an IP address, as the nearest proxy says. */
    from: text('from'),
    amount: text('amount'),
    /** The member's own words. */
    reason: text('reason'),
    /** What was read just before the call. Null: the call was never made. */
    before: jsonb('before').$type<CampaignSnapshot>(),
    result: jsonb('result').$type<AttemptResult>(),
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The address of the member who decided, at the time. */
    settledByMember: text('settled_by_member'),
    startedAt: moment('started_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
    paidAt: moment('paid_at'),
    /** The last reading after an answer got lost, and what it showed. */
    readAt: moment('read_at'),
    lastReading: jsonb('seen').$type<CampaignSnapshot>(),
  },
  (table) => [
    // The claim itself: one open or unknown attempt a lane, whoever asks, from whichever server.
    uniqueIndex('attempts_one_at_a_time')
      .on(table.campaignId, table.lockScope)
      .where(sql`state in ('open', 'unknown')`),
    index('attempts_by_campaign').on(table.campaignId, table.startedAt),
    index('attempts_unsettled').on(table.startedAt).where(sql`state in ('open', 'unknown')`),
  ],
);

/**
 * Who did what: rows are only ever added, which a trigger enforces. No foreign keys, because what they point at may go.
 * Nothing secret is kept here.
 */
export const activity = pgTable(
  'activity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    operation: text('operation').$type<RecordedOperation>().notNull(),
    outcome: text('outcome').$type<ActivityOutcome>().notNull(),
    /** The address of whoever began it. */
    by: text('by'),
    from: text('from'),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    customerId: bigint('customer_id', { mode: 'number' }),
    templateId: bigint('template_id', { mode: 'number' }),
    /** One for all that is told of the same deed. */
    attemptId: uuid('attempt_id').notNull(),
    amount: text('amount'),
    reason: text('reason'),
    /** How the outcome is known, where it isn't the service's own answer. */
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The address of the member whose word it is. */
    resolvedBy: text('word_of'),
  },
  (table) => [
    index('activity_by_campaign').on(table.campaignId, table.id),
    index('activity_by_person').on(table.by, table.id),
    index('activity_by_attempt').on(table.attemptId, table.id),
  ],
);

/** What only one of several servers does at a time: whoever holds the row, until then. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: moment('until').notNull(),
});

export const campaignOwners = pgTable('campaign_owners', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});

/** Who may become a member, once, with the link whose key has this hash. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('key_hash').notNull(),
  /** In lower case. Null: whoever sets the console up says who they are. */
  email: text('email'),
  role: text('role').$type<Role>().notNull(),
  /** The address of the member who invited, at the time; null for the program itself. */
  by: text('by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
  revokedAt: moment('revoked_at'),
});

/** Links that show a campaign to people without an account. */
export const shareLinks = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    /** The token can be derived from it only together with the console's secret. */
    nonce: text('nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    label: text('label').notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The address of the member who shared it, at the time. */
    by: text('by').notNull(),
    passwordHash: text('password_hash'),
    /** The proof is always shown. */
    visibleParts: jsonb('shows').$type<VisibleParts>().notNull(),
    guestsDecide: boolean('guests_decide').notNull(),
    /** What the campaign was when it was shared, each part as a hash. */
    fingerprints: jsonb('content').$type<ContentFingerprints>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('shares_by_campaign').on(table.campaignId, table.createdAt)],
);

/** When a shared page was looked at by somebody, not merely fetched. One row a visitor and hour. */
export const shareVisits = pgTable(
  'share_visits',
  {
    shareLinkId: uuid('share_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    /** The visitor's network, never the whole address. */
    visitor: text('visitor').notNull(),
    hour: moment('hour').notNull(),
    times: integer('times').notNull().default(1),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shareLinkId, table.visitor, table.hour] })],
);

/** What guests decided about the content that they saw. Rows are only ever added. */
export const guestDecisions = pgTable(
  'share_decisions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shareLinkId: uuid('share_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    decision: text('verdict').$type<Decision>().notNull(),
    comment: text('comment'),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Of what is printed: the decision holds only as long as the campaign has this very content. */
    fingerprint: text('content_hash').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('share_decisions_by_campaign').on(table.campaignId, table.at),
    index('share_decisions_by_guest').on(table.shareLinkId, table.email, table.at),
  ],
);

/** What the team decided about how it works: one row. */
export const teamSettings = pgTable('team_settings', {
  id: integer('id').primaryKey().default(1),
  /** Nothing is paid or sent without a guest's approval of what will be printed. */
  approvalRequired: boolean('approval_required').notNull().default(false),
});

/** News that goes out by e-mail, once to each, also when the mail server was down or this program ended meanwhile. */
export const notifications = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** The attempt or the decision that it is about. */
    about: uuid('about').notNull(),
    /** Who is told. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveries: integer('tries').notNull().default(0),
    /** When it may be tried next. */
    nextDeliveryAt: moment('next_at').notNull().defaultNow(),
    /** Null: not yet. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('notices_once').on(table.kind, table.about, table.memberId),
    index('notices_due').on(table.nextDeliveryAt).where(sql`closed_at is null`),
  ],
);
