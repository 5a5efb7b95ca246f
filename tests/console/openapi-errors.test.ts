/** Tests that the status and body of every proxy error response match the API description. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { apiDescription } from '#lib/proxy/api-description.ts';
import { type OperationDescription, readApiDescription } from '../support/api-description.ts';
import { encodeValidRequest, type RequestTarget } from '../support/valid-requests.ts';
import { setUpHarness } from './support/harness.ts';
import { type RunAs, signedOut } from './support/members.ts';
import { FORM_TYPE, type ProxyMethod, type ProxyTestRequest, requestProxy } from './support/proxy.ts';
import { type Recorder, respondJson, startRecorder } from './support/recorder.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let failingService: Recorder;
let describeOperation: (name: OperationName) => OperationDescription;
let nextId = 1;
let failureStatus = 500;

beforeAll(async () => {
  failingService = await startRecorder();
  failingService.respondWith((_, response) => respondJson(response, {}, failureStatus));
  describeOperation = readApiDescription(apiDescription());
});
beforeEach(() => harness.applySettings({}));
afterAll(() => failingService.close());

const createTarget = (): RequestTarget => {
  const { id, customer } = addCampaign(harness.service, { id: nextId++, paid: 0 });
  return { campaign: id, customer, template: 5, origin: ORIGIN };
};

/** Sends a valid request for the operation, with `overrides` applied to the request. */
function requestOperation(
  name: OperationName,
  runAs: RunAs,
  overrides: ProxyTestRequest & { readonly query?: string } = {},
) {
  const { method, path, query, body } = encodeValidRequest(name, createTarget());
  const search = [query, overrides.query].filter(Boolean).join('&');
  const form = method === 'GET' ? {} : { body: body ?? '', type: FORM_TYPE };
  return requestProxy(runAs, method as ProxyMethod, search ? `${path}?${search}` : path, {
    ...form,
    ...overrides,
  });
}

async function expectDescribedError(name: OperationName, response: Response, status: number): Promise<void> {
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  expect(describeOperation(name).responseErrors(status, body)).toEqual([]);
}

/** Sends a valid request as an admin while the service responds to every request with `status`. */
function requestWhileServiceFails(name: OperationName, status: number): Promise<Response> {
  failureStatus = status;
  harness.applySettings({
    DIRECTMAIL_BASE_URL: failingService.origin,
    DIRECTMAIL_BASE_URL_V2: failingService.origin,
  });
  return requestOperation(name, harness.admin);
}

const writes = operationNames.filter((name) => operations[name].method !== 'GET');
const operationsWithId = operationNames.filter(
  (name) => Object.keys(operations[name].params.shape).length > 0,
);
const forbiddenToViewers = operationNames.filter((name) => !isAllowed('viewer', name));

/**
 * Write operations that the console runs without reading anything first. Because the tests make every call to
 * the service fail, all other operations fail during a read.
 */
const writesWithoutRead = new Set<OperationName>(['updateCustomer', 'updateTemplate', 'deleteTemplate']);

describe.each(operationNames)('%s', (name) => {
  it('responds with 401 without a session', async () => {
    await expectDescribedError(name, await requestOperation(name, signedOut), 401);
  });

  it('responds with 400 to an unknown field', async () => {
    await expectDescribedError(
      name,
      await requestOperation(name, harness.admin, { query: 'no_such_field=1' }),
      400,
    );
  });

  it('responds with 504 if the service fails during a write, or with 502 if only a read fails', async () => {
    const response = await requestWhileServiceFails(name, 500);
    await expectDescribedError(name, response, writesWithoutRead.has(name) ? 504 : 502);
  });

  it('responds with 429 if the service limits requests', async () => {
    await expectDescribedError(name, await requestWhileServiceFails(name, 429), 429);
  });

  it('responds with 504 if the service times out', async () => {
    await expectDescribedError(name, await requestWhileServiceFails(name, 408), 504);
  });

  it('responds with 422 if the service refuses the request', async () => {
    await expectDescribedError(name, await requestWhileServiceFails(name, 422), 422);
  });
});

it.each(operationsWithId)('%s responds with 404 if the service does', async (name) => {
  await expectDescribedError(name, await requestWhileServiceFails(name, 404), 404);
});

it.each(forbiddenToViewers)('%s responds with 403 to a viewer', async (name) => {
  await expectDescribedError(name, await requestOperation(name, harness.viewer), 403);
});

describe.each(writes)('%s', (name) => {
  it('responds with 403 to a request from another origin', async () => {
    const foreignOrigin = { headers: { origin: 'https://evil.example' } };
    await expectDescribedError(name, await requestOperation(name, harness.admin, foreignOrigin), 403);
  });

  it('responds with 413 to a body over the size limit', async () => {
    const large = { body: 'x'.repeat(20 * 1024 * 1024) };
    await expectDescribedError(name, await requestOperation(name, harness.admin, large), 413);
  });

  it('responds with 415 to an unsupported content type', async () => {
    await expectDescribedError(
      name,
      await requestOperation(name, harness.admin, { body: 'x', type: 'text/plain' }),
      415,
    );
  });
});

it.each(['cancelCampaign', 'cancelCustomerCampaign'] as const)(
  '%s responds with 409 for a campaign that isn’t queued',
  async (name) => {
    await expectDescribedError(name, await requestOperation(name, harness.admin), 409);
  },
);

it('sendCampaign responds with 402 for an unpaid campaign', async () => {
  await expectDescribedError('sendCampaign', await requestOperation('sendCampaign', harness.admin), 402);
});

it('cloneCampaign responds with 504 if the service’s response is lost', async () => {
  harness.service.injectFault('POST clone', 'drop_after');
  await expectDescribedError('cloneCampaign', await requestOperation('cloneCampaign', harness.admin), 504);
});

it('the response to an unsupported method is 405, in the documented error format', async () => {
  const response = await requestProxy(harness.admin, 'PATCH', '/v1/campaigns');
  expect(response.status).toBe(405);
  expect(describeOperation('listCampaigns').responseErrors(400, await response.json())).toEqual([]);
});
