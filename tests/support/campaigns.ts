/** Campaigns of a test's own, made through the service's interface. */
import type { Campaign, CampaignPage, Checkout, CustomerPage } from '#lib/contract/resources.ts';
import type { Service } from './service.ts';

/** Whatever takes calls to the interface: the service over HTTP, or within this process. */
export type Callable = Pick<Service, 'call'>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Own {
  readonly id: number;
  readonly customerId: number;
  readonly customer: string;
  /** What it costs as it is stored, with or without the sender's copy; as the service formats it. */
  readonly price: string;
}

const scoped = (customerId: number) => `/v1/campaigns/customers/${customerId}/campaigns`;

/** A new draft, not paid, of a customer without credits. */
export async function newDraft(service: Callable): Promise<Own> {
  const { items: customers } = await service.call<CustomerPage>('GET', '/v1/customers?per_page=100');
  for (const { id: customerId, email = '' } of customers) {
    const [model] = (await service.call<CampaignPage>('GET', `${scoped(customerId)}?per_page=1`)).items;
    if (!model) continue;
    const { id } = await service.call<Campaign>('POST', `${scoped(customerId)}/${model.id}/clone`);
    const order = blockOf(await checkOut(service, id));
    if (order.to_be_paid === order.price) return { id, customerId, customer: email, price: order.price };
    await service.call('DELETE', `${scoped(customerId)}/${id}`);
  }
  throw new Error('every customer has credits');
}

/** A draft that is paid, by card on the service's payment page. */
export async function newPaidDraft(service: Service): Promise<Own> {
  const own = await newDraft(service);
  await payByCard(await payLink(service, own.id));
  return own;
}

/** A draft that its customer's credits cover, and the credit spent on nothing else. */
export async function newCoveredDraft(service: Service): Promise<Own> {
  const paid = await newPaidDraft(service);
  const { id } = await service.call<Campaign>('POST', `${scoped(paid.customerId)}/${paid.id}/clone`);
  await service.call('DELETE', `${scoped(paid.customerId)}/${paid.id}`);
  return { ...paid, id };
}

/** A campaign that waits for production in 15 minutes. */
export async function newQueued(service: Service): Promise<Own> {
  const own = await newPaidDraft(service);
  await send(service, own);
  return own;
}

function send(service: Service, { id, customerId }: Own): Promise<Campaign> {
  return service.call('POST', `${scoped(customerId)}/${id}/send`);
}

export function read(service: Callable, id: number): Promise<Campaign> {
  return service.call('GET', `/v1/campaigns/${id}`);
}

export function checkOut(service: Callable, id: number): Promise<Checkout> {
  return service.call('GET', `/v1/campaigns/${id}/checkout`);
}

/** The block that applies to what is stored with the campaign (4.6, rule 5). */
export function blockOf(checkout: Checkout): Checkout['with_sender'] {
  return checkout.send_copy_to_sender ? checkout.with_sender : checkout.without_sender;
}

async function payLink(service: Service, id: number): Promise<string> {
  const back = new URLSearchParams({ redirect_uri: 'http://127.0.0.1/back' });
  return (await service.call<{ link: string }>('POST', `/v1/campaigns/${id}/pay?${back}`)).link;
}

async function payByCard(link: string): Promise<void> {
  const page = await (await fetch(link)).text();
  const amount = /name="amount" value="(\d+)"/.exec(page)?.[1] ?? '';
  const card = {
    number: '4242424242424242',
    expiry: '12 / 40',
    code: '123',
    name: 'Ada Brightwater',
    amount,
  };
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`not paid: ${answer.status}`);
}
