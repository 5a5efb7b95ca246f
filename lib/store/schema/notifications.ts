/** Members' notifications and their emails, and the state of the background checks that queue notifications. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EmailChoice, NotificationKind } from '#lib/domain/notification.ts';
import { jobs } from './jobs.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/**
 * One row for each member and event subject. A row is both the notification on the page and the email in the
 * outbox, which waits here while the email server or the console is down. Rows of the kind `digest` are only
 * emails, and aren't shown on the page.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /**
     * The id of the attempt, share link, approval request, bulk job, API token, or calendar feed that the
     * notification is about. For an event that happens to a campaign at a certain time, the campaign's id and
     * the time, such as "1042@1795186800000". A random id for a change to second factors or for a rejected
     * key. For a digest, the member's id.
     */
    about: text('about').notNull(),
    /** The recipient. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the event last happened. */
    occurredAt: moment('occurred_at').notNull().defaultNow(),
    /** How many times the event has happened. For a digest, the number of the next digest. */
    occasions: integer('occasions').notNull().default(1),
    /** When the member marked the notification as read. Null if it's unread. */
    readAt: moment('read_at'),
    deliveryAttempts: integer('delivery_attempts').notNull().default(0),
    /** The earliest time of the next delivery attempt. */
    nextDeliveryAt: moment('next_delivery_at').notNull().defaultNow(),
    /** The earliest time of the next email to the member about the same subject. */
    notBefore: moment('not_before'),
    /** When the member's digest lists the notification. Null if the notification isn't waiting for a digest. */
    digestAt: moment('digest_at'),
    /**
     * The time when the email was sent, was abandoned, or was no longer needed. Null while delivery is
     * pending.
     */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.kind, table.about, table.memberId),
    index('notifications_due').on(table.nextDeliveryAt).where(sql`closed_at is null and digest_at is null`),
    index('notifications_for_digest')
      .on(table.memberId, table.digestAt)
      .where(sql`closed_at is null and digest_at is not null`),
    index('notifications_by_member').on(table.memberId, table.occurredAt),
    index('notifications_unread').on(table.memberId).where(sql`read_at is null`),
  ],
);

/** The notification settings of members who changed them. */
export const notificationSettings = pgTable('notification_settings', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** When the member gets emails, by event. An event without an entry uses its default. */
  emails: jsonb('emails').$type<Readonly<Record<string, EmailChoice>>>().notNull(),
  /** When the member gets the daily digest, in minutes since midnight. */
  digestMinute: integer('digest_minute').notNull(),
  /** The browser's time zone when the settings were saved. */
  zone: text('zone'),
});

/** Members' requests for another member to approve a campaign's content. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address at the time of the request. */
    by: text('by').notNull(),
    comment: text('comment'),
    /** A hash of the content that has to be approved. */
    fingerprint: text('fingerprint').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** The bulk job that made the request. Null if a member made it on the campaign's page. */
    jobId: bigint('job_id', { mode: 'number' }).references(() => jobs.id, { onDelete: 'set null' }),
    /** When the other members were notified of the job's requests. */
    announcedAt: moment('announced_at'),
  },
  (table) => [
    uniqueIndex('approval_requests_once').on(table.campaignId, table.fingerprint),
    index('approval_requests_of_job').on(table.jobId).where(sql`job_id is not null`),
  ],
);

/** The drafts that the campaign index shows as paid, and when it first showed them as paid. */
export const paidDrafts = pgTable(
  'paid_drafts',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
    since: moment('since').notNull().defaultNow(),
    /**
     * When members were notified that the draft still wasn't scheduled a day after its payment.
     */
    queuedAt: moment('queued_at'),
  },
  (table) => [index('paid_drafts_due').on(table.since).where(sql`queued_at is null`)],
);

/** The latest period in which the mail service rejected the API key. At most one row. */
export const keyRejections = pgTable('key_rejections', {
  id: integer('id').primaryKey(),
  /** Identifies the period. */
  period: uuid('period').notNull().defaultRandom(),
  lastAt: moment('last_at').notNull().defaultNow(),
});
