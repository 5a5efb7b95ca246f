import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationKind } from '#lib/domain/notification.ts';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** The outbox for emails to members. Emails wait here while the email server or the console is down. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /**
     * The id of the attempt, share link, API token, or calendar feed that the email is about, or a random id for a change to
     * the member's second factors.
     */
    about: uuid('about').notNull(),
    /** The recipient. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveryAttempts: integer('delivery_attempts').notNull().default(0),
    /** The earliest time of the next delivery attempt. */
    nextDeliveryAt: moment('next_delivery_at').notNull().defaultNow(),
    /** The earliest time of the next email to the member about the same share link. */
    notBefore: moment('not_before'),
    /**
     * The time when the notification was sent, was abandoned, or was no longer needed. Null while delivery is
     * pending.
     */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.kind, table.about, table.memberId),
    index('notifications_due').on(table.nextDeliveryAt).where(sql`closed_at is null`),
  ],
);
