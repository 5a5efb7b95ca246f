/**
 * Runs operations for an API token that is limited to one customer. Operations under another customer's path
 * fail with `missing`, as if the other customer didn't exist. Operations without a customer in their path run
 * under the customer's path instead, or first read the campaign under that path. The service responds with
 * 404 if the campaign belongs to another customer.
 */
import 'server-only';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import type { Checkout, Customer, CustomerPage } from '#lib/contract/resources.ts';
import { KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { readScopedCampaign } from '#lib/index/scoped-read.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { READ_MS } from '#lib/upstream/time-limits.ts';
import { authorize } from './authorize.ts';
import { getCustomerCampaign, listCampaigns, readCheckout } from './campaigns.ts';
import {
  payAndSendCampaignViaProxy,
  sendCampaignOnInvoiceViaProxy,
  startPaymentViaProxy,
} from './proxy-payments.ts';
import { cancelCampaign } from './sending.ts';

type Run<N extends OperationName> = (input: Input<N>) => Promise<Outcome<Output<N>>>;

/**
 * A function that runs an operation for one customer only.
 * @param run runs the operation without restricting it to one customer
 */
type RestrictedRun<N extends OperationName> = (
  customerId: number,
  input: Input<N>,
  run: Run<N>,
) => Promise<Outcome<Output<N>>>;

const MISSING = fail({ kind: 'missing' });

/** The time limit for reading the campaign before an attempt. */
const OWNER_MS = 2_500;
const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

/** Runs an operation under the customer's path. Fails with `missing` if the path is another customer's. */
const underOwnPath = async <N extends OperationName>(
  customerId: number,
  input: Input<N> & { readonly customer_id: number },
  run: Run<N>,
): Promise<Outcome<Output<N>>> => (input.customer_id === customerId ? run(input) : MISSING);

/**
 * Runs an operation whose `id` is a customer's id. Fails with `missing` if the id belongs to another
 * customer.
 */
const onOwnCustomer = async <N extends OperationName>(
  customerId: number,
  input: Input<N> & { readonly id: number },
  run: Run<N>,
): Promise<Outcome<Output<N>>> => (input.id === customerId ? run(input) : MISSING);

/** Refuses an operation on templates, which don't belong to a customer. */
const forbidden = async (): Promise<Outcome<never>> => fail({ kind: 'forbidden' });

const restrictedRuns: { readonly [N in OperationName]: RestrictedRun<N> } = {
  listCustomers: listOwnCustomer,
  getCustomer: onOwnCustomer<'getCustomer'>,
  updateCustomer: onOwnCustomer<'updateCustomer'>,
  listTemplates: forbidden,
  getTemplate: forbidden,
  deleteTemplate: forbidden,
  updateTemplate: forbidden,
  previewTemplate: forbidden,
  listCustomerCampaigns: underOwnPath<'listCustomerCampaigns'>,
  getCustomerCampaign: underOwnPath<'getCustomerCampaign'>,
  deleteCampaign: underOwnPath<'deleteCampaign'>,
  cloneCampaign: underOwnPath<'cloneCampaign'>,
  cancelCustomerCampaign: underOwnPath<'cancelCustomerCampaign'>,
  sendCampaign: underOwnPath<'sendCampaign'>,
  payCustomerCampaign: underOwnPath<'payCustomerCampaign'>,
  listCampaigns: (customer_id, filters) => listCampaigns({ ...filters, customer_id }),
  getCampaign: (customerId, { id }) => getCustomerCampaign(customerId, id),
  cancelCampaign: (customerId, { id }) => cancelCampaign(id, { path: { customerId } }),
  payCampaign: (customer_id, input) => startPaymentViaProxy({ ...input, customer_id }),
  payAndSendCampaign: (customerId, input) => payAndSendCampaignViaProxy(input, { customerId }),
  checkOutCampaign: checkOutOwnCampaign,
  sendCampaignOnInvoice: (customerId, input) => sendCampaignOnInvoiceViaProxy(input, { customerId }),
};

/** Runs an operation so that it reads and changes only the customer's data. */
export async function runForCustomer<N extends OperationName>(
  name: N,
  customerId: number,
  input: Input<N>,
  run: Run<N>,
): Promise<Outcome<Output<N>>> {
  if (KEYED_OPERATIONS[name] && 'id' in input) {
    const owned = await checkOwner(name, customerId, Number(input.id));
    if (!owned.ok) return owned;
  }
  return restrictedRuns[name](customerId, input, run);
}

/**
 * Checks the campaign of an irreversible operation before the attempt claims the campaign's lock. Without
 * this check, a program with the token could lock other customers' campaigns, and find out whether someone is
 * paying for them.
 */
async function checkOwner(name: OperationName, customerId: number, id: number): Promise<Outcome<unknown>> {
  const allowed = await authorize(name);
  if (!allowed.ok) return allowed;
  return isId(id) ? readScopedCampaign(customerId, id, deadlineIn(OWNER_MS)) : MISSING;
}

/**
 * Returns a customer list that contains only this customer. The service can't filter its own customer list.
 */
async function listOwnCustomer(
  customerId: number,
  { page = 1 }: Input<'listCustomers'>,
): Promise<Outcome<CustomerPage>> {
  const allowed = await authorize('listCustomers');
  if (!allowed.ok) return allowed;
  const found = await readFromService('getCustomer', { id: customerId });
  if (!found.ok && found.failure.kind !== 'missing') return found;
  const customers: Customer[] = found.ok ? [found.value] : [];
  return ok({
    items: page === 1 ? customers : [],
    current_page: page,
    total_count: customers.length,
    total_pages: 1,
  });
}

/**
 * Checkout has no customer in its path, so this function first reads the campaign under the customer's path.
 */
async function checkOutOwnCampaign(
  customerId: number,
  { id }: Input<'checkOutCampaign'>,
): Promise<Outcome<Checkout>> {
  const allowed = await authorize('checkOutCampaign');
  if (!allowed.ok) return allowed;
  const owned = await readScopedCampaign(customerId, id, deadlineIn(READ_MS));
  if (!owned.ok) return owned;
  const order = await readCheckout(id);
  return order.ok ? ok(order.value.checkout) : order;
}
