/**
 * A mail service whose lists shift while they are read: the order is different in every response, and campaigns
 * appear, change, and disappear between requests.
 */
import type { ServerResponse } from 'node:http';
import { type RecordedRequest, type Recorder, respondJson, startRecorder } from './recorder.ts';

interface ShiftingCampaign {
  readonly id: number;
  readonly customer: number;
  readonly status: string;
  readonly price: string;
  readonly recipient_count: number;
  readonly updated_at: string;
}

export interface ShiftingService extends Recorder {
  readonly campaigns: Map<number, ShiftingCampaign>;
  /** The maximum number of campaigns on a page, whatever the client requests. */
  maxPerPage: number;
  /** The status of every response while the service fails, or null. */
  failure: number | null;
  /** The ids of campaigns that the service returns only in lists. */
  readonly undescribed: Set<number>;
  /** The ids of campaigns that make every page containing them unreadable. */
  readonly malformed: Set<number>;
  /** The ids of customers whose campaigns the service fails to list. */
  readonly unlisted: Set<number>;
  /** Called before each response. */
  beforeResponse: () => void;
  /** Returns a number from 0 up to, but not including, `limit`. */
  random: (limit: number) => number;
  /** Changes the order of all later lists. */
  reorder(): void;
  addCampaign(): void;
  changeCampaign(): void;
  deleteCampaign(): void;
}

const CUSTOMERS = 4;
const templates = [{ id: 5, name: 'Just listed' }];
const STATUSES = ['draft', 'queued', 'processing', 'sent', 'mailed', 'held at customs'];

export async function startShiftingService(): Promise<ShiftingService> {
  const recorder = await startRecorder();
  const campaigns = new Map<number, ShiftingCampaign>();
  let nextId = 1;
  let order = 0;
  let clock = Date.UTC(2026, 0, 1);

  function createCampaign(id: number, customer: number): ShiftingCampaign {
    clock += 1_000;
    return {
      id,
      customer,
      status: STATUSES[service.random(STATUSES.length)] ?? 'draft',
      price: `$${service.random(2_000)}.50`,
      recipient_count: service.random(5_000),
      updated_at: new Date(clock).toISOString(),
    };
  }
  const anyCampaign = () => [...campaigns.values()][service.random(campaigns.size)];

  const service: ShiftingService = {
    ...recorder,
    campaigns,
    maxPerPage: 100,
    failure: null,
    undescribed: new Set(),
    malformed: new Set(),
    unlisted: new Set(),
    beforeResponse: () => undefined,
    random: () => 0,
    reorder: () => {
      order = service.random(2 ** 31);
    },
    addCampaign: () => {
      const id = nextId++;
      campaigns.set(id, createCampaign(id, 1 + service.random(CUSTOMERS)));
    },
    changeCampaign: () => {
      const campaign = anyCampaign();
      if (campaign) campaigns.set(campaign.id, createCampaign(campaign.id, campaign.customer));
    },
    deleteCampaign: () => {
      const campaign = anyCampaign();
      if (campaign) campaigns.delete(campaign.id);
    },
  };

  function list(
    response: ServerResponse,
    items: readonly { readonly id: number }[],
    query: URLSearchParams,
  ): void {
    const page = Number(query.get('page') ?? 1);
    const perPage = Math.min(service.maxPerPage, Number(query.get('per_page') ?? 10));
    respondJson(response, {
      items: inOrder(items, order)
        .slice((page - 1) * perPage, page * perPage)
        .map((item) => (service.malformed.has(item.id) ? { ...item, id: null } : item)),
      current_page: page,
      total_count: items.length,
      total_pages: Math.max(1, Math.ceil(items.length / perPage)),
    });
  }

  function respond({ url }: RecordedRequest, response: ServerResponse): unknown {
    if (service.failure !== null) return respondJson(response, {}, service.failure);
    service.beforeResponse();
    const { pathname, searchParams } = new URL(url, recorder.origin);
    const path = pathname.replace('/v1/', '').split('/');
    if (path[0] === 'customers') return list(response, customers(), searchParams);
    if (path[0] === 'templates') return list(response, templates, searchParams);
    const customer = path[1] === 'customers' ? Number(path[2]) : undefined;
    const id = customer === undefined ? path[1] : path[4];
    if (id !== undefined) {
      if (service.undescribed.has(Number(id))) return respondJson(response, {}, 500);
      const campaign = campaigns.get(Number(id));
      if (!campaign) return respondJson(response, { error: { code: 'not_found' } }, 404);
      return respondJson(response, path.at(-1) === 'checkout' ? checkoutOf(campaign) : fieldsOf(campaign));
    }
    if (customer !== undefined && service.unlisted.has(customer)) return respondJson(response, {}, 500);
    const status = searchParams.get('status');
    const items = [...campaigns.values()].filter(
      (campaign) =>
        (customer === undefined || campaign.customer === customer) &&
        (status === null || campaign.status === status),
    );
    return list(response, items.map(fieldsOf), searchParams);
  }
  recorder.respondWith(respond);
  return service;
}

const customers = () =>
  Array.from({ length: CUSTOMERS }, (_, i) => ({ id: i + 1, email: `office${i + 1}@example.com` }));

const fieldsOf = ({ customer: _, ...campaign }: ShiftingCampaign) => ({ ...campaign, template_id: 5 });

function checkoutOf({ price }: ShiftingCampaign) {
  const amounts = {
    price_calculation: '',
    price,
    credit: '$0.00',
    already_paid: '$0.00',
    to_be_paid: price,
    to_be_paid_amount: Number(price.slice(1)),
  };
  return { send_copy_to_sender: false, without_sender: amounts, with_sender: amounts };
}

/** Puts items in an order that depends only on their ids and the given number. */
function inOrder<T extends { readonly id: number }>(items: readonly T[], order: number): readonly T[] {
  const key = ({ id }: T) => Math.imul(id ^ order, 2_654_435_761) >>> 0;
  return items.toSorted((a, b) => key(a) - key(b));
}
