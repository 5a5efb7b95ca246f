import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The counts for rate limits, such as the number of wrong passwords for an account. rate-limiter-flexible
 * requires these column names.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: timestamp('expire', { withTimezone: true }),
});
