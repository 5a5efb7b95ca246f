/**
 * Runs any of the 22 operations for the proxy. For payments, the proxy has its own functions, which don't
 * check the price against an agreed one. All other operations use the same functions as the pages.
 */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { getCampaign, getCustomerCampaign, listCampaigns, readCheckout } from './campaigns.ts';
import { runForCustomer } from './customer-restriction.ts';
import { getCustomer, listCustomers, updateCustomer } from './customers.ts';
import {
  payAndSendCampaignViaProxy,
  sendCampaignOnInvoiceViaProxy,
  startPaymentViaProxy,
} from './proxy-payments.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from './sending.ts';
import { deleteTemplate, getTemplate, listTemplates, previewTemplate, updateTemplate } from './templates.ts';

type Runners = { readonly [N in OperationName]: (input: Input<N>) => Promise<Outcome<Output<N>>> };

const runners: Runners = {
  listCustomers,
  getCustomer: ({ id }) => getCustomer(id),
  updateCustomer: async ({ id, ...form }) => markLostAsUnknown(await updateCustomer(id, form)),
  listTemplates,
  getTemplate: ({ id }) => getTemplate(id),
  deleteTemplate: async ({ id }) => markLostAsUnknown(await deleteTemplate(id)),
  updateTemplate: async ({ id, ...form }) => markLostAsUnknown(await updateTemplate(id, form)),
  listCustomerCampaigns: listCampaigns,
  getCustomerCampaign: ({ customer_id, id }) => getCustomerCampaign(customer_id, id),
  deleteCampaign: ({ customer_id, id }) => deleteCampaign(id, customer_id),
  cloneCampaign: ({ customer_id, id }) => cloneCampaign(id, customer_id),
  cancelCustomerCampaign: ({ customer_id, id }) => cancelCampaign(id, { path: { customerId: customer_id } }),
  sendCampaign: ({ customer_id, id, date }) => sendCampaign(id, { date }, customer_id),
  payCustomerCampaign: startPaymentViaProxy,
  listCampaigns,
  getCampaign: ({ id }) => getCampaign(id),
  cancelCampaign: ({ id }) => cancelCampaign(id, { path: 'unscoped' }),
  payCampaign: startPaymentViaProxy,
  payAndSendCampaign: payAndSendCampaignViaProxy,
  checkOutCampaign: async ({ id }) => {
    const order = await readCheckout(id);
    return order.ok ? ok(order.value.checkout) : order;
  },
  previewTemplate: ({ id, ...data }) => previewTemplate(id, data),
  sendCampaignOnInvoice: sendCampaignOnInvoiceViaProxy,
};

const LOST: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'slow', 'garbled', 'failed']);

/** Converts a lost response to `unknown`. The service may have made the change, so retrying isn't safe. */
const markLostAsUnknown = <T>(outcome: Outcome<T>): Outcome<T> =>
  !outcome.ok && LOST.has(outcome.failure.kind) ? fail({ kind: 'unknown' }) : outcome;

/**
 * Runs an operation for the signed-in member, or for the request's API token. Fails with `forbidden` if the
 * member's role or the token doesn't allow the operation. If the token is limited to a customer, reads and
 * changes only that customer's data. The caller must have validated the input.
 */
export function runOperation<N extends OperationName>(name: N, input: Input<N>): Promise<Outcome<Output<N>>> {
  const customerId = currentTokenCaller()?.customerId ?? null;
  const run = runners[name];
  return customerId === null ? run(input) : runForCustomer(name, customerId, input, run);
}
