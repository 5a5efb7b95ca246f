/** Runs a mail service over HTTP that responds to every operation with data from the corpus. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationName } from '#lib/contract/operations.ts';
import { chooseOperation, matchOperations } from '#lib/contract/wire.ts';
import {
  CORPUS,
  type CorpusEntry,
  plainCampaign,
  plainCheckout,
  plainCustomer,
  plainTemplate,
  type ResourceKind,
} from './corpus.ts';

export interface CorpusService {
  readonly url: string;
  readonly key: string;
  remove(): Promise<void>;
}

export async function startCorpusService(): Promise<CorpusService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.test');
    const found = matchOperations(request.method ?? '', url.pathname.slice(1).split('/'));
    const body = found.found
      ? responseBodyFor(chooseOperation(found.operations, []), found.params, url.searchParams, origin())
      : undefined;
    request.resume();
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: origin(),
    key: `canary+${randomUUID()}/&=`,
    async remove() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** @returns the body of the response, or undefined if the resource doesn't exist */
function responseBodyFor(
  name: OperationName,
  { id, customer_id }: Record<string, string>,
  query: URLSearchParams,
  origin: string,
): unknown {
  const entry = CORPUS.find((candidate) => String(candidate.id) === id);
  const resource = (kind: ResourceKind, from = entry) =>
    from?.distort(plainResource(kind, from, origin), kind);
  const list = (kind: ResourceKind, entries: readonly CorpusEntry[] = CORPUS) =>
    toPage(
      entries.map((from) => resource(kind, from)),
      query,
    );
  switch (name) {
    case 'listCustomers':
      return list('customer');
    case 'listTemplates':
      return list('template');
    case 'listCampaigns':
      return list(
        'campaign',
        CORPUS.filter((candidate) => isListed(candidate, query)),
      );
    case 'listCustomerCampaigns': {
      const entries = CORPUS.filter(
        (candidate) => String(candidate.id) === customer_id && isListed(candidate, query),
      );
      return list('campaign', entries);
    }
    case 'getCustomer':
    case 'updateCustomer':
      return resource('customer');
    case 'getTemplate':
    case 'updateTemplate':
    case 'deleteTemplate':
      return resource('template');
    case 'checkOutCampaign':
      return resource('checkout');
    case 'previewTemplate':
      return resource('preview');
    case 'payCampaign':
    case 'payCustomerCampaign':
      return (
        entry && {
          link:
            entry.link ??
            `${origin}/paying?${new URLSearchParams({ back: query.get('redirect_uri') ?? '' })}`,
        }
      );
    default:
      return customer_id === undefined || customer_id === id ? resource('campaign') : undefined;
  }
}

function plainResource(kind: ResourceKind, { id }: CorpusEntry, origin: string): Record<string, unknown> {
  const create = {
    customer: () => plainCustomer(id),
    template: () => plainTemplate(id),
    campaign: () => plainCampaign(id, `${origin}/files`),
    checkout: () => plainCheckout(`${origin}/files`),
    preview: () => ({ front: '<h1>Front</h1>', back: '<p>Back</p>' }),
  };
  return { ...create[kind]() };
}

/**
 * True if the entry's campaign matches the query's filters. No entry matches the status "mailed", so the list
 * of mailed campaigns is empty.
 */
function isListed({ listedAs }: CorpusEntry, query: URLSearchParams): boolean {
  const status = query.get('status');
  if (status !== null) return status === listedAs;
  return query.has('sent_at[from]') ? listedAs === 'sent' : true;
}

function toPage(items: readonly unknown[], query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  return { items: page === 1 ? items : [], current_page: page, total_count: items.length, total_pages: 1 };
}
