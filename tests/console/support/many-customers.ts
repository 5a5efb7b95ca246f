/**
 * A service with very many customers, that answers scoped questions a round at a time: when as many wait as may be asked
 * at once, or nobody can be waiting for another. So rounds are counted, not guessed from a clock.
 */
import type { ServerResponse } from 'node:http';
import { json, type Recorded, type Recorder, startRecorder } from './recorder.ts';

export interface ManyCustomers extends Recorder {
  /** Customer by campaign; change it and the campaign has moved. */
  readonly owners: Map<number, number>;
  /** Scoped questions in each round so far. */
  readonly rounds: number[];
  forget(): void;
}

interface Size {
  /** The first customer's number and the first campaign's: those of another one are unknown to this process. */
  readonly from: number;
  readonly customers: number;
  readonly campaignsEach: number;
  readonly atOnce: number;
}

export async function startManyCustomers(size: Size): Promise<ManyCustomers> {
  const { from, customers, campaignsEach, atOnce } = size;
  const recorder = await startRecorder();
  const owners = new Map<number, number>();
  // One after the other in turn, so that neighbours in a list of all are of different customers.
  for (let i = 0; i < customers * campaignsEach; i++) owners.set(from + i, from + (i % customers));
  const rounds: number[] = [];
  let waiting: (() => void)[] = [];

  function release(): void {
    if (waiting.length === 0) return;
    rounds.push(waiting.length);
    const round = waiting;
    waiting = [];
    for (const answer of round) answer();
  }

  recorder.answer((request, response) => {
    if (!isScoped(request)) return answer(request, response);
    waiting.push(() => answer(request, response));
    if (waiting.length === atOnce) release();
    else {
      const { length } = recorder.requests;
      // A last round may be smaller: nothing more has come for longer than a busy machine holds a request up.
      setTimeout(() => recorder.requests.length === length && release(), PARTIAL_MS);
    }
  });

  function answer({ method, url }: Recorded, response: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(url, recorder.origin);
    const page = Number(searchParams.get('page') ?? 1);
    const perPage = Number(searchParams.get('per_page') ?? 10);
    const list = (all: readonly number[]) =>
      json(response, {
        items: all.slice((page - 1) * perPage, page * perPage).map((id) => ({ id, status: 'draft' })),
        current_page: page,
        total_count: all.length,
        total_pages: Math.max(1, Math.ceil(all.length / perPage)),
      });
    const path = pathname.replace('/v1/', '').split('/');
    if (path[0] === 'customers') return list(Array.from({ length: customers }, (_, i) => from + i));
    const customer = path[1] === 'customers' ? Number(path[2]) : undefined;
    const id = customer === undefined ? path[1] : path[4];
    if (id === undefined) {
      return list([...owners].filter(([, owner]) => owner === customer).map(([campaign]) => campaign));
    }
    const owner = owners.get(Number(id));
    const isThere = owner !== undefined && (customer === undefined || owner === customer);
    if (!isThere) return json(response, { error: { code: 'not_found' } }, 404);
    const status = method === 'GET' ? 'draft' : 'queued';
    return json(response, { id: Number(id), status });
  }

  return {
    ...recorder,
    owners,
    rounds,
    forget: () => {
      rounds.length = 0;
      recorder.requests.length = 0;
    },
  };
}

const PARTIAL_MS = 1_000;

const isScoped = ({ url }: Recorded) => url.startsWith('/v1/campaigns/customers/');
