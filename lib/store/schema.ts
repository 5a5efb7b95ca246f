/** Mailroom's own database: members, attempts and whose campaign is whose. What the service knows is not copied here. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AttemptOperation, AttemptState, Before, Lane, Result, SettledBy } from '../attempts/attempt.ts';
import type { Role } from '../auth/roles.ts';
import type { ActivityOutcome, TrailOperation } from '../format/activity.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  role: text('role').$type<Role>().notNull(),
  timeZone: text('time_zone'),
  disabledAt: moment('disabled_at'),
  /** Sessions from before this moment are void: it moves when the password changes. */
  sessionsFrom: moment('sessions_from').notNull().defaultNow(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Tries at signing in, by account. The names of the columns are rate-limiter-flexible's. */
export const signInTries = pgTable('sign_in_tries', {
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
    lane: text('lane').$type<Lane>().notNull(),
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
    before: jsonb('before').$type<Before>(),
    result: jsonb('result').$type<Result>(),
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The address of the member who decided, at the time. */
    settledByMember: text('settled_by_member'),
    startedAt: moment('started_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
    paidAt: moment('paid_at'),
    /** The last reading after an answer got lost, and what it showed. */
    readAt: moment('read_at'),
    seen: jsonb('seen').$type<Before>(),
  },
  (table) => [
    // The claim itself: one open or unknown attempt a lane, whoever asks, from whichever server.
    uniqueIndex('attempts_one_at_a_time')
      .on(table.campaignId, table.lane)
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
    operation: text('operation').$type<TrailOperation>().notNull(),
    outcome: text('outcome').$type<ActivityOutcome>().notNull(),
    /** The address of whoever did it, or whose word it is; null where a reading showed it. */
    by: text('by'),
    from: text('from'),
    campaignId: bigint('campaign_id', { mode: 'number' }),
    customerId: bigint('customer_id', { mode: 'number' }),
    templateId: bigint('template_id', { mode: 'number' }),
    /** One for all that is told of the same deed. */
    attemptId: uuid('attempt_id').notNull(),
    amount: text('amount'),
    reason: text('reason'),
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
  until: moment('until').notNull(),
});

export const campaignOwners = pgTable('campaign_owners', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});
