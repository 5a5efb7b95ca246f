import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Mailing } from './mailings.ts';
import type { PlannedCampaign } from './plan.ts';

/** Rows in a statement: the database parses them at once, and its trigger gathers their marks. */
const BATCH = 10_000;
/** The newest campaign of a small seed has this number, as if the house had sent mail before. */
const NEWEST_ID = 1042;
/** Above, a reference of its own for every campaign would make the marks behind the lists as large as the campaigns. */
const MOST_ORDER_NUMBERS = 10_000;

/** Writes the plan, a batch at a time; which mailing a campaign is of follows from its `choice`. */
export async function writeCampaigns(
  tx: Database,
  plan: readonly PlannedCampaign[],
  mailings: readonly Mailing[],
): Promise<void> {
  if (plan.length === 0) return;
  const firstId = Math.max(1, NEWEST_ID + 1 - plan.length);
  const ordered = plan.length <= MOST_ORDER_NUMBERS;
  await keepMailings(tx, mailings);
  for (let from = 0; from < plan.length; from += BATCH) {
    const rows = plan
      .slice(from, from + BATCH)
      .map((campaign, i) => rowOf(campaign, firstId + from + i, mailings, ordered));
    await writeBatch(tx, rows);
  }
  const lastId = firstId + plan.length - 1;
  await tx.execute(sql`select setval(pg_get_serial_sequence('campaigns', 'id'), ${lastId}::bigint)`);
}

/** What a campaign does not have from its mailing. Seconds since the epoch, as to_timestamp takes them. */
interface Row {
  readonly id: number;
  readonly mailing: number;
  readonly status: string;
  readonly copy: boolean;
  readonly price: number;
  readonly payment: PlannedCampaign['payment'];
  readonly own_meta: Readonly<Record<string, string>>;
  readonly created: number;
  readonly updated: number;
  readonly scheduled: number | null;
  readonly sent: number | null;
  readonly sent_number: number | null;
}

function rowOf(campaign: PlannedCampaign, id: number, mailings: readonly Mailing[], ordered: boolean): Row {
  const at = Math.floor(campaign.choice * mailings.length);
  const mailing = mailings[at];
  if (!mailing) throw new Error(`There is no mailing ${at}.`);
  const pieces = mailing.recipient_count + (campaign.sendCopyToSender ? 1 : 0);
  return {
    id,
    mailing: at,
    status: campaign.status,
    copy: campaign.sendCopyToSender,
    price: pieces * mailing.unit_cents,
    payment: campaign.payment,
    own_meta: ordered ? { order: `PO-${20_000 + id * 3}` } : {},
    created: seconds(campaign.createdAt),
    updated: seconds(campaign.updatedAt),
    scheduled: campaign.scheduledAt === null ? null : seconds(campaign.scheduledAt),
    sent: campaign.sentAt === null ? null : seconds(campaign.sentAt),
    sent_number: campaign.sentNumber,
  };
}

const seconds = (ms: number) => Math.floor(ms) / 1000;

async function keepMailings(tx: Database, mailings: readonly Mailing[]): Promise<void> {
  const numbered = JSON.stringify(mailings.map((mailing, number) => ({ number, ...mailing })));
  await tx.execute(sql`
    create temporary table seed_mailings (
      number integer primary key, customer_id bigint, template_id bigint, artwork_id bigint, recipient_list_id bigint,
      sender_id bigint, name text, targeting_method text, postage_class text, recipient_count integer, meta_data jsonb
    ) on commit drop`);
  await tx.execute(sql`
    insert into seed_mailings select * from jsonb_populate_recordset(null::seed_mailings, ${numbered}::jsonb)`);
}

async function writeBatch(tx: Database, rows: readonly Row[]): Promise<void> {
  await tx.execute(sql`
    insert into campaigns (id, customer_id, template_id, artwork_id, recipient_list_id, sender_id, name, status,
      targeting_method, postage_class, recipient_count, send_copy_to_sender, paid_cents, on_invoice, scheduled_at,
      sent_at, sent_number, meta_data, created_at, updated_at)
    select id, customer_id, template_id, artwork_id, recipient_list_id, sender_id, name, status,
      targeting_method, postage_class, recipient_count, copy, case payment when 'token' then price else 0 end,
      payment = 'invoice', to_timestamp(scheduled),
      to_timestamp(sent), sent_number, meta_data || own_meta, to_timestamp(created), to_timestamp(updated)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
      id bigint, mailing integer, status text, copy boolean, price bigint, payment text, own_meta jsonb,
      created float8, updated float8, scheduled float8, sent float8, sent_number bigint)
    join seed_mailings on number = mailing
    order by id`);
  const charges = rows.filter(({ payment }) => payment !== 'none');
  await tx.execute(sql`
    insert into charges (campaign_id, kind, card_cents, credit_cents, charged_at)
    select id, payment, price, 0, to_timestamp(created)
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as one (id bigint, payment text, price bigint, created float8)`);
}
