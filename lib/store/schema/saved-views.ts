import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';
import { moment } from './moment.ts';

/** Named filters, orders, and sets of columns for the campaign list. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The member who owns the personal view. Null for a team view. */
    ownerId: uuid('owner_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The member who created the view. */
    authorId: uuid('author_id').references(() => members.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** The parameters of the campaign list's URL. */
    query: text('query').notNull(),
    /** The number of changes. Shows whether another member changed the view in the meantime. */
    revision: integer('revision').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('saved_views_own_name')
      .on(table.ownerId, sql`lower(${table.name})`)
      .where(sql`${table.ownerId} is not null`),
    uniqueIndex('saved_views_team_name').on(sql`lower(${table.name})`).where(sql`${table.ownerId} is null`),
    index('saved_views_author').on(table.authorId),
  ],
);

/** The view that a member sees first after signing in. Members who see the overview first have no row. */
export const startViews = pgTable(
  'start_views',
  {
    memberId: uuid('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    viewId: uuid('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (table) => [index('start_views_view').on(table.viewId)],
);
