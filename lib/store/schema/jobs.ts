/** Bulk jobs, and the campaigns in each job. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { JobAction, JobItemState, JobState, LeftOutReason, StopReason } from '#lib/domain/job.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import type { ReviewedOrder } from '#lib/domain/preconditions.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** An amount in minor units, such as cents. */
const minorUnits = (name: string) => bigint(name, { mode: 'number' });

export const jobs = pgTable(
  'jobs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    action: jsonb('action').$type<JobAction>().notNull(),
    state: text('state').$type<JobState>().notNull().default('checking'),
    /** The member who created the job. Every call is made as this member. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address when the job was created. Kept even if the member is deleted. */
    by: text('by').notNull(),
    /** The IP address from which the job was created. */
    from: text('from'),
    stopReason: text('stop_reason').$type<StopReason>(),
    /** The email address of the member who stopped the job. */
    stoppedBy: text('stopped_by'),
    stoppedAt: moment('stopped_at'),
    /**
     * The total cost of all campaigns, in minor units. The team's approval rule also applies to this total. Null until
     * the campaigns have been read, or if an amount isn't known.
     */
    total: minorUnits('total'),
    /** Whether the approvals have been checked as the rule requires for `total`. */
    isTotalChecked: boolean('is_total_checked').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When all campaigns had been read for the review. */
    checkedAt: moment('checked_at'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('jobs_active').on(table.id).where(sql`state in ('checking', 'running', 'stopping')`),
    index('jobs_of_member').on(table.memberId),
  ],
);

export const jobItems = pgTable(
  'job_items',
  {
    jobId: bigint('job_id', { mode: 'number' })
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The campaign's place in the selection, from 1. */
    position: integer('position').notNull(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    state: text('state').$type<JobItemState>().notNull().default('checking'),
    /**
     * The key of the only attempt that may be made for this item. Chosen when the item is created or retried,
     * never by the server that works on the item, so that two servers can't make two attempts.
     */
    attemptKey: uuid('attempt_key').notNull().defaultRandom(),
    leftOut: text('left_out').$type<LeftOutReason>(),
    sendAt: moment('send_at'),
    customerId: bigint('customer_id', { mode: 'number' }),
    /** The price when the campaign was selected, from the campaign index. */
    priceAtSelection: text('price_at_selection'),
    priceAtSelectionMinor: minorUnits('price_at_selection_minor'),
    /** The price shown in the review. */
    price: text('price'),
    priceMinor: minorUnits('price_minor'),
    currency: text('currency'),
    /**
     * The higher of the totals with and without a copy for the sender. Null if either total isn't clearly an
     * amount.
     */
    highestTotal: minorUnits('highest_total'),
    /** The amount added to the monthly invoice. */
    billed: minorUnits('billed'),
    recipients: bigint('recipients', { mode: 'number' }),
    /** The customer's email address shown in the review, if the action is `share`. */
    email: text('email'),
    /** The order as the member reviewed it. If it differs just before the call, the call isn't made. */
    reviewed: jsonb('reviewed').$type<ReviewedOrder>(),
    failure: jsonb('failure').$type<Failure>(),
    copyId: bigint('copy_id', { mode: 'number' }),
    /** How many times the mail service failed to respond for this item while it responded for other items. */
    retries: integer('retries').notNull().default(0),
    /** The job doesn't process the item before this time. */
    notBefore: moment('not_before'),
    /** When the campaign was read for the review. */
    readAt: moment('read_at'),
    /** When a server began to work on the item. */
    startedAt: moment('started_at'),
    /**
     * When the call for `attemptKey` was about to be made. From then on, only the attempt's outcome counts.
     */
    begunAt: moment('begun_at'),
    settledAt: moment('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    uniqueIndex('job_items_campaign').on(table.jobId, table.campaignId),
    uniqueIndex('job_items_attempt_key').on(table.attemptKey),
    index('job_items_state').on(table.jobId, table.state, table.position),
    index('job_items_settled').on(table.jobId, table.settledAt),
  ],
);
