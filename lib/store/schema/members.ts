/** The members. */
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#lib/domain/permissions.ts';
import { moment } from './moment.ts';

export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The member's email address in lowercase. */
  email: text('email').notNull().unique(),
  name: text('name'),
  /** The hash of the member's password. Null for members who sign in only through the identity provider. */
  passwordHash: text('password_hash'),
  /** When the password was last replaced. Null if the password was never replaced. */
  passwordChangedAt: moment('password_changed_at'),
  /** Whether the password is so short that the member needs a second factor. */
  hasShortPassword: boolean('has_short_password').notNull().default(false),
  /** The identity provider's issuer and subject. Set when the member first signs in through the provider. */
  identity: text('identity').unique(),
  role: text('role').$type<Role>().notNull(),
  timeZone: text('time_zone'),
  /** The locale for formatting dates, such as "en-GB". Null means the browser's language. */
  dateLocale: text('date_locale'),
  disabledAt: moment('disabled_at'),
  /**
   * Incremented to forget the browsers in which the member has signed in. Device cookies with an earlier
   * number don't work anymore.
   */
  deviceEpoch: integer('device_epoch').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});
