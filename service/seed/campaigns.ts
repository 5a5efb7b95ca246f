import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { withoutTrigger, writeBitmaps } from './campaign-bitmaps.ts';
import type { Mailing } from './mailings.ts';
import type { PlannedCampaign } from './plan.ts';

/** The number of rows to insert per statement. */
const ROWS_PER_INSERT = 20_000;
/** The id of the newest campaign in a small seed. Makes ids look as if they belong to an established company. */
const NEWEST_ID = 1042;
/**
 * Seeds with at least this many campaigns write their bitmaps in bulk. The metadata in these seeds doesn't
 * contain unique order numbers, because the numbers' bitmaps would take up as much space as the campaigns.
 */
const BULK_THRESHOLD = 10_000;

/** Inserts the planned campaigns. `mailingChoice` selects each campaign's mailing. */
export async function writeCampaigns(
  tx: Database,
  plan: readonly PlannedCampaign[],
  mailings: readonly Mailing[],
): Promise<void> {
  if (plan.length === 0) return;
  const firstId = Math.max(1, NEWEST_ID + 1 - plan.length);
  const mailingOf = ({ mailingChoice }: PlannedCampaign) => Math.floor(mailingChoice * mailings.length);
  await createMailingsTable(tx, mailings);
  if (plan.length < BULK_THRESHOLD) {
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
  for (let from = 0; from < plan.length; from += ROWS_PER_INSERT) {
    await writeBatch(tx, plan.slice(from, from + ROWS_PER_INSERT), firstId + from, mailingOf, metaData);
  }
}

/**
 * Inserts a batch of campaigns. Passes values that don't come from a mailing as one array per column, because
 * arrays are the fastest way to insert values.
 */
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
      ${column(({ scheduledAt }) => toSeconds(scheduledAt))}::float8[],
      ${column(({ sentAt }) => toSeconds(sentAt))}::float8[],
      ${column(({ sentNumber }) => sentNumber)}::bigint[],
      ${column(({ createdAt }) => toSeconds(createdAt))}::float8[],
      ${column(({ updatedAt }) => toSeconds(updatedAt))}::float8[]
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

/** Converts to seconds for to_timestamp, with millisecond precision. */
const toSeconds = (ms: number | null) => (ms === null ? null : Math.floor(ms) / 1000);
