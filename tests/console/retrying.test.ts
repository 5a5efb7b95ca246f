/** Tests that reads are retried after some failures and that writes are never retried. */
import { describe, expect, it } from 'vitest';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { readFromService, sendToService, type WriteOperation } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';

const [v1, v2] = await recordBothVersions();

type Responder = Parameters<typeof v1.respondWith>[0];

/** Responds to the first `count` requests with `respond`, and to later requests with the campaign. */
function respondToFirst(count: number, respond: Responder): void {
  let left = count;
  v1.respondWith((request, response) => {
    if (left-- > 0) return respond(request, response);
    return respondJson(response, { id: 1 });
  });
}
const dropConnection: Responder = (_, response) => response.socket?.destroy();
const respondStatus =
  (status: number): Responder =>
  (_, response) =>
    respondJson(response, {}, status);

const read = () => readFromService('getCampaign', { id: 1 }, { fresh: true });

describe('a read', () => {
  it.each([
    ['a dropped connection', dropConnection],
    ['502', respondStatus(502)],
    ['503', respondStatus(503)],
    ['504', respondStatus(504)],
  ])('is retried after %s, at most twice', async (_, respond) => {
    respondToFirst(2, respond);
    expect(await read()).toMatchObject({ ok: true, value: { id: 1 } });
    expect(v1.requests).toHaveLength(3);
    respondToFirst(3, respond);
    expect(await read()).toMatchObject({ ok: false });
    expect(v1.requests).toHaveLength(6);
  });

  it.each([400, 401, 403, 404, 408, 409, 422, 429, 500, 501, 505])(
    'isn’t retried after a response with %i',
    async (status) => {
      respondToFirst(1, respondStatus(status));
      expect(await read()).toMatchObject({ ok: false });
      expect(v1.requests).toHaveLength(1);
    },
  );

  it('isn’t retried after a garbled response or a redirect', async () => {
    respondToFirst(1, (_, response) => response.end('<html>'));
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    respondToFirst(1, (_, response) => {
      response.writeHead(307, { location: '/elsewhere' });
      response.end();
    });
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    expect(v1.requests).toHaveLength(2);
  });

  it('isn’t retried after a timeout or after the deadline', async () => {
    v1.respondWith(() => {});
    expect(
      await readFromService('getCampaign', { id: 1 }, { fresh: true, deadline: deadlineIn(150) }),
    ).toMatchObject({
      failure: { kind: 'slow' },
    });
    expect(v1.requests).toHaveLength(1);
    v1.respondWith(dropConnection);
    v1.requests.length = 0;
    // The deadline passes as soon as the service receives the first request.
    const left = () => (v1.requests.length === 0 ? 5_000 : 0);
    const deadline = { left, within: () => deadline };
    await readFromService('getCampaign', { id: 1 }, { fresh: true, deadline });
    expect(v1.requests).toHaveLength(1);
  });
});

/** A valid input for each write operation. */
const writeInputs = {
  updateCustomer: { id: 1, email: 'a@b.example' },
  deleteTemplate: { id: 1 },
  updateTemplate: { id: 1, name: 'a', size: 'letter', designs: ['<p>'] },
  deleteCampaign: { customer_id: 1, id: 1 },
  cloneCampaign: { customer_id: 1, id: 1 },
  cancelCustomerCampaign: { customer_id: 1, id: 1 },
  sendCampaign: { customer_id: 1, id: 1 },
  payCustomerCampaign: { customer_id: 1, id: 1, redirect_uri: 'http://localhost/' },
  cancelCampaign: { id: 1 },
  payCampaign: { id: 1, redirect_uri: 'http://localhost/' },
  payAndSendCampaign: { id: 1, email: 'a@b.example' },
  previewTemplate: { id: '1' },
  sendCampaignOnInvoice: { id: '1' },
} satisfies { [N in OperationName]?: Input<N> };

it('these tests cover every write operation', () => {
  const writeNames = operationNames.filter((name) => operations[name].method !== 'GET');
  expect(Object.keys(writeInputs).sort()).toEqual(writeNames.sort());
});

describe('a write', () => {
  const faults = {
    'a dropped connection': dropConnection,
    502: respondStatus(502),
    503: respondStatus(503),
    504: respondStatus(504),
    429: respondStatus(429),
  };
  for (const [fault, respond] of Object.entries(faults)) {
    it.each(Object.entries(writeInputs))(`isn’t retried after ${fault} (%s)`, async (name, input) => {
      v1.respondWith(respond);
      v2.respondWith(respond);
      const options = { email: 'sender@mailroom.test' };
      expect(await sendToService(name as WriteOperation, input as never, options)).toMatchObject({
        ok: false,
      });
      expect([...v1.requests, ...v2.requests]).toHaveLength(1);
    });
  }
});
