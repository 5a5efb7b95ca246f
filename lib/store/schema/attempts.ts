/** The members' attempts at irreversible actions. */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SettledBy } from '#lib/domain/activity.ts';
import type {
  AttemptOperation,
  AttemptResult,
  AttemptState,
  CampaignSnapshot,
  ItemKind,
  LockScope,
  Reschedule,
} from '#lib/domain/attempt.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

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
    /**
     * The key of the item that the attempt is for, in a bulk job or payment run. Null if a member makes the
     * attempt directly.
     */
    itemKey: uuid('job_key'),
    /** Whether the item is part of a bulk job or of a payment run. Null if `itemKey` is null. */
    itemKind: text('item_kind').$type<ItemKind>(),
    amount: text('amount'),
    /** The member's reason for canceling, if the member entered one. */
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
    /** For rescheduleCampaign, the plan and the attempt's current part. Null if no call was made. */
    reschedule: jsonb('reschedule').$type<Reschedule>(),
    settledBy: text('settled_by').$type<SettledBy>(),
    /** The resolving member's email address when the attempt was resolved. */
    settledByMember: text('settled_by_member'),
    startedAt: moment('started_at').notNull().defaultNow(),
    /**
     * When the call was made, on the service's clock. Null if the call was never made, or was made before the
     * console started recording this time.
     */
    serviceStartedAt: moment('service_started_at'),
    settledAt: moment('settled_at'),
    /** When the console first saw that the payment link had been paid. */
    paidAt: moment('paid_at'),
    /** When the payer first returned from the payment page while checkout didn't show the payment yet. */
    payerReturnedAt: moment('payer_returned_at'),
    /** When a member accepted a reading that contradicts the attempt's outcome. */
    readingAcceptedAt: moment('reading_accepted_at'),
    /** The email address of the member who accepted the reading. */
    readingAcceptedBy: text('reading_accepted_by'),
    /** When the console recorded that the payment link hadn't been paid within a day. */
    abandonedAt: moment('abandoned_at'),
    /**
     * When the console last read the campaign to settle an unknown attempt or to find out whether someone has
     * paid through a payment link. For an unknown attempt, `lastReading` is the campaign's state at that
     * time.
     */
    readAt: moment('read_at'),
    lastReading: jsonb('last_reading').$type<CampaignSnapshot>(),
  },
  (table) => [
    // The lock, which allows at most one unsettled attempt per campaign and lock scope across all servers.
    uniqueIndex('attempts_one_per_lock_scope')
      .on(table.campaignId, table.lockScope)
      .where(sql`state in ('open', 'unknown')`),
    // At most one attempt per item, even if two servers work on the item.
    uniqueIndex('attempts_one_per_job_item').on(table.itemKey),
    index('attempts_by_campaign').on(table.campaignId, table.startedAt),
    index('attempts_unsettled').on(table.startedAt).where(sql`state in ('open', 'unknown')`),
    index('attempts_refused').on(table.settledAt).where(sql`state = 'refused'`),
    index('attempts_unscheduled')
      .on(table.campaignId)
      .where(sql`state = 'refused' and reschedule ->> 'part' = 'send'`),
    index('attempts_unpaid_links')
      .on(table.startedAt)
      .where(sql`operation = 'payCampaign' and state = 'done' and paid_at is null`),
  ],
);
