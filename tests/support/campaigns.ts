/** Creates campaigns for tests through the mail service's API. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Campaign, CampaignPage, Checkout, CustomerPage } from '#lib/contract/resources.ts';
import type { RunningService } from './service.ts';

/** Calls the mail service's API over HTTP or in this process. */
export type ServiceClient = Pick<RunningService, 'call'>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface TestCampaign {
  readonly id: number;
  readonly customerId: number;
  readonly customer: string;
  /** The formatted price. The price includes the sender's copy if the campaign has one. */
  readonly price: string;
}

const campaignsPath = (customerId: number) => `/v1/campaigns/customers/${customerId}/campaigns`;

/**
 * Creates an unpaid draft for a customer without credits. If earlier tests left every customer with credits, mailings
 * use up one customer's credits first.
 */
export async function createDraft(service: ServiceClient): Promise<TestCampaign> {
  const { items: customers } = await service.call<CustomerPage>('GET', '/v1/customers?per_page=100');
  const withCredits: TestCampaign[] = [];
  for (const { id: customerId, email = '' } of customers) {
    const [original] = (await service.call<CampaignPage>('GET', `${campaignsPath(customerId)}?per_page=1`))
      .items;
    if (!original) continue;
    const copy = await copyCampaign(service, { id: original.id, customerId, customer: email });
    if (copy.due === copy.price) return copy;
    await service.call('DELETE', `${campaignsPath(customerId)}/${copy.id}`);
    withCredits.push({ ...copy, id: original.id });
  }
  const [customer] = withCredits;
  if (!customer) throw new Error('No customer has a campaign.');
  for (;;) {
    const copy = await copyCampaign(service, customer);
    if (copy.due === copy.price) return copy;
    const order = { email: 'invoices@b.example', source: 'tok_visa', send_copy_to_sender: 'false' };
    await service.call('POST', `/v1/campaigns/${copy.id}/pay_and_send`, order);
  }
}

/** Copies a campaign. @returns the copy and the amount due */
async function copyCampaign(
  service: ServiceClient,
  { id, ...owner }: Pick<TestCampaign, 'id' | 'customerId' | 'customer'>,
): Promise<TestCampaign & { readonly due: string }> {
  const copy = await service.call<Campaign>('POST', `${campaignsPath(owner.customerId)}/${id}/clone`);
  const { price, to_be_paid: due } = currentPriceBlock(await fetchCheckout(service, copy.id));
  return { ...owner, id: copy.id, price, due };
}

/** Creates a draft and pays for it by card on the service's payment page. */
export async function createPaidDraft(service: RunningService): Promise<TestCampaign> {
  const campaign = await createDraft(service);
  await payByCard(await requestPayLink(service, campaign.id));
  return campaign;
}

/**
 * Creates an unpaid draft whose price equals the customer's credits. The credits come from deleting a paid
 * draft with the same price.
 */
export async function createCoveredDraft(service: RunningService): Promise<TestCampaign> {
  const paid = await createPaidDraft(service);
  const { id } = await service.call<Campaign>('POST', `${campaignsPath(paid.customerId)}/${paid.id}/clone`);
  await service.call('DELETE', `${campaignsPath(paid.customerId)}/${paid.id}`);
  return { ...paid, id };
}

/** Creates a campaign and schedules it for production in 15 minutes. */
export async function createQueuedCampaign(service: RunningService): Promise<TestCampaign> {
  const campaign = await createPaidDraft(service);
  await send(service, campaign);
  return campaign;
}

function send(service: RunningService, { id, customerId }: TestCampaign): Promise<Campaign> {
  return service.call('POST', `${campaignsPath(customerId)}/${id}/send`);
}

export function fetchCampaign(service: ServiceClient, id: number): Promise<Campaign> {
  return service.call('GET', `/v1/campaigns/${id}`);
}

export function fetchCheckout(service: ServiceClient, id: number): Promise<Checkout> {
  return service.call('GET', `/v1/campaigns/${id}/checkout`);
}

/**
 * Returns the price block with or without the sender's copy, depending on the campaign's stored setting. See
 * rule 5 in part 4.6 of the interface.
 */
export function currentPriceBlock(checkout: Checkout): Checkout['with_sender'] {
  return checkout.send_copy_to_sender ? checkout.with_sender : checkout.without_sender;
}

export async function requestPayLink(service: RunningService, id: number): Promise<string> {
  const query = new URLSearchParams({ redirect_uri: 'http://127.0.0.1/back' });
  return (await service.call<{ link: string }>('POST', `/v1/campaigns/${id}/pay?${query}`)).link;
}

/**
 * Pays by card on the service's payment page.
 * @returns the URL that the service redirects the payer to
 */
export async function payByCard(link: string): Promise<string> {
  const page = await (await fetch(link)).text();
  const amount = /name="amount" value="(\d+)"/.exec(page)?.[1] ?? '';
  const card = {
    number: '4242424242424242',
    expiry: '12 / 40',
    code: '123',
    name: 'Ada Brightwater',
    amount,
  };
  const response = await fetch(link, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  const url = response.headers.get('location');
  if (response.status !== 303 || !url) throw new Error(`The payment failed with status ${response.status}.`);
  return url;
}

const RENDER_TIMEOUT_MS = 60_000;

/** Waits until the service has rendered the campaign's proof. Without a proof, a campaign can't be shared. */
export async function waitForProof(service: ServiceClient, id: number): Promise<void> {
  const giveUpAt = Date.now() + RENDER_TIMEOUT_MS;
  while (!(await fetchCampaign(service, id)).proof) {
    if (Date.now() > giveUpAt) throw new Error(`The proof of campaign ${id} wasn’t rendered in time.`);
    await wait(250);
  }
}

/** Creates an unpaid draft, and waits until its proof is rendered. */
export async function createDraftWithProof(service: ServiceClient): Promise<TestCampaign> {
  const campaign = await createDraft(service);
  await waitForProof(service, campaign.id);
  return campaign;
}

/** Waits until the service has rendered the thumbnails and the proof of every listed campaign. */
export async function waitForProofs(service: ServiceClient): Promise<void> {
  for (;;) {
    const { items } = await service.call<CampaignPage>('GET', '/v1/campaigns?per_page=100');
    if (items.every(({ thumbnails, proof }) => thumbnails?.length && proof)) return;
    await wait(500);
  }
}
