import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';
import { moment } from './moment.ts';

/**
 * The members' calendar feeds, which calendar programs read without signing in. Contains only a hash of the
 * token in each feed's URL. Rows are deleted when a feed or its member loses access.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    name: text('name').notNull(),
    /** The only customer whose campaigns the feed contains. Null for all customers. */
    customerId: bigint('customer_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Written at most once a minute. Null if the feed was never read. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('calendar_feeds_by_member').on(table.memberId, table.createdAt)],
);
