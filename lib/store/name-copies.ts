/**
 * Copies customers' email addresses and templates' names to their campaigns. A customer or template can have
 * a large number of campaigns, so each statement changes only some of them.
 */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from './schema/campaign-index.ts';

/** How many campaigns one statement changes. With PGlite, pages wait for the statement. */
const CAMPAIGNS_AT_A_TIME = 200;

interface NameCopy {
  readonly table: SQL;
  /** The column with the id, in both tables. */
  readonly id: SQL;
  readonly name: SQL;
  /** The campaigns' column that contains the name. */
  readonly copy: SQL;
  readonly set: SQL;
}

const CUSTOMERS: NameCopy = {
  table: sql`${indexedCustomers}`,
  id: sql`customer_id`,
  name: sql`email`,
  copy: sql`customer_email`,
  set: sql`customer_email = n.email`,
};

const TEMPLATES: NameCopy = {
  table: sql`${indexedTemplates}`,
  id: sql`template_id`,
  name: sql`name`,
  copy: sql`template_name`,
  set: sql`template_name = n.name, first_template_name = coalesce(c.first_template_name, n.name)`,
};

/**
 * Copies changed email addresses to campaigns.
 * @param limit the maximum number of campaigns to change
 * @returns whether campaigns with earlier addresses may remain
 */
export const copyCustomerNames = (db: Database, limit: number): Promise<boolean> =>
  copyNames(db, CUSTOMERS, limit);

/**
 * The same as `copyCustomerNames`, for templates. For campaigns that have no first template name yet, also
 * stores the current name as the first one.
 */
export const copyTemplateNames = (db: Database, limit: number): Promise<boolean> =>
  copyNames(db, TEMPLATES, limit);

async function copyNames(db: Database, source: NameCopy, limit: number): Promise<boolean> {
  const { table, id, name, copy, set } = source;
  const found = await db.execute(sql`
    select c.campaign_id from ${table} as n join ${indexedCampaigns} as c on c.${id} = n.${id}
    where n.is_copy_due and c.${copy} is distinct from n.${name} limit ${limit}`);
  const { rows } = found as unknown as { rows: { campaign_id: number | string }[] };
  const ids = rows.map((row) => Number(row.campaign_id)).sort((a, b) => a - b);
  for (let first = 0; first < ids.length; first += CAMPAIGNS_AT_A_TIME) {
    const some = ids.slice(first, first + CAMPAIGNS_AT_A_TIME).map((campaign) => sql`${campaign}::bigint`);
    // Rows are locked in the order of their ids, as in recordCampaigns, so that the two functions can't
    // deadlock.
    await db.execute(sql`
      with locked as materialized (
        select campaign_id from ${indexedCampaigns} where campaign_id in (${sql.join(some, sql`, `)})
        order by campaign_id for update
      )
      update ${indexedCampaigns} as c set ${set} from locked, ${table} as n
      where c.campaign_id = locked.campaign_id and n.${id} = c.${id}`);
  }
  if (ids.length === limit) return true;
  // If the name has changed again in the meantime, its copies are still due.
  await db.execute(sql`
    update ${table} as n set is_copy_due = false
    where n.is_copy_due and not exists (
      select 1 from ${indexedCampaigns} as c where c.${id} = n.${id} and c.${copy} is distinct from n.${name}
    )`);
  return false;
}
