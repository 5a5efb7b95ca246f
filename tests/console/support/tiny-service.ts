/**
 * A small mail service for tests of the console. Tests can pay for, send, and cancel campaigns, and inject
 * faults. The service records every request.
 */
import { type RecordedRequest, type Recorder, respondJson, startRecorder } from './recorder.ts';

export interface TinyCampaign {
  id: number;
  customer: number;
  status: string;
  price: number;
  senderCopy: boolean;
  paid: number;
  credit: number;
  scheduled_at?: string;
  updated_at?: string;
  thumbnails?: string[];
  proof?: string;
  designs?: string[];
  exposed_addresses?: unknown[];
  recipient_count?: number;
}

/**
 * `drop_before` closes the connection before the operation runs. `drop_after` and `hang_after` run the
 * operation without responding. If the fault is a number, the operation runs and the response has that HTTP
 * status.
 */
type Fault = 'drop_before' | 'drop_after' | 'hang_after' | number | Refusal;

/** The service refuses the operation with this response. */
interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

export interface TinyService extends Recorder {
  readonly campaigns: Map<number, TinyCampaign>;
  readonly customers: Set<number>;
  /** The email addresses of customers that don't have the usual address. */
  readonly customerEmails: Map<number, string>;
  /** The service's files by path, such as "/files/1.pdf". */
  readonly files: Map<string, string | Buffer>;
  /** The link that `pay` returns. */
  paymentLink: string;
  /** How far the clock in the service's responses is ahead of this computer's clock. */
  clockOffsetMs: number;
  /** @param route the method and last path segment of the next request to fail, such as "POST send" */
  injectFault(route: string, fault: Fault): void;
  /**
   * Before the service handles the next request to the route, makes a change and waits for it, as if another
   * program had changed the campaign at that time.
   */
  changeBefore(route: string, change: () => unknown): void;
  /** The request lines of all requests except GET requests. */
  writes(): string[];
}

interface Reply {
  readonly value: unknown;
  readonly status?: number;
}

const pageReply = (items: unknown[]): Reply => ({
  value: { items, current_page: 1, total_count: items.length, total_pages: 1 },
});
const errorReply = (code: string, status = 409): Reply => ({ value: { error: { code } }, status });

/** The price of a mailpiece in dollars. All amounts in this file are in dollars. */
const PRICE_PER_PIECE = 1;

function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}

function buildCheckout(campaign: TinyCampaign) {
  const block = (price: number) => {
    const left = Math.max(0, price - campaign.credit - campaign.paid);
    return {
      price_calculation: `${price} × $1.00`,
      price: formatDollars(price),
      credit: formatDollars(campaign.credit),
      already_paid: formatDollars(campaign.paid),
      to_be_paid: formatDollars(left),
      to_be_paid_amount: left,
    };
  };
  return {
    send_copy_to_sender: campaign.senderCopy,
    without_sender: block(campaign.price),
    with_sender: block(campaign.price + PRICE_PER_PIECE),
  };
}

const toResponse = ({
  customer: _c,
  price: _p,
  senderCopy: _s,
  paid: _d,
  credit: _r,
  ...rest
}: TinyCampaign) => ({
  template_id: 5,
  recipient_count: 3,
  ...rest,
});

export async function startTinyService(): Promise<TinyService> {
  const recorder = await startRecorder();
  const campaigns = new Map<number, TinyCampaign>();
  const customers = new Set<number>();
  const customerEmails = new Map<number, string>();
  const files = new Map<string, string | Buffer>();
  const faults = new Map<string, Fault>();
  const changes = new Map<string, () => unknown>();
  const service: TinyService = {
    ...recorder,
    campaigns,
    customers,
    customerEmails,
    files,
    paymentLink: 'https://pay.example/1',
    clockOffsetMs: 0,
    injectFault: (route, fault) => faults.set(route, fault),
    changeBefore: (route, change) => changes.set(route, change),
    writes: () => recorder.requestLines().filter((line) => !line.startsWith('GET')),
  };

  const toCustomer = (id: number) => ({
    id,
    email: customerEmails.get(id) ?? `customer-${id}@example.com`,
  });

  function handle({ method, url, body }: RecordedRequest): Reply {
    const path = (url.split('?', 1)[0] ?? '').replace(/^\/v\d\//, '').split('/');
    if (path.join('/') === 'customers') return pageReply([...customers].map(toCustomer));
    if (path[0] === 'customers' && path.length === 2) {
      const customerId = Number(path[1]);
      return customers.has(customerId) ? { value: toCustomer(customerId) } : errorReply('not_found', 404);
    }
    if (path.join('/') === 'templates') return pageReply([{ id: 5, name: 'Just listed' }]);
    const scope = path[1] === 'customers' ? Number(path[2]) : undefined;
    const [id, verb = method] = scope === undefined ? path.slice(1) : path.slice(4);
    const all = [...campaigns.values()].filter(({ customer }) => scope === undefined || customer === scope);
    if (id === undefined) return pageReply(all.map(toResponse));
    const campaign = all.find((candidate) => candidate.id === Number(id));
    if (!campaign) return errorReply('not_found', 404);
    const query = new URLSearchParams(url.split('?', 2)[1]);
    const sendAt = query.get('date') ?? new URLSearchParams(body).get('scheduled_at');
    return perform(campaign, url.startsWith('/v2/') ? `${verb} on invoice` : verb, sendAt ?? undefined);
  }

  function perform(campaign: TinyCampaign, verb: string, sendAt?: string): Reply {
    const left = buildCheckout(campaign).without_sender.to_be_paid_amount;
    switch (verb) {
      case 'GET':
        return { value: toResponse(campaign) };
      case 'checkout':
        return { value: buildCheckout(campaign) };
      case 'pay':
        return { value: { link: service.paymentLink } };
      case 'pay_and_send':
        if (campaign.status !== 'draft') return errorReply('not_draft');
        campaign.paid += left;
        campaign.status = 'queued';
        return { value: toResponse(campaign) };
      case 'send':
        if (campaign.status !== 'draft') return errorReply('not_draft');
        if (left > 0) return errorReply('payment_required', 402);
        Object.assign(campaign, { status: 'queued', ...(sendAt && { scheduled_at: sendAt }) });
        return { value: toResponse(campaign) };
      case 'send on invoice':
        if (campaign.status !== 'draft') return errorReply('not_draft');
        Object.assign(campaign, { status: 'queued', ...(sendAt && { scheduled_at: sendAt }) });
        return { value: { id: campaign.id, status: 'in_queue' } };
      case 'cancel':
        if (campaign.status !== 'queued') return errorReply('not_queued');
        campaign.status = 'draft';
        return { value: toResponse(campaign) };
      case 'clone': {
        const copy = { ...campaign, id: Math.max(...campaigns.keys()) + 1, status: 'draft', paid: 0 };
        campaigns.set(copy.id, copy);
        return { value: toResponse(copy) };
      }
      default:
        campaigns.delete(campaign.id);
        return { value: toResponse(campaign) };
    }
  }

  recorder.respondWith(async (request, response) => {
    response.setHeader('date', new Date(Date.now() + service.clockOffsetMs).toUTCString());
    const route = `${request.method} ${(request.url.split('?', 1)[0] ?? '').split('/').at(-1)}`;
    const change = changes.get(route);
    changes.delete(route);
    await change?.();
    const fault = faults.get(route);
    faults.delete(route);
    if (fault === 'drop_before') return response.socket?.destroy();
    const file = files.get(request.url.split('?', 1)[0] ?? '');
    if (file !== undefined) return response.end(file);
    if (typeof fault === 'object') return respondJson(response, fault.body, fault.status);
    const { value, status } = handle(request);
    if (fault === undefined) return respondJson(response, value, status);
    if (fault === 'drop_after') return response.socket?.destroy();
    return typeof fault === 'number' ? respondJson(response, {}, fault) : undefined;
  });
  return service;
}

/** Returns the amounts that the checkout page currently shows. */
export function orderAmounts(campaign: TinyCampaign, senderCopy = campaign.senderCopy) {
  const order = buildCheckout(campaign);
  const { to_be_paid, price, credit, already_paid } = senderCopy ? order.with_sender : order.without_sender;
  return { to_be_paid, price, credit, already_paid };
}

/** Adds a campaign. By default, the campaign is a paid draft that belongs to customer 7. */
export function addCampaign(
  service: TinyService,
  campaign: Partial<TinyCampaign> & { id: number },
): TinyCampaign {
  const added = {
    customer: 7,
    status: 'draft',
    price: 10,
    senderCopy: false,
    paid: 10,
    credit: 0,
    ...campaign,
  };
  service.campaigns.set(added.id, added);
  service.customers.add(added.customer);
  return added;
}
