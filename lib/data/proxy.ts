/** The 22 operations as the proxy runs them: each through the function that pages use, or its exact twin. */
import 'server-only';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { readCheckout, getCampaign, getCustomerCampaign, listCampaigns } from './campaigns.ts';
import { getCustomer, listCustomers, updateCustomer } from './customers.ts';
import { proxyPayAndSend, proxyPayment, proxySendOnInvoice } from './proxy-payments.ts';
import { cancelCampaignAt, cloneCampaign, deleteCampaign, sendCampaign } from './sending.ts';
import { deleteTemplate, getTemplate, listTemplates, previewTemplate, updateTemplate } from './templates.ts';

type Runs = { readonly [N in OperationName]: (input: Input<N>) => Promise<Outcome<Output<N>>> };

const runs: Runs = {
  listCustomers,
  getCustomer: ({ id }) => getCustomer(id),
  updateCustomer: async ({ id, ...form }) => unsure(await updateCustomer(id, form)),
  listTemplates,
  getTemplate: ({ id }) => getTemplate(id),
  deleteTemplate: async ({ id }) => unsure(await deleteTemplate(id)),
  updateTemplate: async ({ id, ...form }) => unsure(await updateTemplate(id, form)),
  listCustomerCampaigns: listCampaigns,
  getCustomerCampaign: ({ customer_id, id }) => getCustomerCampaign(customer_id, id),
  deleteCampaign: ({ customer_id, id }) => deleteCampaign(id, customer_id),
  cloneCampaign: ({ customer_id, id }) => cloneCampaign(id, customer_id),
  cancelCustomerCampaign: ({ customer_id, id }) => cancelCampaignAt(id, customer_id),
  sendCampaign: ({ customer_id, id, date }) => sendCampaign(id, { date }, customer_id),
  payCustomerCampaign: proxyPayment,
  listCampaigns,
  getCampaign: ({ id }) => getCampaign(id),
  cancelCampaign: ({ id }) => cancelCampaignAt(id),
  payCampaign: proxyPayment,
  payAndSendCampaign: proxyPayAndSend,
  checkOutCampaign: async ({ id }) => {
    const order = await readCheckout(id);
    return order.ok ? ok(order.value.checkout) : order;
  },
  previewTemplate: ({ id, ...data }) => previewTemplate(id, data),
  sendCampaignOnInvoice: proxySendOnInvoice,
};

const LOST: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'slow', 'garbled', 'failed']);

/** A change whose answer got lost may have been made: a program is told so, and not that it should simply try again. */
const unsure = <T>(outcome: Outcome<T>): Outcome<T> =>
  !outcome.ok && LOST.has(outcome.failure.kind) ? fail({ kind: 'unknown' }) : outcome;

/** Runs an operation for the signed-in member, if their role may, with an input that fits the operation's row. */
export const runOperation = <N extends OperationName>(
  name: N,
  input: Input<N>,
): Promise<Outcome<Output<N>>> => runs[name](input);
