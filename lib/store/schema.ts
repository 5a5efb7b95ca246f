/**
 * Mailroom's own tables, such as members, attempts, activity, and share links. The only data from the mail
 * service are each campaign's owner, the first template name seen for it, and the details of attempts,
 * changes, and answers to API calls.
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
import type { ActivityAction, ActivityOutcome, SettledBy } from '#lib/domain/activity.ts';
import type { TokenScope } from '#lib/domain/api-token.ts';
import type { Decision } from '#lib/domain/approval.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import type {
  AttemptOperation,
  AttemptResult,
  AttemptState,
  CampaignSnapshot,
  LockScope,
} from '#lib/domain/attempt.ts';
import type { NotificationKind } from '#lib/domain/notification.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';
import type { EventDetails, SecurityEventName } from '#lib/domain/security-event.ts';
import type { ContentFingerprints, VisibleParts } from '#lib/domain/share-link.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The member's email address in lowercase. */
  email: text('email').notNull().unique(),
  name: text('name'),
  /** The hash of the member's password. Null for members who sign in only through the identity provider. */
  passwordHash: text('password_hash'),
  /** When the password was last replaced. Null if the password was never replaced. */
  passwordChangedAt: moment('password_changed_at'),
  /** Whether the password is so short that the member needs a second factor. */
  hasShortPassword: boolean('has_short_password').notNull().default(false),
  /** The identity provider's issuer and subject. Set when the member first signs in through the provider. */
  identity: text('identity').unique(),
  role: text('role').$type<Role>().notNull(),
  timeZone: text('time_zone'),
  /** The locale that dates are formatted for, such as "en-GB". Null means the browser's language. */
  dateLocale: text('date_locale'),
  disabledAt: moment('disabled_at'),
  /**
   * Incremented to forget the browsers in which the member has signed in. Device cookies contain the earlier
   * number, so they stop working.
   */
  deviceEpoch: integer('device_epoch').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * The members' sessions. Deleting a row ends the session at its next request. Contains only a hash of the
 * secret in the session's cookie, so a stolen database can't be used to sign in.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull().unique(),
    /** The caller's IP address at the latest recorded use, as reported by the nearest trusted proxy. */
    address: text('address'),
    /** The browser and the system at sign-in, such as "Firefox on Windows". Null if unknown. */
    device: text('device'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Written at most once a minute. Polls by open pages don't count as use. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    /** When the session ends even if it is in use. */
    expiresAt: moment('expires_at').notNull(),
    /** When the member last proved who they are in this session, with a password or a factor. */
    authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
    /** Whether the member signed in with a second factor, or has added one in this session. */
    isTwoFactor: boolean('is_two_factor').notNull().default(false),
  },
  (table) => [
    index('sessions_by_member').on(table.memberId, table.lastUsedAt),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);

/** Members' passkeys. Contains only public keys, so a stolen database can't be used to sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The authenticator's name for the passkey, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The public key in the COSE format, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the authenticator has used the passkey. Always 0 for authenticators that don't count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, such as "internal" or "usb". */
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    /** The browser and the system that created the passkey, such as "Firefox on Windows". Null if unknown. */
    device: text('device'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_by_member').on(table.memberId, table.createdAt)],
);

/**
 * Members' authenticator apps. Each member has at most one app that is in use, and at most one that is being
 * set up.
 */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * The secret that the console shares with the app, sealed with a key derived from the console's secret.
     */
    sealedSecret: text('sealed_secret').notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** When the member entered the first code. Null while the app is being set up. */
    confirmedAt: moment('confirmed_at'),
    /** The 30-second period of the last accepted code, counted since the epoch. Earlier codes are refused. */
    lastPeriod: bigint('last_period', { mode: 'number' }).notNull().default(0),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('authenticator_apps_in_use').on(table.memberId).where(sql`confirmed_at is not null`),
    uniqueIndex('authenticator_apps_in_setup').on(table.memberId).where(sql`confirmed_at is null`),
  ],
);

/** Members' unused recovery codes. Using a code deletes its row. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The code's first characters, which tell a member's codes apart. */
    prefix: text('prefix').notNull(),
    /** The salted hash of the whole code. */
    codeHash: text('code_hash').notNull(),
  },
  (table) => [uniqueIndex('recovery_codes_by_member').on(table.memberId, table.prefix)],
);

/**
 * The members' API tokens. Contains only a hash of each token, so a stolen database can't be used to call the
 * API. Expired and revoked tokens are kept for 30 days, so that members can see where a token was last used.
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token's last characters, by which members recognize the token. */
    ending: text('ending').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The only customer whose data the token can read and change. Null if the token isn't limited. */
    customerId: bigint('customer_id', { mode: 'number' }),
    /** The addresses and networks from which the token works. Empty if the token works from every address. */
    addresses: text('addresses').array().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Written at most once a minute, except when the address changes. Null if the token was never used. */
    lastUsedAt: moment('last_used_at'),
    /** The caller's IP address at the latest recorded use. */
    lastUsedFrom: text('last_used_from'),
    revokedAt: moment('revoked_at'),
    /**
     * The email address of the member who revoked the token. Null if no member has revoked the token.
     */
    revokedBy: text('revoked_by'),
  },
  (table) => [
    index('api_tokens_by_member').on(table.memberId, table.createdAt),
    index('api_tokens_by_expiry').on(table.expiresAt),
  ],
);

/**
 * How many passwords or tokens were tried for each target. rate-limiter-flexible requires these column names.
 */
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
    /** The member's email address when the attempt was claimed. Kept even if the member is deleted. */
    by: text('by').notNull(),
    /** The caller's IP address, as reported by the nearest trusted proxy. */
    from: text('from'),
    /**
     * The API token that made the request. Null if the member used the console. Kept even if the token is
     * deleted.
     */
    tokenId: uuid('token_id'),
    tokenName: text('token_name'),
    amount: text('amount'),
    /** The reason that the member entered. */
    reason: text('reason'),
    /** The campaign's owner when the call was made, if known. */
    customerId: bigint('customer_id', { mode: 'number' }),
    /** The campaign's state immediately before the call. Null if the call was never made. */
    before: jsonb('before').$type<CampaignSnapshot>(),
    /**
     * The campaign's state in the response, or in the reading that settled the attempt. Null for payment
     * links and copies, and if a member recorded the outcome.
     */
    after: jsonb('after').$type<CampaignSnapshot>(),
    result: jsonb('result').$type<AttemptResult>(),
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The resolving member's email address when the attempt was resolved. */
    settledByMember: text('settled_by_member'),
    startedAt: moment('started_at').notNull().defaultNow(),
    /**
     * The time of the call on the service's clock. Null if the call was never made, or was made before the
     * console recorded this time.
     */
    serviceStartedAt: moment('service_started_at'),
    settledAt: moment('settled_at'),
    /** When the console first saw that the payment link had been paid. */
    paidAt: moment('paid_at'),
    /** When the payer first returned from the payment page, before the console saw the payment. */
    payerReturnedAt: moment('payer_returned_at'),
    /** When a member accepted a reading that contradicts the attempt's outcome. */
    readingAcceptedAt: moment('reading_accepted_at'),
    /** The email address of the member who accepted the reading. */
    readingAcceptedBy: text('reading_accepted_by'),
    /** When the console recorded that the payment link hadn't been paid within a day. */
    abandonedAt: moment('abandoned_at'),
    /**
     * When the console last read the campaign to settle an unknown attempt or to find out whether a payment
     * link has been paid. For an unknown attempt, `lastReading` is the campaign's state at that time.
     */
    readAt: moment('read_at'),
    lastReading: jsonb('last_reading').$type<CampaignSnapshot>(),
  },
  (table) => [
    // The lock, which allows at most one unsettled attempt per campaign and lock scope across all servers.
    uniqueIndex('attempts_one_per_lock_scope')
      .on(table.campaignId, table.lockScope)
      .where(sql`state in ('open', 'unknown')`),
    index('attempts_by_campaign').on(table.campaignId, table.startedAt),
    index('attempts_unsettled').on(table.startedAt).where(sql`state in ('open', 'unknown')`),
    index('attempts_unpaid_links')
      .on(table.startedAt)
      .where(sql`operation = 'payCampaign' and state = 'done' and paid_at is null`),
  ],
);

/**
 * The Idempotency-Key of each irreversible API call in the last day, with the answer to the first request.
 * Contains only a hash of the request.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * The key as sent. If the request had an API token, the token's id and a space precede the key, so that
     * tokens don't share keys with each other or with sessions. Keys don't contain spaces.
     */
    key: text('key').notNull(),
    /** A hash of the operation and its input. */
    fingerprint: text('fingerprint').notNull(),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** Null until the outcome is known. */
    answer: jsonb('answer').$type<Outcome<unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.key] }),
    index('idempotency_keys_by_time').on(table.startedAt),
  ],
);

/**
 * The activity log, which records who did what and when. A trigger rejects all updates, and deletions of rows
 * that must be kept. The table has no foreign keys, because rows in other tables may be deleted. The log
 * never contains secrets.
 */
export const activity = pgTable(
  'activity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    operation: text('operation').$type<ActivityAction>().notNull(),
    outcome: text('outcome').$type<ActivityOutcome>().notNull(),
    /** The email address of the member who started the action. */
    by: text('by'),
    /** The email address of the member or invited person that a security event is about. */
    about: text('about'),
    /** The caller's IP address, or the network of a guest. */
    from: text('from'),
    /** The name of the API token that made the request. Null if the member used the console. */
    tokenName: text('token_name'),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    /** The customer that the action changed, or the owner of the campaign. */
    customerId: bigint('customer_id', { mode: 'number' }),
    templateId: bigint('template_id', { mode: 'number' }),
    /** The id of the attempt that the entry is about. Each security event has an id of its own. */
    attemptId: uuid('attempt_id').notNull(),
    amount: text('amount'),
    reason: text('reason'),
    /** How the outcome was determined. Null for entries that record only the start of an attempt. */
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The email address of the member who marked the outcome. */
    resolvedBy: text('resolved_by'),
    /** For a change to a customer's email address, the address before the change, if known. */
    oldEmail: text('old_email'),
    newEmail: text('new_email'),
    /** A security event's details. */
    details: jsonb('details').$type<EventDetails>(),
    /** The id of a security event's request, as in the log. */
    requestId: text('request_id'),
    /** When the entry may be deleted. Null if the entry is kept forever. */
    keepUntil: moment('keep_until'),
  },
  (table) => [
    index('activity_by_campaign').on(table.campaignId, table.id),
    index('activity_by_member').on(table.by, table.id),
    index('activity_by_attempt').on(table.attemptId, table.id),
    index('activity_about').on(table.about, table.id).where(sql`about is not null`),
    index('activity_deletable').on(table.keepUntil).where(sql`keep_until is not null`),
  ],
);

/**
 * How often a repeatable security event happened. The activity log contains one entry for each row, so the
 * number of entries is limited even if a caller repeats the event endlessly.
 */
export const eventCounts = pgTable(
  'event_counts',
  {
    event: text('event').$type<SecurityEventName>().notNull(),
    hour: moment('hour').notNull(),
    /** Identifies who caused the event, and what the event is about. */
    source: text('source').notNull(),
    /** The `attemptId` of the activity entry. */
    attemptId: uuid('attempt_id').notNull().unique().defaultRandom(),
    count: integer('count').notNull().default(1),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event, table.hour, table.source] })],
);

/**
 * Leases for work that only one server does at a time. The lease's holder does the work until the lease
 * expires.
 */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const campaignOwners = pgTable('campaign_owners', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});

/**
 * The template name that a campaign had when Mailroom first saw the campaign. The name stays the same when
 * the template is renamed or deleted.
 */
export const campaignTemplateNames = pgTable('campaign_template_names', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  templateId: bigint('template_id', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
});

/** One-time links that let their recipient become a member. Only the token's hash is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull(),
    /**
     * The recipient's email address in lowercase. Null for the setup link, because the setup link's recipient
     * enters an address.
     */
    email: text('email'),
    role: text('role').$type<Role>().notNull(),
    /** The inviting member's email address when the invitation was sent. Null for the setup link. */
    by: text('by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('invitations_by_token').on(table.tokenHash)],
);

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
     * The browser that made the decision. Null if the decision was made before the console recorded browsers.
     */
    browser: uuid('browser'),
    /** When the guest proved the email address. Null if the guest hasn't proved the address. */
    verifiedAt: moment('verified_at'),
    /**
     * When an email listed the decision, or when the console found that no email is needed. Null until then.
     */
    reportedAt: moment('reported_at'),
  },
  (table) => [
    index('guest_decisions_by_campaign').on(table.campaignId, table.at),
    index('guest_decisions_by_guest').on(table.shareLinkId, table.email, table.at),
  ],
);

/** The codes that prove guests' email addresses. Each row belongs to one decision. */
export const guestCodes = pgTable('guest_codes', {
  decisionId: uuid('decision_id')
    .primaryKey()
    .references(() => guestDecisions.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  /** How often someone entered a code for the decision. */
  attempts: integer('attempts').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** Members' decisions about a campaign's content. Rows are never changed or deleted. */
export const memberDecisions = pgTable(
  'member_decisions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address when the member decided. */
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

/** The team's settings, in a single row. */
export const teamSettings = pgTable('team_settings', {
  id: integer('id').primaryKey().default(1),
  /** Who must approve the proof before a campaign can be paid for or sent. */
  approvalRule: text('approval_rule').$type<ApprovalRule>().notNull().default('none'),
  /**
   * The lowest price to which the rule applies, in minor units. Null if the rule applies to every campaign.
   */
  approvalMinimum: bigint('approval_minimum', { mode: 'number' }),
  /** Which members must have a second factor. */
  secondFactorRule: text('second_factor_rule').$type<SecondFactorRule>().notNull().default('none'),
});

/**
 * The outbox for emails to members. Each email is delivered once, even if the email server or the console is
 * down for a while.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /**
     * The id of the attempt or share link that the email is about, or a random id for a change of factors.
     */
    about: uuid('about').notNull(),
    /** The recipient. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveryAttempts: integer('delivery_attempts').notNull().default(0),
    /** The earliest time of the next delivery attempt. */
    nextDeliveryAt: moment('next_delivery_at').notNull().defaultNow(),
    /** The earliest time of the next email to the member about the same share link. */
    notBefore: moment('not_before'),
    /**
     * The time when the notification was sent, was abandoned, or was no longer needed. Null while delivery is
     * pending.
     */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.kind, table.about, table.memberId),
    index('notifications_due').on(table.nextDeliveryAt).where(sql`closed_at is null`),
  ],
);
