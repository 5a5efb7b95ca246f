/** Whatever error the proxy really answers an operation with, its description holds: the status and the body. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { apiDescription } from '#lib/proxy/api-description.ts';
import { type Described, readDescription } from '../support/api-description.ts';
import { type About, validRequest } from '../support/valid-requests.ts';
import { setUpHarness } from './support/harness.ts';
import { nobody, type Person } from './support/members.ts';
import { type Asked, ask, FORM, type ProxyMethod } from './support/proxy.ts';
import { type Recorder, startRecorder, json as write } from './support/recorder.ts';
import { ORIGIN } from './support/settings.ts';
import { put } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let failing: Recorder;
let described: (name: OperationName) => Described;
let nextId = 1;
/** Of every answer of the service that fails. */
let failure = 500;

beforeAll(async () => {
  failing = await startRecorder();
  failing.answer((_, response) => write(response, {}, failure));
  described = readDescription(apiDescription());
});
beforeEach(() => harness.settings({}));
afterAll(() => failing.close());

const about = (): About => {
  const { id, customer } = put(harness.service, { id: nextId++, paid: 0 });
  return { campaign: id, customer, template: 5, origin: ORIGIN };
};

function run(name: OperationName, who: Person, change: Asked & { readonly query?: string } = {}) {
  const { method, path, query, body } = validRequest(name, about());
  const search = [query, change.query].filter(Boolean).join('&');
  const form = method === 'GET' ? {} : { body: body ?? '', type: FORM };
  return ask(who, method as ProxyMethod, search ? `${path}?${search}` : path, { ...form, ...change });
}

async function expectDescribed(name: OperationName, answer: Response, status: number): Promise<void> {
  const body: unknown = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(status);
  expect(described(name).answerProblems(status, body)).toEqual([]);
}

function behindFailing(status: number): Person {
  failure = status;
  harness.settings({ DIRECTMAIL_BASE_URL: failing.origin, DIRECTMAIL_BASE_URL_V2: failing.origin });
  return harness.admin;
}

const writes = operationNames.filter((name) => operations[name].method !== 'GET');
const withId = operationNames.filter((name) => Object.keys(operations[name].params.shape).length > 0);
const notForViewers = operationNames.filter((name) => !isAllowed('viewer', name));

/** What is sent without reading anything first: of the others only the reading failed. */
const mayBeDone = new Set<OperationName>(['updateCustomer', 'updateTemplate', 'deleteTemplate']);

describe.each(operationNames)('%s', (name) => {
  it('somebody who isn’t signed in: 401', async () => {
    await expectDescribed(name, await run(name, nobody), 401);
  });

  it('a field that there is none of: 400', async () => {
    await expectDescribed(name, await run(name, harness.admin, { query: 'no_such_field=1' }), 400);
  });

  it('a service with a problem of its own: 502, or 504 where it may have done it', async () => {
    const answer = await run(name, behindFailing(500));
    await expectDescribed(name, answer, mayBeDone.has(name) ? 504 : 502);
  });

  it('a service that is asked too often: 429', async () => {
    await expectDescribed(name, await run(name, behindFailing(429)), 429);
  });

  it('a service that took too long: 504', async () => {
    await expectDescribed(name, await run(name, behindFailing(408)), 504);
  });

  it('a service that refuses for a reason of its own: 422', async () => {
    await expectDescribed(name, await run(name, behindFailing(422)), 422);
  });
});

it.each(withId)('%s of what isn’t there: 404', async (name) => {
  await expectDescribed(name, await run(name, behindFailing(404)), 404);
});

it.each(notForViewers)('%s for a role that may not: 403', async (name) => {
  await expectDescribed(name, await run(name, harness.viewer), 403);
});

describe.each(writes)('%s', (name) => {
  it('from another site: 403', async () => {
    const elsewhere = { headers: { origin: 'https://evil.example' } };
    await expectDescribed(name, await run(name, harness.admin, elsewhere), 403);
  });

  it('with a body that is too large: 413', async () => {
    const large = { body: 'x'.repeat(20 * 1024 * 1024) };
    await expectDescribed(name, await run(name, harness.admin, large), 413);
  });

  it('with a body that nobody reads: 415', async () => {
    await expectDescribed(name, await run(name, harness.admin, { body: 'x', type: 'text/plain' }), 415);
  });
});

it.each(['cancelCampaign', 'cancelCustomerCampaign'] as const)(
  '%s of what isn’t queued: 409',
  async (name) => {
    await expectDescribed(name, await run(name, harness.admin), 409);
  },
);

it('sendCampaign of what isn’t paid: 402', async () => {
  await expectDescribed('sendCampaign', await run('sendCampaign', harness.admin), 402);
});

it('cloneCampaign whose answer is lost: 504', async () => {
  harness.service.fault('POST clone', 'drop_after');
  await expectDescribed('cloneCampaign', await run('cloneCampaign', harness.admin), 504);
});

it('another method than a path takes is no operation’s: 405, in the same shape', async () => {
  const answer = await ask(harness.admin, 'PATCH', '/v1/campaigns');
  expect(answer.status).toBe(405);
  expect(described('listCampaigns').answerProblems(400, await answer.json())).toEqual([]);
});
