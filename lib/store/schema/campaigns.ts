/**
 * Earlier releases' tables, which the campaign index replaces. They stay for one release, so that servers
 * running the earlier release keep working during an upgrade.
 */
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const campaignOwners = pgTable('campaign_owners', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
});

/**
 * The template name that a campaign had when Mailroom first saw the campaign. The name stays the same when
 * the template is renamed or deleted.
 * @public because only migrations use the table
 */
export const campaignTemplateNames = pgTable('campaign_template_names', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  templateId: bigint('template_id', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
});
