/** What is asked again, and what never is. */
import { describe, expect, it } from 'vitest';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { readFromService, sendToService, type WriteOperation } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';

const [v1, v2] = await recordBothVersions();

type Answerer = Parameters<typeof v1.respondWith>[0];

/** The first `n` requests get this, those after it the campaign. */
function firstGet(n: number, answer: Answerer): void {
  let left = n;
  v1.respondWith((request, response) => {
    if (left-- > 0) return answer(request, response);
    return respondJson(response, { id: 1 });
  });
}
const drop: Answerer = (_, response) => response.socket?.destroy();
const say =
  (status: number): Answerer =>
  (_, response) =>
    respondJson(response, {}, status);

const read = () => readFromService('getCampaign', { id: 1 }, { fresh: true });

describe('a reading', () => {
  it.each([
    ['a connection that broke', drop],
    ['502', say(502)],
    ['503', say(503)],
    ['504', say(504)],
  ])('is made again after %s, and at most twice', async (_, answer) => {
    firstGet(2, answer);
    expect(await read()).toMatchObject({ ok: true, value: { id: 1 } });
    expect(v1.requests).toHaveLength(3);
    firstGet(3, answer);
    expect(await read()).toMatchObject({ ok: false });
    expect(v1.requests).toHaveLength(6);
  });

  it.each([400, 401, 403, 404, 408, 409, 422, 429, 500, 501, 505])(
    'is not made again after %i',
    async (status) => {
      firstGet(1, say(status));
      expect(await read()).toMatchObject({ ok: false });
      expect(v1.requests).toHaveLength(1);
    },
  );

  it('is not made again after an answer that makes no sense, or a redirect', async () => {
    firstGet(1, (_, response) => response.end('<html>'));
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    firstGet(1, (_, response) => {
      response.writeHead(307, { location: '/elsewhere' });
      response.end();
    });
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    expect(v1.requests).toHaveLength(2);
  });

  it('is not made again when it took too long, and nothing is begun after its time', async () => {
    v1.respondWith(() => {});
    expect(
      await readFromService('getCampaign', { id: 1 }, { fresh: true, deadline: deadlineIn(150) }),
    ).toMatchObject({
      failure: { kind: 'slow' },
    });
    expect(v1.requests).toHaveLength(1);
    v1.respondWith(drop);
    v1.requests.length = 0;
    // Over as soon as it has been made once, however soon it would be made again.
    const left = () => (v1.requests.length === 0 ? 5_000 : 0);
    const over = { left, within: () => over };
    await readFromService('getCampaign', { id: 1 }, { fresh: true, deadline: over });
    expect(v1.requests).toHaveLength(1);
  });
});

/** One input for each operation that changes something. */
const writes = {
  updateCustomer: { id: 1, email: 'a@b.example' },
  deleteTemplate: { id: 1 },
  updateTemplate: { id: 1, name: 'a', size: 'letter', designs: ['<p>'] },
  deleteCampaign: { customer_id: 1, id: 1 },
  cloneCampaign: { customer_id: 1, id: 1 },
  cancelCustomerCampaign: { customer_id: 1, id: 1 },
  sendCampaign: { customer_id: 1, id: 1 },
  payCustomerCampaign: { customer_id: 1, id: 1, redirect_uri: 'http://console.test/' },
  cancelCampaign: { id: 1 },
  payCampaign: { id: 1, redirect_uri: 'http://console.test/' },
  payAndSendCampaign: { id: 1, email: 'a@b.example' },
  previewTemplate: { id: '1' },
  sendCampaignOnInvoice: { id: '1' },
} satisfies { [N in OperationName]?: Input<N> };

describe('what changes something is sent once', () => {
  it('and all of it is in this list', () => {
    const others = operationNames.filter((name) => operations[name].method !== 'GET');
    expect(Object.keys(writes).sort()).toEqual(others.sort());
  });

  const faults = { dropped: drop, 502: say(502), 503: say(503), 504: say(504), 429: say(429) };
  for (const [fault, answer] of Object.entries(faults)) {
    it.each(Object.entries(writes))(`%s, ${fault}`, async (name, input) => {
      v1.respondWith(answer);
      v2.respondWith(answer);
      const options = { email: 'sender@mailroom.test' };
      expect(await sendToService(name as WriteOperation, input as never, options)).toMatchObject({
        ok: false,
      });
      expect([...v1.requests, ...v2.requests]).toHaveLength(1);
    });
  }
});
