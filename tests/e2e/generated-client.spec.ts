/**
 * Tests that a client generated from the console's API description compiles, calls all 22 operations with an API
 * token, and sends and receives only what the description says.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { operationNames } from '#lib/contract/operations.ts';
import type { CallsModule } from '../console-client/call-types.ts';
import { createTokenOnPage } from '../support/api-tokens.ts';
import { checkTraffic, type Exchange, recordTraffic } from '../support/api-traffic.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { compileClients, type GeneratedClients, generateTypedClient } from '../support/generate-clients.ts';

// The calls change templates and customers, and one call needs monthly invoicing.
test.use({ environment: 'generated-client', invoiced: true });
test.describe.configure({ mode: 'default' });

let document: ApiDocument;
let client: GeneratedClients;
test.beforeAll(async ({ mailroom }) => {
  const response = await fetch(`${mailroom.url}/openapi.json`);
  document = (await response.json()) as ApiDocument;
  client = await generateTypedClient(document, 'tests/console-client');
});
test.afterAll(() => client.remove());

const importCalls = (): Promise<CallsModule> =>
  import(pathToFileURL(join(client.folder, 'token-calls.ts')).href);

test('the generated client and its calls have no type errors', async () => {
  expect(await compileClients(client)).toBe('');
});

test('the generated client can call every operation as described', async ({
  page,
  login,
  mailroom,
  service,
}) => {
  await login(page, 'admin');
  const { text: token } = await createTokenOnPage(page, 'Every operation', { access: 'Read and write' });
  const draft = await createDraft(service);
  const createId = async () => (await createDraft(service)).id;
  const targets = {
    customer: draft.customerId,
    otherCustomer: 2,
    template: 1,
    deletableTemplate: 2,
    drafts: {
      pay: draft.id,
      payAsCustomer: await createId(),
      payAndSend: await createId(),
      sendOnInvoice: await createId(),
      clone: await createId(),
      delete: await createId(),
    },
    paid: (await createPaidDraft(service)).id,
    queued: {
      cancel: (await createQueuedCampaign(service)).id,
      cancelAsCustomer: (await createQueuedCampaign(service)).id,
    },
  };
  const exchanges: Exchange[] = [];
  const { createTokenCalls } = await importCalls();
  const calls = createTokenCalls({ baseUrl: mailroom.url, token, fetch: recordTraffic(exchanges) }, targets);
  expect(Object.keys(calls).sort()).toEqual([...operationNames].sort());
  const check = checkTraffic(document);
  for (const [name, call] of Object.entries(calls)) {
    const { data, error } = await call();
    expect(data, `${name}: ${JSON.stringify(error)}`).toBeDefined();
    const last = exchanges.at(-1);
    expect(last && [last.status, ...check(last)], name).toEqual([200]);
    expect(last?.requestHeaders.has('cookie')).toBe(false);
    expect(last?.responseHeaders.get('ratelimit-policy')).toBe('"token";q=120;w=60');
  }
  expect(exchanges.length).toBe(operationNames.length);
});

test('the generated client gets the first response again for a repeated Idempotency-Key, and gets errors as problem details', async ({
  page,
  login,
  mailroom,
  service,
}) => {
  await login(page, 'sender');
  const { text: token } = await createTokenOnPage(page, 'Repeats', { access: 'Read and write' });
  const { id } = await createQueuedCampaign(service);
  const { repeatCancel } = await importCalls();
  const options = { baseUrl: mailroom.url, token, fetch: (request: Request) => fetch(request) };
  expect(await repeatCancel(options, id)).toEqual({
    first: 'draft',
    again: 'draft',
    replayed: 'true',
    refused: { status: 409, code: 'conflict' },
  });
});
