import { type SQL, sql } from 'drizzle-orm';

/**
 * An SQL expression for the time at which a campaign in the index was last read. Null if it was never read. Column
 * names include the table's name, because drizzle-orm omits it in selected columns.
 */
export const lastReadAt: SQL<Date | null> = sql<Date | null>`coalesce((
  select c.confirmed_at from confirmed_readings as c where c.campaign_id = indexed_campaigns.campaign_id
), indexed_campaigns.read_at)`;

/**
 * Whether a campaign's last reading seems to be in the future, because the database's clock has been set back
 * since then. Such a campaign counts as unread.
 */
export const isReadInFuture: SQL<boolean> = sql<boolean>`${lastReadAt} > now()`;
