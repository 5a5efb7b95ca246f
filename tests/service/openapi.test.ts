/** The service's description of itself: well-formed, whole, and true of what the service answers. */
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

test('is served to whoever asks, and is valid OpenAPI 3.1', async () => {
  const answer = await service.request('/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(answer.text))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('describes every row of the contract, and nothing else', () => {
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

test('says where v2 is, if it is elsewhere', () => {
  const { paths } = buildServiceDocument({ origin: 'http://one.test', originV2: 'http://two.test' });
  for (const [path, { servers }] of Object.entries(paths)) {
    expect(servers, path).toEqual(path.startsWith('/v2/') ? [{ url: 'http://two.test' }] : undefined);
  }
});

type Asked<N extends OperationName> = {
  readonly done: Input<N>;
  /** What is refused, and the status of that; a path where the client would not send such an input. */
  readonly refused: readonly [inputOrPath: Input<N> | string, status: number];
};
const NONE = 999;
const back = { redirect_uri: 'https://console.example/back' };
const asked: { readonly [N in OperationName]: Asked<N> } = {
  listCustomers: { done: {}, refused: ['/v1/customers?per_page=101', 400] },
  getCustomer: { done: { id: 1 }, refused: [{ id: NONE }, 404] },
  updateCustomer: {
    done: { id: 1, email: 'new@customer.example' },
    refused: [{ id: 1, email: 'office@customer-2.example' }, 422],
  },
  listTemplates: { done: {}, refused: ['/v1/templates?page=0', 400] },
  getTemplate: { done: { id: 1 }, refused: [{ id: NONE }, 404] },
  deleteTemplate: { done: { id: 2 }, refused: [{ id: NONE }, 404] },
  updateTemplate: {
    done: { id: 1, name: 'New', size: 'letter', designs: ['<p>'], meta_data: [{ key: 'a', value: 'b' }] },
    refused: [{ id: 1, name: 'New', size: 'letter', designs: ['<p>', '<p>'] }, 422],
  },
  listCustomerCampaigns: { done: { customer_id: 1 }, refused: [{ customer_id: NONE }, 404] },
  getCustomerCampaign: { done: { customer_id: 1, id: 1 }, refused: [{ customer_id: 2, id: 1 }, 404] },
  deleteCampaign: { done: { customer_id: 1, id: 2 }, refused: [{ customer_id: 1, id: 3 }, 409] },
  cloneCampaign: { done: { customer_id: 1, id: 1 }, refused: [{ customer_id: 2, id: 1 }, 404] },
  cancelCustomerCampaign: { done: { customer_id: 1, id: 3 }, refused: [{ customer_id: 1, id: 1 }, 409] },
  sendCampaign: { done: { customer_id: 2, id: 10 }, refused: [{ customer_id: 1, id: 1 }, 402] },
  payCustomerCampaign: {
    done: { customer_id: 1, id: 5, ...back },
    refused: [{ customer_id: 2, id: 1, ...back }, 404],
  },
  listCampaigns: {
    done: {},
    refused: [{ sent_at: { from: '2026-12-01', to: '2026-11-01' } }, 422],
  },
  getCampaign: { done: { id: 1 }, refused: [{ id: NONE }, 404] },
  cancelCampaign: { done: { id: 4 }, refused: [{ id: 1 }, 409] },
  payCampaign: { done: { id: 6, ...back }, refused: [{ id: 10, ...back }, 409] },
  payAndSendCampaign: {
    done: { id: 7, email: 'a@b.example', source: 'tok_visa' },
    refused: [{ id: 1, email: 'a@b.example', source: 'tok_chargeDeclined' }, 402],
  },
  checkOutCampaign: { done: { id: 1 }, refused: [{ id: NONE }, 404] },
  previewTemplate: {
    done: { id: 'tmpl_listed', template_data: { address: '1 Main Street' } },
    refused: [{ id: 'no-such' }, 404],
  },
  sendCampaignOnInvoice: { done: { id: '8' }, refused: [{ id: 'no-such' }, 404] },
};

async function holds<N extends OperationName>(name: N): Promise<void> {
  const { done, refused } = asked[name];
  const [wrong, status] = refused;
  const stranger = { Authorization: 'Bearer nobody' };
  const no =
    typeof wrong === 'string' ? service.request(wrong, { headers: v1Headers }) : service.call(name, wrong);
  const answers = [
    [200, await service.call(name, done)],
    [status, await no],
    [401, await service.call(name, done, stranger)],
  ] as const;
  for (const [expected, { status: got, body, text }] of answers) {
    expect(got, text).toBe(expected);
    expect(described(name).responseErrors(got, body), text).toEqual([]);
  }
}

test.each(operationNames)('%s answers what is described: done, refused, and to a stranger', holds);

test('the sample campaigns, customers and templates are as described', async () => {
  const full = await openService({ seed: undefined, campaigns: 60, clockRate: 1, machineNow: Date.now });
  for (const name of ['listCampaigns', 'listCustomers', 'listTemplates'] as const) {
    const { body } = await full.call(name, { per_page: 100 });
    expect(described(name).responseErrors(200, body)).toEqual([]);
  }
  await full.close();
});

describe('an answer that is not as described is caught', () => {
  const wrong: readonly [string, (campaign: Record<string, unknown>) => object][] = [
    ['a number where text is promised', (campaign) => ({ ...campaign, price: 12 })],
    ['no id', ({ id: _, ...rest }) => rest],
    ['an id that is text', (campaign) => ({ ...campaign, id: '1' })],
    ['a time that is none', (campaign) => ({ ...campaign, created_at: 'yesterday' })],
    ['a picture that is no address', (campaign) => ({ ...campaign, thumbnails: ['no address'] })],
    ['a field that is not described', (campaign) => ({ ...campaign, color: 'red' })],
    ['a wrong field within another', (campaign) => ({ ...campaign, sender: { name: 7 } })],
  ];
  test.each(wrong)('%s', async (_, spoil) => {
    const { responseErrors: answerProblems } = described('getCampaign');
    const { body } = await service.call('getCampaign', { id: 1 });
    expect(answerProblems(200, body)).toEqual([]);
    expect(answerProblems(200, spoil({ ...body }))).not.toEqual([]);
  });

  test('a status or an error code that is not described', async () => {
    const { responseErrors: answerProblems } = described('getCampaign');
    const error = { code: 'not_found', message: 'No.' };
    expect(answerProblems(404, { error })).toEqual([]);
    expect(answerProblems(418, { error })).not.toEqual([]);
    expect(answerProblems(404, { error: { ...error, code: 'lost' } })).not.toEqual([]);
    expect(answerProblems(404, { problem: 'No.' })).not.toEqual([]);
  });
});
