import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Density } from '#lib/domain/list-view.ts';
import { members } from './members.ts';

/** Each member's display settings for campaign lists. Members who haven't changed anything have no row. */
export const listViews = pgTable('list_views', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  columns: jsonb('columns').$type<readonly string[]>().notNull(),
  density: text('density').$type<Density>().notNull(),
  perPage: integer('per_page').notNull(),
});
