/** Tests that the service's OpenAPI document is valid and complete, and matches the responses. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { buildServiceDocument } from '#service/http/openapi.ts';
import { readApiDescription } from '../support/api-description.ts';
import { draftRow, openService, type TestService, v1Headers, WITH_CREDIT } from './fixture.ts';

let service: TestService;
let document: ApiDocument;
let described: ReturnType<typeof readApiDescription>;
beforeAll(async () => {
  service = await openService({
    rows: Array.from({ length: 9 }, () => draftRow()).concat(draftRow({ customerId: WITH_CREDIT })),
    credits: [0, 1_000_000],
    controls: true,
  });
  document = (await service.request<ApiDocument>('/openapi.json')).body as ApiDocument;
  described = readApiDescription(document);
  for (const id of [3, 4]) {
    await service.call('payAndSendCampaign', { id, email: 'a@b.example', source: 'tok_visa' });
  }
});
afterAll(() => service.close());

test('the service publishes a document that is valid OpenAPI 3.1', async () => {
  const response = await service.request('/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(response.text))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the OpenAPI document describes exactly the operations in the contract', () => {
  const described = Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation['x-operations'].map((name) => `${name} ${method.toUpperCase()} ${path}`),
    ),
  );
  const rows = operationNames.map((name) => `${name} ${operations[name].method} ${operations[name].path}`);
  expect(described.sort()).toEqual(rows.sort());
  const ids = Object.values(document.paths).flatMap(({ servers, ...item }) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(ids.flatMap((id) => id.split('_or_')).sort()).toEqual([...operationNames].sort());
});

test('the OpenAPI document lists the v2 server if v2 and v1 have different origins', () => {
  const { paths } = buildServiceDocument({ origin: 'http://one.test', originV2: 'http://two.test' });
  for (const [path, { servers }] of Object.entries(paths)) {
    expect(servers, path).toEqual(path.startsWith('/v2/') ? [{ url: 'http://two.test' }] : undefined);
  }
});

type Example<N extends OperationName> = {
  readonly valid: Input<N>;
  /**
   * A request that the service rejects, and the status of the response. If the client can't encode the input,
   * the request's path is given instead.
   */
  readonly rejected: readonly [inputOrPath: Input<N> | string, status: number];
};
const UNKNOWN_ID = 999;
const redirect = { redirect_uri: 'https://console.example/back' };
const examples: { readonly [N in OperationName]: Example<N> } = {
  listCustomers: { valid: {}, rejected: ['/v1/customers?per_page=101', 400] },
  getCustomer: { valid: { id: 1 }, rejected: [{ id: UNKNOWN_ID }, 404] },
  updateCustomer: {
    valid: { id: 1, email: 'new@customer.example' },
    rejected: [{ id: 1, email: 'office@customer-2.example' }, 422],
  },
  listTemplates: { valid: {}, rejected: ['/v1/templates?page=0', 400] },
  getTemplate: { valid: { id: 1 }, rejected: [{ id: UNKNOWN_ID }, 404] },
  deleteTemplate: { valid: { id: 2 }, rejected: [{ id: UNKNOWN_ID }, 404] },
  updateTemplate: {
    valid: { id: 1, name: 'New', size: 'letter', designs: ['<p>'], meta_data: [{ key: 'a', value: 'b' }] },
    rejected: [{ id: 1, name: 'New', size: 'letter', designs: ['<p>', '<p>'] }, 422],
  },
  listCustomerCampaigns: { valid: { customer_id: 1 }, rejected: [{ customer_id: UNKNOWN_ID }, 404] },
  getCustomerCampaign: { valid: { customer_id: 1, id: 1 }, rejected: [{ customer_id: 2, id: 1 }, 404] },
  deleteCampaign: { valid: { customer_id: 1, id: 2 }, rejected: [{ customer_id: 1, id: 3 }, 409] },
  cloneCampaign: { valid: { customer_id: 1, id: 1 }, rejected: [{ customer_id: 2, id: 1 }, 404] },
  cancelCustomerCampaign: { valid: { customer_id: 1, id: 3 }, rejected: [{ customer_id: 1, id: 1 }, 409] },
  sendCampaign: { valid: { customer_id: 2, id: 10 }, rejected: [{ customer_id: 1, id: 1 }, 402] },
  payCustomerCampaign: {
    valid: { customer_id: 1, id: 5, ...redirect },
    rejected: [{ customer_id: 2, id: 1, ...redirect }, 404],
  },
  listCampaigns: {
    valid: {},
    rejected: [{ sent_at: { from: '2026-12-01', to: '2026-11-01' } }, 422],
  },
  getCampaign: { valid: { id: 1 }, rejected: [{ id: UNKNOWN_ID }, 404] },
  cancelCampaign: { valid: { id: 4 }, rejected: [{ id: 1 }, 409] },
  payCampaign: { valid: { id: 6, ...redirect }, rejected: [{ id: 10, ...redirect }, 409] },
  payAndSendCampaign: {
    valid: { id: 7, email: 'a@b.example', source: 'tok_visa' },
    rejected: [{ id: 1, email: 'a@b.example', source: 'tok_chargeDeclined' }, 402],
  },
  checkOutCampaign: { valid: { id: 1 }, rejected: [{ id: UNKNOWN_ID }, 404] },
  previewTemplate: {
    valid: { id: 'tmpl_listed', template_data: { address: '1 Main Street' } },
    rejected: [{ id: 'no-such' }, 404],
  },
  sendCampaignOnInvoice: { valid: { id: '8' }, rejected: [{ id: 'no-such' }, 404] },
};

async function expectDescribed<N extends OperationName>(name: N): Promise<void> {
  const { valid, rejected } = examples[name];
  const [invalid, rejectedStatus] = rejected;
  const wrongKey = { Authorization: 'Bearer wrong-key' };
  const rejection =
    typeof invalid === 'string'
      ? service.request(invalid, { headers: v1Headers })
      : service.call(name, invalid);
  const responses = [
    [200, await service.call(name, valid)],
    [rejectedStatus, await rejection],
    [401, await service.call(name, valid, wrongKey)],
  ] as const;
  for (const [expectedStatus, { status, body, text }] of responses) {
    expect(status, text).toBe(expectedStatus);
    expect(described(name).responseErrors(status, body), text).toEqual([]);
  }
}

test.each(operationNames)(
  '%s responds as documented to valid, rejected, and unauthenticated requests',
  expectDescribed,
);

test('the sample campaigns, customers, and templates match the OpenAPI document', async () => {
  const sampleService = await openService({
    seed: undefined,
    campaigns: 60,
    clockRate: 1,
    machineNow: Date.now,
  });
  for (const name of ['listCampaigns', 'listCustomers', 'listTemplates'] as const) {
    const { body } = await sampleService.call(name, { per_page: 100 });
    expect(described(name).responseErrors(200, body)).toEqual([]);
  }
  await sampleService.close();
});

describe('the response validator', () => {
  const deviations: readonly [string, (campaign: Record<string, unknown>) => object][] = [
    ['a number instead of text', (campaign) => ({ ...campaign, price: 12 })],
    ['no id', ({ id: _, ...rest }) => rest],
    ['a text id', (campaign) => ({ ...campaign, id: '1' })],
    ['an invalid time', (campaign) => ({ ...campaign, created_at: 'yesterday' })],
    ['a thumbnail that is not a URL', (campaign) => ({ ...campaign, thumbnails: ['not a URL'] })],
    ['an undocumented field', (campaign) => ({ ...campaign, color: 'red' })],
    ['an invalid nested field', (campaign) => ({ ...campaign, sender: { name: 7 } })],
  ];
  test.each(deviations)('rejects a campaign with %s', async (_, deviate) => {
    const { responseErrors } = described('getCampaign');
    const { body } = await service.call('getCampaign', { id: 1 });
    expect(responseErrors(200, body)).toEqual([]);
    expect(responseErrors(200, deviate({ ...body }))).not.toEqual([]);
  });

  test('rejects a response with an undocumented status or error code', async () => {
    const { responseErrors } = described('getCampaign');
    const error = { code: 'not_found', message: 'No.' };
    expect(responseErrors(404, { error })).toEqual([]);
    expect(responseErrors(418, { error })).not.toEqual([]);
    expect(responseErrors(404, { error: { ...error, code: 'lost' } })).not.toEqual([]);
    expect(responseErrors(404, { problem: 'No.' })).not.toEqual([]);
  });
});
