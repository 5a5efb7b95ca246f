import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Outcome } from '#lib/domain/outcome.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/**
 * The Idempotency-Key of each irreversible API call from the last day, with the response to the first
 * request. Contains only a hash of the request.
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
