/**
 * Runs a service that responds to every operation, sometimes with an error. The service inserts the key
 * wherever a response could leak it.
 */
import { createHash } from 'node:crypto';
import { type OperationName, operations } from '#lib/contract/operations.ts';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { chooseOperation, type Decoded, decodeRequest, matchOperations } from '#lib/contract/wire.ts';
import { type RecordedRequest, type Recorder, startRecorder } from '../console/support/recorder.ts';

const priceBlock = (paid: boolean): PriceBlock => ({
  price_calculation: '3 × $1.00',
  price: '$3.00',
  credit: '$0.00',
  already_paid: paid ? '$3.00' : '$0.00',
  to_be_paid: paid ? '$0.00' : '$3.00',
  to_be_paid_amount: paid ? 0 : 3,
});

/**
 * Decodes a request according to the contract.
 * @returns the operation and the input, or null if no operation matches
 */
export function identifyRequest({ method, url, body }: RecordedRequest): {
  readonly name: OperationName;
  readonly input: Decoded<unknown>;
} | null {
  const { pathname, searchParams } = new URL(url, 'http://service.test');
  const found = matchOperations(method, pathname.slice(1).split('/'));
  if (!found.found) return null;
  const form = [...new URLSearchParams(body)];
  const name = chooseOperation(found.operations, form);
  return { name, input: decodeRequest(name, { params: found.params, query: [...searchParams], form }) };
}

function responseBody(name: OperationName, id: number, leak: string): unknown {
  const campaign = { id, status: ['draft', 'draft', 'queued', 'lost'][id % 4], template_id: 1, echo: leak };
  const page = (items: unknown[]) => ({ items, current_page: 1, total_count: items.length, total_pages: 1 });
  switch (name) {
    case 'listCustomers':
      return page([1, 2, 3].map((customer) => ({ id: customer, email: `c${customer}@b.example` })));
    case 'getCustomer':
    case 'updateCustomer':
      return { id, email: `c${id}@b.example`, echo: leak };
    case 'listTemplates':
      return page([{ id: 1, name: 'N', designs: ['<p>'] }]);
    case 'listCampaigns':
    case 'listCustomerCampaigns':
      return { ...page([campaign]), echo: leak };
    case 'getTemplate':
    case 'updateTemplate':
    case 'deleteTemplate':
      return { id, name: 'N', size: 'letter', designs: ['<p>'], echo: leak };
    case 'payCampaign':
    case 'payCustomerCampaign':
      return { link: 'https://pay.example/1', echo: leak };
    case 'checkOutCampaign':
      return {
        send_copy_to_sender: false,
        without_sender: priceBlock(id % 4 === 0),
        with_sender: priceBlock(id % 4 === 0),
      };
    case 'previewTemplate':
      return { front: '<p>', back: '<p>', echo: leak };
    default:
      return campaign;
  }
}

/**
 * The fraction of requests that get an error, a broken response, or no response. A hash of the request
 * determines whether the request fails.
 */
const FAILURE_RATE = 0.12;

export async function startLeakyService(key: string): Promise<Recorder> {
  const recorder = await startRecorder();
  recorder.respondWith((request, response) => {
    const leak = `${key} ${request.headers.authorization} ${Buffer.from(key).toString('base64')}`;
    response.setHeader('x-echo', encodeURIComponent(leak));
    const identified = identifyRequest(request);
    const hash = createHash('sha1').update(`${request.method}${request.url}${request.body}`).digest();
    const [first = 0, second = 0] = hash;
    if (!identified || first < 256 * FAILURE_RATE) {
      const status = [400, 401, 402, 403, 404, 409, 422, 429, 500, 503, 302, 200][second % 14];
      if (status === undefined) return response.socket?.destroy();
      response.writeHead(status, {
        'content-type': 'text/html',
        location: `https://evil.example/${hash.toString('hex')}`,
      });
      return response.end(
        JSON.stringify({ error: { code: 'leaky', message: leak, fields: { [leak]: leak } } }),
      );
    }
    const input = identified.input.ok ? (identified.input.value as { id?: unknown }) : {};
    response.writeHead(operations[identified.name].method === 'POST' ? 201 : 200, {
      'content-type': 'application/json',
    });
    return response.end(JSON.stringify(responseBody(identified.name, Number(input.id ?? 1) || 1, leak)));
  });
  return recorder;
}
