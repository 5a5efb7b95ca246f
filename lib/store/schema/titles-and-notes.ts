import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * The titles and notes that members gave campaigns. The mail service never sees them. The campaign index has
 * copies, for search: a trigger copies them to new rows of the index, so they survive when the index is rebuilt.
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
