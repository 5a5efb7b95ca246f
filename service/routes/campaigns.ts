import type { CampaignFilters } from '#lib/contract/operations.ts';
import { cancel } from '../operations/cancel.ts';
import { noSuchCampaign } from '../operations/locked-campaign.ts';
import { clone } from '../operations/clone.ts';
import { openPayment } from '../operations/pay.ts';
import { remove } from '../operations/delete.ts';
import { payAndSend, send } from '../operations/send.ts';
import type { Context } from '../context.ts';
import { presentCampaign, presentCheckout, presentPage } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { readSentRange } from '../rules/sent-range.ts';
import { listCampaigns } from '../store/campaign-list.ts';
import { type CampaignRecord, findCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { findCustomer } from '../store/customers.ts';
import type { Handlers } from './operation-handler.ts';
import { pagingOf } from './paging.ts';

/** Both families share what they do: a scoped input also carries the customer whose campaign it has to be. */
export const campaignHandlers = {
  listCustomerCampaigns: async (context, { customer_id, ...filters }) => {
    const customer = await findCustomer(context.db, customer_id);
    if (!customer) return new Refusal('not_found', `There is no customer ${customer_id}.`);
    return list(context, filters, customer_id);
  },
  listCampaigns: (context, filters) => list(context, filters),

  getCustomerCampaign: (context, which) => get(context, which),
  getCampaign: (context, which) => get(context, which),

  cancelCustomerCampaign: async (context, which) => shown(context, await cancel(context, which)),
  cancelCampaign: async (context, which) => shown(context, await cancel(context, which)),

  payCustomerCampaign: (context, { redirect_uri, ...which }) => pay(context, which, redirect_uri),
  payCampaign: (context, { redirect_uri, ...which }) => pay(context, which, redirect_uri),

  deleteCampaign: async (context, which) => shown(context, await remove(context, which)),
  cloneCampaign: async (context, which) => shown(context, await clone(context, which)),
  sendCampaign: async (context, { date, ...which }) => shown(context, await send(context, which, date)),

  payAndSendCampaign: async (context, { id, ...input }) =>
    shown(context, await payAndSend(context, { id }, input)),

  checkOutCampaign: async (context, which) => {
    const record = await findCampaign(context.db, which);
    if (!record) return noSuchCampaign(which);
    context.pictures.want(record.artwork);
    const customer = await findCustomer(context.db, record.campaign.customerId);
    return presentCheckout(record, customer?.creditCents ?? 0, context.origin);
  },
} satisfies Partial<Handlers>;

function shown(context: Context, outcome: CampaignRecord | Refusal) {
  return outcome instanceof Refusal ? outcome : presentCampaign(outcome, context.origin);
}

async function get(context: Context, which: WhichCampaign) {
  const record = await findCampaign(context.db, which);
  if (!record) return noSuchCampaign(which);
  context.pictures.want(record.artwork);
  return presentCampaign(record, context.origin);
}

async function pay(context: Context, which: WhichCampaign, redirectUri: string) {
  const token = await openPayment(context, which, redirectUri);
  return token instanceof Refusal ? token : { link: `${context.origin}/pay/${token}` };
}

async function list(context: Context, filters: CampaignFilters, customerId?: number) {
  const paging = pagingOf(filters);
  const range = readSentRange(filters.sent_at);
  if (range instanceof Refusal) return range;
  const { targeting_method: targeting = 'all' } = filters;
  const { records, total } = await listCampaigns(context.db, {
    customerId,
    status: filters.status,
    targeting: targeting === 'all' ? undefined : targeting,
    metaData: filters.meta_data ?? [],
    ...range,
    offset: paging.offset,
    limit: paging.perPage,
  });
  for (const { artwork } of [...records].reverse()) context.pictures.want(artwork);
  return presentPage(
    records.map((record) => presentCampaign(record, context.origin)),
    paging,
    total,
  );
}
