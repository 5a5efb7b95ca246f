import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { withoutTrigger, writeBitmaps } from './campaign-bitmaps.ts';
import type { Mailing } from './mailings.ts';
import type { PlannedCampaign } from './plan.ts';

/** Rows in a statement: the database parses them at once. */
const BATCH = 20_000;
/** The newest campaign of a small seed has this number, as if the house had sent mail before. */
const NEWEST_ID = 1042;
/**
 * From here on, a reference of its own for every campaign would make the marks behind the lists as large as the
 * campaigns, and the marks are written in bulk.
 */
const LARGE = 10_000;

/** Writes the plan; which mailing a campaign is of follows from its `choice`. */
export async function writeCampaigns(
  tx: Database,
  plan: readonly PlannedCampaign[],
  mailings: readonly Mailing[],
): Promise<void> {
  if (plan.length === 0) return;
  const firstId = Math.max(1, NEWEST_ID + 1 - plan.length);
  const mailingOf = ({ choice }: PlannedCampaign) => Math.floor(choice * mailings.length);
  await createMailingsTable(tx, mailings);
  if (plan.length < LARGE) {
    const orderNumber = sql`meta_data || jsonb_build_object('order', 'PO-' || 20000 + id * 3)`;
    await writeRows(tx, plan, firstId, mailingOf, orderNumber);
  } else {
    await withoutTrigger(tx, () => writeRows(tx, plan, firstId, mailingOf, sql`meta_data`));
    await writeBitmaps(tx, plan, firstId, mailingOf);
  }
  await writeCharges(tx);
  const lastId = firstId + plan.length - 1;
  await tx.execute(sql`select setval(pg_get_serial_sequence('campaigns', 'id'), ${lastId}::bigint)`);
}

async function createMailingsTable(tx: Database, mailings: readonly Mailing[]): Promise<void> {
  const numbered = JSON.stringify(mailings.map((mailing, number) => ({ number, ...mailing })));
  await tx.execute(sql`
    create temporary table seed_mailings (
      number integer primary key, customer_id bigint, template_id bigint, artwork_id bigint, recipient_list_id bigint,
      sender_id bigint, name text, targeting_method text, postage_class text, recipient_count integer,
      unit_cents bigint, meta_data jsonb
    ) on commit drop`);
  await tx.execute(sql`
    insert into seed_mailings select * from jsonb_populate_recordset(null::seed_mailings, ${numbered}::jsonb)`);
}

async function writeRows(
  tx: Database,
  plan: readonly PlannedCampaign[],
  firstId: number,
  mailingOf: (campaign: PlannedCampaign) => number,
  metaData: SQL,
): Promise<void> {
  for (let from = 0; from < plan.length; from += BATCH) {
    await writeBatch(tx, plan.slice(from, from + BATCH), firstId + from, mailingOf, metaData);
  }
}

/** What a campaign does not have from its mailing travels as one array a column, the leanest way into the database. */
async function writeBatch(
  tx: Database,
  batch: readonly PlannedCampaign[],
  firstId: number,
  mailingOf: (campaign: PlannedCampaign) => number,
  metaData: SQL,
): Promise<void> {
  const column = <T>(read: (campaign: PlannedCampaign, i: number) => T) => sql.param(batch.map(read));
  await tx.execute(sql`
    insert into campaigns (id, customer_id, template_id, artwork_id, recipient_list_id, sender_id, name, status,
      targeting_method, postage_class, recipient_count, send_copy_to_sender, paid_cents, on_invoice, scheduled_at,
      sent_at, sent_number, meta_data, created_at, updated_at)
    select id, customer_id, template_id, artwork_id, recipient_list_id, sender_id, name, status,
      targeting_method, postage_class, recipient_count, copy,
      case payment when 'token' then (recipient_count + copy::integer) * unit_cents else 0 end, payment = 'invoice',
      to_timestamp(scheduled), to_timestamp(sent), sent_number, ${metaData}, to_timestamp(created), to_timestamp(updated)
    from unnest(
      ${column((_, i) => firstId + i)}::bigint[],
      ${column(mailingOf)}::integer[],
      ${column(({ status }) => status)}::text[],
      ${column(({ sendCopyToSender }) => sendCopyToSender)}::boolean[],
      ${column(({ payment }) => payment)}::text[],
      ${column(({ scheduledAt }) => seconds(scheduledAt))}::float8[],
      ${column(({ sentAt }) => seconds(sentAt))}::float8[],
      ${column(({ sentNumber }) => sentNumber)}::bigint[],
      ${column(({ createdAt }) => seconds(createdAt))}::float8[],
      ${column(({ updatedAt }) => seconds(updatedAt))}::float8[]
    ) as one (id, number, status, copy, payment, scheduled, sent, sent_number, created, updated)
    join seed_mailings using (number)
    order by id`);
}

async function writeCharges(tx: Database): Promise<void> {
  await tx.execute(sql`
    insert into charges (campaign_id, kind, card_cents, credit_cents, charged_at)
    select campaigns.id, case when on_invoice then 'invoice' else 'token' end,
      (campaigns.recipient_count + send_copy_to_sender::integer) * unit_cents, 0, created_at
    from campaigns join seed_mailings using (recipient_list_id)
    where on_invoice or paid_cents > 0`);
}

/** As to_timestamp takes them, whole milliseconds. */
const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms) / 1000);
