/** The activity log, and the counts of repeated security events. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ActivityAction, ActivityOutcome, SettledBy } from '#lib/domain/activity.ts';
import type { EventDetails, SecurityEventName } from '#lib/domain/security-event.ts';
import { moment } from './moment.ts';

/**
 * The activity log, which records who did what and when. A trigger prevents changes to rows, and prevents the
 * deletion of rows that must be kept. The table has no foreign keys, because the rows that its entries refer
 * to can be deleted. The log never contains secrets.
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
 * How many times a repeatable security event happened. Each row has only one entry in the activity log, so a
 * caller who repeats the event endlessly can't fill the log.
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
