/** Fills the campaign index with any number of campaigns, directly in the database. */
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { maintainIndex } from '#lib/store/campaign-totals.ts';
import { updateCustomers } from '#lib/store/spending-sums.ts';

export const BIG_CUSTOMER = 1;
export const SMALL_CUSTOMER = 4_000;
export const TEMPLATE = 7;
/** The latest time in the data. */
export const NOW = Date.UTC(2026, 10, 22, 12);

/** The purchase order number in a campaign's metadata. */
export const purchaseOrderOf = (campaignId: number) => `PO-${String(campaignId).padStart(8, '0')}`;

const CHUNK = 100_000;

/**
 * Adds campaigns with ids from 1 to `count`. The ids increase with the creation time, which spans four years.
 * One customer has a fifth of the campaigns, and 5,000 other customers share the rest. Most campaigns are
 * mailed.
 */
export async function fillLargeIndex(db: Database, count: number): Promise<void> {
  const { rows } = (await db.execute(
    sql`select indexname, indexdef from pg_indexes where tablename = 'indexed_campaigns' and indexname not like '%pkey'`,
  )) as unknown as { rows: { indexname: string; indexdef: string }[] };
  await db.execute(sql`set maintenance_work_mem = '256MB'`);
  await db.execute(sql`alter table indexed_campaigns disable trigger user`);
  for (const { indexname } of rows) await db.execute(sql`drop index ${sql.identifier(indexname)}`);
  for (let first = 1; first <= count; first += CHUNK)
    await db.execute(insertCampaigns(first, Math.min(first + CHUNK - 1, count), count));
  for (const { indexdef } of rows) await db.execute(sql.raw(indexdef));
  await db.execute(sql`alter table indexed_campaigns enable trigger user`);
  await db.execute(INSERT_TOTALS);
  await db.execute(INSERT_SPENDING);
  await db.execute(
    sql`insert into indexed_customers (customer_id, email)
      select distinct customer_id, customer_email from indexed_campaigns`,
  );
  await db.execute(sql`insert into customer_changes (customer_id) select customer_id from indexed_customers`);
  await updateCustomers(db);
  await db.execute(
    sql`insert into indexed_templates select distinct template_id, template_name from indexed_campaigns`,
  );
  await maintainIndex(db);
}

/** A number from 0 to 1 that depends only on the campaign and the purpose. */
const random = (purpose: number) => `((hashint8(i * 31 + ${purpose}) & 1048575) / 1048576.0)`;
const NOW_SQL = `timestamptz '${new Date(NOW).toISOString()}'`;

const insertCampaigns = (first: number, last: number, count: number) =>
  sql.raw(`
  insert into indexed_campaigns (campaign_id, customer_id, customer_email, template_id, first_template_name,
    template_name, status, price, price_minor, currency, recipients, postage, size, created_at, updated_at, scheduled_at,
    sent_at, metadata, thumbnails, total, credit, already_paid, left_to_pay, checkout_read_at, title, read_at)
  select i, customer, 'office@practice' || customer || '.example', template, name, name, status, sign || minor / 100.0,
    minor, sign, recipients, case when ${random(1)} < 0.7 then 'standard' else 'first_class' end,
    (array['4x6', '6x9', '6x11', 'letter'])[1 + floor(4 * ${random(2)})::integer], created,
    least(coalesce(sent + interval '3 days', created + interval '1 hour' * ${random(3)}), ${NOW_SQL}), scheduled, sent,
    jsonb_build_object('po_number', 'PO-' || lpad(i::text, 8, '0'), 'cost_center', 'CC' || floor(50 * ${random(4)})),
    jsonb_build_array('/v1/campaigns/' || i || '/thumbnails/front.png', '/v1/campaigns/' || i || '/thumbnails/back.png'),
    minor, 0, case when status = 'draft' and ${random(5)} >= 0.3 then 0 else minor end,
    case when status = 'draft' and ${random(5)} >= 0.3 then minor else 0 end, now(),
    case when ${random(6)} < 0.05 then 'Reorder for ' || customer end, now()
  from (
    select *, ${NOW_SQL} - interval '1 day' * 1460 * age as created, recipients * 79 as minor,
      (array['Spring', 'Summer', 'Autumn', 'Winter', 'Annual', 'Appeal', 'Welcome', 'Grand'])[1 + template % 8] || ' '
        || (array['checkup', 'postcard', 'letter', 'menu', 'opening', 'sale', 'newsletter', 'reminder', 'harvest'])[1 + template % 9]
        || ' ' || template as name,
      case when status = 'draft' then null
        else ${NOW_SQL} - interval '1 day' * 1460 * age + interval '1 day' * (1 + 20 * ${random(7)}) end as scheduled,
      case when status in ('processing', 'sent', 'mailed')
        then ${NOW_SQL} - interval '1 day' * 1460 * age + interval '1 day' * (1 + 20 * ${random(7)}) end as sent
    from (
      select i, (${count} - i) / ${count}::float8 as age,
        case when ${random(8)} < 0.2 then ${BIG_CUSTOMER} else 2 + floor(4999 * ${random(9)})::bigint end as customer,
        1 + floor(200 * ${random(10)} ^ 2)::bigint as template, 50 + floor(5000 * ${random(11)} ^ 3)::bigint as recipients,
        case when ${random(12)} < 0.9 then '$' else '€' end as sign,
        case when (${count} - i) / ${count}::float8 > 0.03 then case when ${random(13)} < 0.004 then 'draft' else 'mailed' end
          when ${random(13)} < 0.4 then 'draft' when ${random(13)} < 0.6 then 'queued'
          when ${random(13)} < 0.65 then 'processing' when ${random(13)} < 0.75 then 'sent' else 'mailed' end as status
      from generate_series(${first}::bigint, ${last}::bigint) as i
    ) as chosen
  ) as dated`);

const INSERT_TOTALS = sql.raw(`
  insert into campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency,
    campaigns, recipients, price, unpriced, already_paid, credit, left_to_pay)
  select k.kind, k.customer_id, k.template_id, k.size, k.postage, k.day, c.status, c.payment, c.currency, count(*),
    sum(coalesce(recipients, 0)), sum(coalesce(price_minor, 0)), count(*) filter (where price_minor is null),
    sum(coalesce(already_paid, 0)), sum(coalesce(credit, 0)), sum(case when status = 'draft' then coalesce(left_to_pay, 0) else 0 end)
  from indexed_campaigns as c, lateral (values
    ('all', null::bigint, null::bigint, null::text, null::text, null::date),
    ('order', null, c.template_id, c.size, c.postage, null),
    ('customer', c.customer_id, null, null, null, null),
    ('scheduled', null, null, null, null, (c.scheduled_at at time zone 'UTC')::date),
    ('created', null, null, null, null, (c.created_at at time zone 'UTC')::date),
    ('sent', null, null, null, null, (c.sent_at at time zone 'UTC')::date)
  ) as k (kind, customer_id, template_id, size, postage, day)
  where c.is_listed and (k.kind in ('all', 'order', 'customer') or k.day is not null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`);

const INSERT_SPENDING = sql.raw(`
  insert into spending_sums (kind, key, unit, starts_at, currency, paid_campaigns, paid_recipients, paid, credit,
    open_campaigns, open_recipients, open, unpaid_campaigns, unpaid_recipients, unpaid, unread, unclear, is_merged)
  select s.kind, s.key, s.unit, s.starts_at, s.currency_key, sum(s.paid_campaigns), sum(s.paid_recipients), sum(s.paid),
    sum(s.credit_used), sum(s.open_campaigns), sum(s.open_recipients), sum(s.open),
    sum(s.unpaid_campaigns), sum(s.unpaid_recipients), sum(s.unpaid), sum(s.unread), sum(s.unclear), true
  from indexed_campaigns as c, lateral spending_of(c.customer_id, c.template_id, c.size, c.postage, c.currency,
    c.status, c.price_minor, c.recipients, c.already_paid, c.credit, coalesce(c.sent_at, c.scheduled_at, c.created_at),
    c.checkout_read_at, c.changed_at) as s
  where c.is_listed group by 1, 2, 3, 4, 5`);
