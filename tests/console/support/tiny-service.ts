/**
 * As much of the service as the console's decisions need: campaigns that are paid, sent and cancelled, and answers that
 * get lost. What it is asked is recorded.
 */
import { json, type Recorded, type Recorder, startRecorder } from './recorder.ts';

export interface TinyCampaign {
  id: number;
  customer: number;
  status: string;
  price: number;
  senderCopy: boolean;
  paid: number;
  credit: number;
  scheduled_at?: string;
  thumbnails?: string[];
  proof?: string;
  designs?: string[];
  exposed_addresses?: unknown[];
  recipient_count?: number;
}

/** before: the work is not done. after: it is, and the answer is lost. A number is answered after the work. */
type Fault = 'drop_before' | 'drop_after' | 'hang_after' | number | Refusal;

/** An answer that says no, and what it says. */
interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

export interface TinyService extends Recorder {
  readonly campaigns: Map<number, TinyCampaign>;
  readonly customers: Set<number>;
  /** What is served at paths of its origin, such as "/files/1.pdf". */
  readonly files: Map<string, string | Buffer>;
  /** What pay answers with. */
  link: string;
  /** Of the next answer to this method and last part of the path, such as "POST send". */
  fault(on: string, fault: Fault): void;
  /** How many requests changed something: everything but GET. */
  writes(): string[];
}

interface Reply {
  readonly value: unknown;
  readonly status?: number;
}

const page = (items: unknown[]): Reply => ({
  value: { items, current_page: 1, total_count: items.length, total_pages: 1 },
});
const refusal = (code: string, status = 409): Reply => ({ value: { error: { code } }, status });

const PIECE = 1;

function moneyOf(cents: number): string {
  return `$${cents.toFixed(2)}`;
}

function checkoutOf(campaign: TinyCampaign) {
  const block = (price: number) => {
    const left = Math.max(0, price - campaign.credit - campaign.paid);
    return {
      price_calculation: `${price} × $1.00`,
      price: moneyOf(price),
      credit: moneyOf(campaign.credit),
      already_paid: moneyOf(campaign.paid),
      to_be_paid: moneyOf(left),
      to_be_paid_amount: left,
    };
  };
  return {
    send_copy_to_sender: campaign.senderCopy,
    without_sender: block(campaign.price),
    with_sender: block(campaign.price + PIECE),
  };
}

const shown = ({ customer: _c, price: _p, senderCopy: _s, paid: _d, credit: _r, ...rest }: TinyCampaign) => ({
  template_id: 5,
  recipient_count: 3,
  ...rest,
});

export async function startTinyService(): Promise<TinyService> {
  const recorder = await startRecorder();
  const campaigns = new Map<number, TinyCampaign>();
  const customers = new Set<number>();
  const files = new Map<string, string | Buffer>();
  const faults = new Map<string, Fault>();
  const service: TinyService = {
    ...recorder,
    campaigns,
    customers,
    files,
    link: 'https://pay.example/1',
    fault: (on, fault) => faults.set(on, fault),
    writes: () => recorder.lines().filter((line) => !line.startsWith('GET')),
  };

  function work({ method, url }: Recorded): Reply {
    const path = (url.split('?', 1)[0] ?? '').replace(/^\/v\d\//, '').split('/');
    if (path.join('/') === 'customers') {
      return page([...customers].map((id) => ({ id, email: `customer-${id}@example.com` })));
    }
    if (path.join('/') === 'templates') return page([{ id: 5, name: 'Just listed' }]);
    const scope = path[1] === 'customers' ? Number(path[2]) : undefined;
    const [id, verb = method] = scope === undefined ? path.slice(1) : path.slice(4);
    const all = [...campaigns.values()].filter(({ customer }) => scope === undefined || customer === scope);
    if (id === undefined) return page(all.map(shown));
    const campaign = all.find((one) => one.id === Number(id));
    if (!campaign) return refusal('not_found', 404);
    return act(campaign, url.startsWith('/v2/') ? `${verb} on invoice` : verb);
  }

  function act(campaign: TinyCampaign, verb: string): Reply {
    const left = checkoutOf(campaign).without_sender.to_be_paid_amount;
    switch (verb) {
      case 'GET':
        return { value: shown(campaign) };
      case 'checkout':
        return { value: checkoutOf(campaign) };
      case 'pay':
        return { value: { link: service.link } };
      case 'pay_and_send':
        if (campaign.status !== 'draft') return refusal('not_draft');
        campaign.paid += left;
        campaign.status = 'queued';
        return { value: shown(campaign) };
      case 'send':
        if (campaign.status !== 'draft') return refusal('not_draft');
        if (left > 0) return refusal('payment_required', 402);
        campaign.status = 'queued';
        return { value: shown(campaign) };
      case 'send on invoice':
        if (campaign.status !== 'draft') return refusal('not_draft');
        campaign.status = 'queued';
        return { value: { id: campaign.id, status: 'in_queue' } };
      case 'cancel':
        if (campaign.status !== 'queued') return refusal('not_queued');
        campaign.status = 'draft';
        return { value: shown(campaign) };
      case 'clone': {
        const copy = { ...campaign, id: Math.max(...campaigns.keys()) + 1, status: 'draft', paid: 0 };
        campaigns.set(copy.id, copy);
        return { value: shown(copy) };
      }
      default:
        campaigns.delete(campaign.id);
        return { value: shown(campaign) };
    }
  }

  recorder.answer((request, response) => {
    const on = `${request.method} ${(request.url.split('?', 1)[0] ?? '').split('/').at(-1)}`;
    const fault = faults.get(on);
    faults.delete(on);
    if (fault === 'drop_before') return response.socket?.destroy();
    const file = files.get(request.url.split('?', 1)[0] ?? '');
    if (file !== undefined) return response.end(file);
    if (typeof fault === 'object') return json(response, fault.body, fault.status);
    const { value, status } = work(request);
    if (fault === undefined) return json(response, value, status);
    if (fault === 'drop_after') return response.socket?.destroy();
    return typeof fault === 'number' ? json(response, {}, fault) : undefined;
  });
  return service;
}

/** What a person sees of the campaign's order now, by the campaign's own setting for the sender's copy. */
export function seen(campaign: TinyCampaign, senderCopy = campaign.senderCopy) {
  const order = checkoutOf(campaign);
  const { to_be_paid, price, credit, already_paid } = senderCopy ? order.with_sender : order.without_sender;
  return { to_be_paid, price, credit, already_paid };
}

/** A paid draft of customer 7, or what is said. */
export function put(service: TinyService, campaign: Partial<TinyCampaign> & { id: number }): TinyCampaign {
  const made = {
    customer: 7,
    status: 'draft',
    price: 10,
    senderCopy: false,
    paid: 10,
    credit: 0,
    ...campaign,
  };
  service.campaigns.set(made.id, made);
  service.customers.add(made.customer);
  return made;
}
