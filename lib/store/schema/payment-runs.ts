import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Failure } from '#lib/domain/outcome.ts';
import type { RunOutcome } from '#lib/domain/payment-run.ts';
import { attempts } from './attempts.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** Lists of drafts that a member pays for by link, one after the other. */
export const paymentRuns = pgTable(
  'payment_runs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The member who pays, and on whose behalf paid campaigns are scheduled. Null if the member was deleted. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'set null' }),
    /** The member's email address. Kept even if the member is deleted. */
    by: text('by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    stoppedAt: moment('stopped_at'),
    /** When each campaign is sent, in ISO 8601 with an offset. Null if paid campaigns aren't scheduled. */
    sendDate: text('send_date'),
  },
  (table) => [index('payment_runs_by_member').on(table.memberId)],
);

/** The campaigns in payment runs. */
export const paymentRunItems = pgTable(
  'payment_run_items',
  {
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => paymentRuns.id, { onDelete: 'cascade' }),
    /** Starts at 1. */
    position: integer('position').notNull(),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
    /** Why the run leaves out the campaign. Null if it doesn't. */
    outcome: text('outcome').$type<RunOutcome>(),
    outcomeAt: moment('outcome_at'),
    /** What was paid elsewhere, as formatted by the service. */
    amount: text('amount'),
    /** The key of the only attempt at scheduling the campaign. Replaced if the attempt certainly had no effect. */
    sendKey: uuid('send_key').notNull().unique().defaultRandom(),
    /** When the server tries again to schedule the campaign. Null if the server can try at once. */
    sendRetryAt: moment('send_retry_at'),
    /**
     * When scheduling was completed or abandoned, or became pointless. If there is an attempt, that attempt
     * shows how scheduling ended.
     */
    sendEndedAt: moment('send_ended_at'),
    /** Why the campaign wasn't scheduled. */
    sendFailure: jsonb('send_failure').$type<Failure>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    unique('payment_run_items_campaign').on(table.runId, table.campaignId),
    index('payment_run_items_unsent').on(table.runId).where(sql`send_ended_at is null`),
  ],
);

/**
 * The payment links that were opened in a run. The state that comes back from the payment page identifies the
 * attempt, and this table says which run the attempt belongs to.
 */
export const paymentRunLinks = pgTable(
  'payment_run_links',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => paymentRuns.id, { onDelete: 'cascade' }),
    campaignId: bigint('campaign_id', { mode: 'number' }).notNull(),
  },
  (table) => [index('payment_run_links_by_item').on(table.runId, table.campaignId)],
);
