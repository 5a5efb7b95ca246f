import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * How many passwords or tokens were tried for each target. rate-limiter-flexible requires these column names.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: timestamp('expire', { withTimezone: true }),
});
