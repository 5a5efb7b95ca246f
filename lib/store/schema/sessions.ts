import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';
import { moment } from './moment.ts';

/**
 * The members' sessions. Deleting a row ends the session on its next request. Contains only a hash of the
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
    /** The browser and operating system at sign-in, such as "Firefox on Windows". Null if unknown. */
    device: text('device'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Written at most once a minute. Polls by open pages don't count as use. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    /** When the session ends, no matter how often it is used. */
    expiresAt: moment('expires_at').notNull(),
    /** When the member last signed in or confirmed their identity in this session. */
    authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
    /** Whether the member signed in with a second factor, or has added one in this session. */
    isTwoFactor: boolean('is_two_factor').notNull().default(false),
  },
  (table) => [
    index('sessions_by_member').on(table.memberId, table.lastUsedAt),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);
