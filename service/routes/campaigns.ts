import type { CampaignFilters } from '#lib/contract/operations.ts';
import type { ServiceContext } from '../context.ts';
import { cancelQueuedCampaign } from '../operations/cancel.ts';
import { cloneAsDraft } from '../operations/clone.ts';
import { deleteDraft } from '../operations/delete.ts';
import { campaignNotFound } from '../operations/locked-campaign.ts';
import { createPaymentLink } from '../operations/pay.ts';
import { payAndSendDraft, sendPaidCampaign } from '../operations/send.ts';
import { presentCampaign, presentCheckout, presentPage } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { parseSentRange } from '../rules/sent-range.ts';
import { queryCampaigns } from '../store/campaign-list.ts';
import { type CampaignRecord, type CampaignSelector, findCampaignRecord } from '../store/campaigns.ts';
import { findCustomer } from '../store/customers.ts';
import type { Handlers } from './operation-handler.ts';
import { readPagination } from './paging.ts';

/**
 * The operations with and without a customer in the path share code. If the path contains a customer, the
 * input also contains `customer_id`.
 */
export const campaignHandlers = {
  listCustomerCampaigns: async (context, { customer_id, ...filters }) => {
    const customer = await findCustomer(context.db, customer_id);
    if (!customer) return new Refusal('not_found', `Customer ${customer_id} was not found.`);
    return listCampaignPage(context, filters, customer_id);
  },
  listCampaigns: (context, filters) => listCampaignPage(context, filters),

  getCustomerCampaign: (context, selector) => presentStoredCampaign(context, selector),
  getCampaign: (context, selector) => presentStoredCampaign(context, selector),

  cancelCustomerCampaign: async (context, selector) =>
    presentOutcome(context, await cancelQueuedCampaign(context, selector)),
  cancelCampaign: async (context, selector) =>
    presentOutcome(context, await cancelQueuedCampaign(context, selector)),

  payCustomerCampaign: (context, { redirect_uri, ...selector }) =>
    openPaymentLink(context, selector, redirect_uri),
  payCampaign: (context, { redirect_uri, ...selector }) => openPaymentLink(context, selector, redirect_uri),

  deleteCampaign: async (context, selector) => presentOutcome(context, await deleteDraft(context, selector)),
  cloneCampaign: async (context, selector) => presentOutcome(context, await cloneAsDraft(context, selector)),
  sendCampaign: async (context, { date, ...selector }) =>
    presentOutcome(context, await sendPaidCampaign(context, selector, date)),

  payAndSendCampaign: async (context, { id, ...input }) =>
    presentOutcome(context, await payAndSendDraft(context, { id }, input)),

  checkOutCampaign: async (context, selector) => {
    const record = await findCampaignRecord(context.db, selector);
    if (!record) return campaignNotFound(selector);
    context.rendering.prioritize(record.artwork);
    const customer = await findCustomer(context.db, record.campaign.customerId);
    return presentCheckout(record, customer?.creditCents ?? 0, context.origin);
  },
} satisfies Partial<Handlers>;

function presentOutcome(context: ServiceContext, outcome: CampaignRecord | Refusal) {
  return outcome instanceof Refusal ? outcome : presentCampaign(outcome, context.origin);
}

async function presentStoredCampaign(context: ServiceContext, selector: CampaignSelector) {
  const record = await findCampaignRecord(context.db, selector);
  if (!record) return campaignNotFound(selector);
  context.rendering.prioritize(record.artwork);
  return presentCampaign(record, context.origin);
}

async function openPaymentLink(context: ServiceContext, selector: CampaignSelector, redirectUri: string) {
  const token = await createPaymentLink(context, selector, redirectUri);
  return token instanceof Refusal ? token : { link: `${context.origin}/pay/${token}` };
}

async function listCampaignPage(context: ServiceContext, filters: CampaignFilters, customerId?: number) {
  const paging = readPagination(filters);
  const range = parseSentRange(filters.sent_at);
  if (range instanceof Refusal) return range;
  const { targeting_method: targeting = 'all' } = filters;
  const { records, total } = await queryCampaigns(context.db, {
    customerId,
    status: filters.status,
    targeting: targeting === 'all' ? undefined : targeting,
    metaData: filters.meta_data ?? [],
    ...range,
    offset: paging.offset,
    limit: paging.perPage,
  });
  for (const { artwork } of [...records].reverse()) context.rendering.prioritize(artwork);
  return presentPage(
    records.map((record) => presentCampaign(record, context.origin)),
    paging,
    total,
  );
}
