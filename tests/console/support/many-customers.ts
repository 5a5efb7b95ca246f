/**
 * A mail service with many customers. It holds customer-scoped requests until `concurrency` of them are
 * waiting or no more arrive, and then responds to all of them. Each batch is a round. The tests count rounds
 * instead of measuring time.
 */
import type { ServerResponse } from 'node:http';
import { type RecordedRequest, type Recorder, respondJson, startRecorder } from './recorder.ts';

export interface ManyCustomers extends Recorder {
  /** Maps campaign IDs to customer IDs. Changing an entry moves a campaign to another customer. */
  readonly owners: Map<number, number>;
  /** The number of customer-scoped requests in each round so far. */
  readonly rounds: number[];
  reset(): void;
}

interface Options {
  /**
   * The first customer ID and the first campaign ID. The IDs must be unique in the process, because the
   * console caches owners.
   */
  readonly firstId: number;
  readonly customers: number;
  readonly campaignsEach: number;
  /** The number of customer-scoped requests in a full round. */
  readonly concurrency: number;
}

export async function startManyCustomers(options: Options): Promise<ManyCustomers> {
  const { firstId, customers, campaignsEach, concurrency } = options;
  const recorder = await startRecorder();
  const owners = new Map<number, number>();
  // Assign campaigns to customers in rotation, so that campaigns with adjacent IDs have different owners.
  for (let i = 0; i < customers * campaignsEach; i++) owners.set(firstId + i, firstId + (i % customers));
  const rounds: number[] = [];
  let waiting: (() => void)[] = [];

  function release(): void {
    if (waiting.length === 0) return;
    rounds.push(waiting.length);
    const round = waiting;
    waiting = [];
    for (const respond of round) respond();
  }

  recorder.respondWith((request, response) => {
    if (!isScoped(request)) return respond(request, response);
    waiting.push(() => respond(request, response));
    if (waiting.length === concurrency) release();
    else {
      const { length } = recorder.requests;
      // The last round might never fill up, so it ends once no request has arrived for a while.
      setTimeout(() => recorder.requests.length === length && release(), LAST_ROUND_DELAY_MS);
    }
  });

  function respond({ method, url }: RecordedRequest, response: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(url, recorder.origin);
    const page = Number(searchParams.get('page') ?? 1);
    const perPage = Number(searchParams.get('per_page') ?? 10);
    const list = (all: readonly number[]) =>
      respondJson(response, {
        items: all.slice((page - 1) * perPage, page * perPage).map((id) => ({ id, status: 'draft' })),
        current_page: page,
        total_count: all.length,
        total_pages: Math.max(1, Math.ceil(all.length / perPage)),
      });
    const path = pathname.replace('/v1/', '').split('/');
    if (path[0] === 'customers') return list(Array.from({ length: customers }, (_, i) => firstId + i));
    const customer = path[1] === 'customers' ? Number(path[2]) : undefined;
    const id = customer === undefined ? path[1] : path[4];
    if (id === undefined) {
      return list([...owners].filter(([, owner]) => owner === customer).map(([campaign]) => campaign));
    }
    const owner = owners.get(Number(id));
    const exists = owner !== undefined && (customer === undefined || owner === customer);
    if (!exists) return respondJson(response, { error: { code: 'not_found' } }, 404);
    const status = method === 'GET' ? 'draft' : 'queued';
    return respondJson(response, { id: Number(id), status });
  }

  return {
    ...recorder,
    owners,
    rounds,
    reset: () => {
      rounds.length = 0;
      recorder.requests.length = 0;
    },
  };
}

const LAST_ROUND_DELAY_MS = 1_000;

const isScoped = ({ url }: RecordedRequest) => url.startsWith('/v1/campaigns/customers/');
