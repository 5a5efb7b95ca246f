/** A service over HTTP that answers every operation from the corpus. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationName } from '#lib/contract/operations.ts';
import { match, tellApart } from '#lib/contract/wire.ts';
import { CORPUS, campaignOf, checkoutOf, customerOf, type Kind, type Odd, templateOf } from './corpus.ts';

export interface OddService {
  readonly url: string;
  readonly key: string;
  remove(): Promise<void>;
}

export async function startOddService(): Promise<OddService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://odd.test');
    const found = match(request.method ?? '', url.pathname.slice(1).split('/'));
    const answer = found.found
      ? answerOf(tellApart(found.operations, []), found.params, url.searchParams, origin())
      : undefined;
    request.resume();
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
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

/** @returns undefined where there is no such thing */
function answerOf(
  name: OperationName,
  { id, customer_id }: Record<string, string>,
  query: URLSearchParams,
  origin: string,
): unknown {
  const one = CORPUS.find((odd) => String(odd.id) === id);
  const make = (kind: Kind, odd = one) => odd?.spoil(wholesome(kind, odd, origin), kind);
  const all = (kind: Kind, odds: readonly Odd[] = CORPUS) =>
    pageOf(
      odds.map((odd) => make(kind, odd)),
      query,
    );
  switch (name) {
    case 'listCustomers':
      return all('customer');
    case 'listTemplates':
      return all('template');
    case 'listCampaigns':
      return all(
        'campaign',
        CORPUS.filter((odd) => isListed(odd, query)),
      );
    case 'listCustomerCampaigns': {
      const of = CORPUS.filter((odd) => String(odd.id) === customer_id && isListed(odd, query));
      return all('campaign', of);
    }
    case 'getCustomer':
    case 'updateCustomer':
      return make('customer');
    case 'getTemplate':
    case 'updateTemplate':
    case 'deleteTemplate':
      return make('template');
    case 'checkOutCampaign':
      return make('checkout');
    case 'previewTemplate':
      return make('preview');
    case 'payCampaign':
    case 'payCustomerCampaign':
      return (
        one && {
          link:
            one.link ?? `${origin}/paying?${new URLSearchParams({ back: query.get('redirect_uri') ?? '' })}`,
        }
      );
    default:
      return customer_id === undefined || customer_id === id ? make('campaign') : undefined;
  }
}

function wholesome(kind: Kind, { id }: Odd, origin: string): Record<string, unknown> {
  const made = {
    customer: () => customerOf(id),
    template: () => templateOf(id),
    campaign: () => campaignOf(id, `${origin}/files`),
    checkout: () => checkoutOf(`${origin}/files`),
    preview: () => ({ front: '<h1>Front</h1>', back: '<p>Back</p>' }),
  };
  return { ...made[kind]() };
}

/** Nothing was ever mailed: that list is empty, and has one page. */
function isListed({ listedAs }: Odd, query: URLSearchParams): boolean {
  const status = query.get('status');
  if (status !== null) return status === listedAs;
  return query.has('sent_at[from]') ? listedAs === 'sent' : true;
}

function pageOf(items: readonly unknown[], query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  return { items: page === 1 ? items : [], current_page: page, total_count: items.length, total_pages: 1 };
}
