import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * The titles and notes that members entered for campaigns. The mail service never sees them. The campaign
 * index has copies for search. A trigger copies titles and notes to new rows of the index, so they survive a
 * rebuild of the index.
 */
export const titlesAndNotes = pgTable('titles_and_notes', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  title: text('title'),
  note: text('note'),
  /** The number of changes. Shows whether another member changed the title or the note in the meantime. */
  revision: integer('revision').notNull(),
  /** The email address of the member who made the last change. */
  changedBy: text('changed_by').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});
