import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConnectionDropped } from '#service/sandbox/faults.ts';
import type { LoggedRequest } from '#service/sandbox/request-log.ts';
import {
  draftRow,
  openService,
  SERVICE_API_KEY,
  statusAndCode,
  type TestService,
  v1Headers,
  v2Headers,
} from './fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({
    controls: true,
    rows: Array.from({ length: 9 }, () => draftRow({ paidCents: 112_710 })),
  });
});
afterAll(() => service.close());
afterEach(async () => {
  await service.request('/sandbox/faults', { method: 'DELETE' });
  await service.request('/sandbox/requests', { method: 'DELETE' });
});

const addFault = (body: unknown) => service.control('faults', body);
const getCampaign = (id: number) => service.call('getCampaign', { id });
const sendCampaign = (id: number) => service.call('sendCampaign', { customer_id: 1, id });
const listRequests = async () => (await service.request<LoggedRequest[]>('/sandbox/requests')).body;

describe('fault injection', () => {
  test('applies a fault only to the given operation and the given number of requests', async () => {
    await addFault({ operation: 'getCampaign', kind: 'status', status: 503, n: 2 });
    expect((await service.call('getCustomerCampaign', { customer_id: 1, id: 1 })).status).toBe(200);
    expect([
      (await getCampaign(1)).status,
      (await getCampaign(1)).status,
      (await getCampaign(1)).status,
    ]).toEqual([503, 503, 200]);
  });

  test('applies faults in the order in which they were added, and "*" matches any operation', async () => {
    await addFault([
      { operation: 'getCampaign', kind: 'status', status: 429 },
      { operation: '*', kind: 'status', status: 500 },
    ]);
    expect([
      (await getCampaign(1)).status,
      (await service.call('listCustomers', {})).status,
      (await getCampaign(1)).status,
    ]).toEqual([429, 500, 200]);
  });

  test('runs the operation if the fault is drop_after, malformed, html, or huge, but not if the fault is status or drop_before', async () => {
    const skipped = { drop_before: 1, status: 2 } as const;
    for (const [kind, id] of Object.entries(skipped)) {
      await addFault({ operation: 'sendCampaign', kind });
      if (kind === 'status') expect((await sendCampaign(id)).status).toBe(503);
      else await expect(sendCampaign(id)).rejects.toThrow(ConnectionDropped);
      expect((await getCampaign(id)).body.status).toBe('draft');
    }
    const executed = { drop_after: 3, malformed: 4, html: 5, huge: 6 } as const;
    for (const [kind, id] of Object.entries(executed)) {
      await addFault({ operation: 'sendCampaign', kind, bytes: 1000 });
      if (kind === 'drop_after') await expect(sendCampaign(id)).rejects.toThrow(ConnectionDropped);
      else if (kind === 'malformed') await expect(sendCampaign(id)).rejects.toThrow(SyntaxError);
      else expect((await sendCampaign(id)).status).toBe(200);
      expect((await getCampaign(id)).body.status).toBe('queued');
    }
  });

  test('waits before running the operation if the fault is "delay", and before responding if it is "delay_after"', async () => {
    for (const [kind, id] of [
      ['delay', 7],
      ['delay_after', 8],
    ] as const) {
      // Even on a busy machine, the test can read the campaign before this delay ends.
      await addFault({ operation: 'sendCampaign', kind, ms: 1_500 });
      const response = sendCampaign(id);
      const statusMeanwhile = async () => (await getCampaign(id)).body.status;
      if (kind === 'delay') expect(await statusMeanwhile()).toBe('draft');
      else await expect.poll(statusMeanwhile).toBe('queued');
      expect((await response).body.status).toBe('queued');
    }
  });

  test('responds with HTML for "html", and with a body of the given length for "huge"', async () => {
    await addFault([
      { operation: 'getCampaign', kind: 'html' },
      { operation: 'getCampaign', kind: 'html', status: 502 },
      { operation: 'getCampaign', kind: 'huge', bytes: 300_000 },
    ]);
    const html = await getCampaign(1);
    expect([html.status, html.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await getCampaign(1)).status).toBe(502);
    const huge = await getCampaign(1);
    expect(huge.text).toHaveLength(300_000);
    expect(Object.keys(huge.body)).toEqual(['padding']);
  });

  test('lists pending faults, and clears all faults on request', async () => {
    const added = await addFault({ operation: 'payCampaign', kind: 'drop_after', n: 3 });
    expect(added.body).toEqual([
      expect.objectContaining({ operation: 'payCampaign', kind: 'drop_after', n: 3 }),
    ]);
    await service.request('/sandbox/faults', { method: 'DELETE' });
    expect((await service.request('/sandbox/faults')).body).toEqual([]);
  });

  test.each([
    { operation: 'noSuchOperation', kind: 'delay' },
    { operation: 'getCampaign', kind: 'explode' },
    { operation: 'getCampaign', kind: 'delay', n: 0 },
    { operation: 'getCampaign', kind: 'delay', seconds: 3 },
    null,
  ])('rejects the invalid fault %o', async (wrong) => {
    expect(statusAndCode(await addFault(wrong))).toBe('400 invalid_input');
  });
});

describe('the request log', () => {
  test('contains requests as received, but with masked API keys', async () => {
    await service.call('payCampaign', { id: 1, redirect_uri: 'https://console.example/a?b=c&d' });
    await service.call('previewTemplate', { id: 'tmpl_listed', template_data: { label: 'ä&=+' } });
    await service.request('/v1/campaigns?status=draft', {
      headers: { Authorization: 'Bearer some-other-key' },
    });
    const requests = await listRequests();
    expect(requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/v1/campaigns/1/pay',
        query: 'redirect_uri=https%3A%2F%2Fconsole.example%2Fa%3Fb%3Dc%26d',
        body: '',
        operation: 'payCampaign',
        status: 409,
      }),
      expect.objectContaining({
        path: '/v2/templates/tmpl_listed/preview',
        body: 'template_data%5Blabel%5D=%C3%A4%26%3D%2B',
        operation: 'previewTemplate',
        status: 200,
      }),
      expect.objectContaining({ operation: null, status: 401, query: 'status=draft' }),
    ]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer [key]',
      'Bearer [key] sender@mailroom.test',
      'Bearer [wrong key]',
    ]);
    expect(JSON.stringify(requests)).not.toContain(SERVICE_API_KEY);
  });

  test('contains dropped requests, and can be cleared', async () => {
    await addFault({ operation: 'getCampaign', kind: 'drop_before' });
    await expect(getCampaign(1)).rejects.toThrow();
    expect(await listRequests()).toEqual([
      expect.objectContaining({ operation: 'getCampaign', status: null }),
    ]);
    await service.request('/sandbox/requests', { method: 'DELETE' });
    expect(await listRequests()).toEqual([]);
  });
});

test('concurrent clock advances all take effect', async () => {
  const clock = async () => Date.parse((await service.request<{ now: string }>('/sandbox/clock')).body.now);
  const before = await clock();
  const advance = () => service.control('clock', { advance_ms: 1_000 });
  await Promise.all([advance(), advance(), advance()]);
  expect(await clock()).toBe(before + 3_000);
});

test.each([
  { advance_ms: -1 },
  { advance_ms: 1.5 },
  { advance_ms: '1' },
  {},
  [],
  'x',
  { advance_ms: 1, by: 2 },
])('the clock advance %o is rejected', async (wrong) => {
  const before = (await service.request('/sandbox/clock')).body;
  const response = await service.control('clock', wrong);
  expect(statusAndCode(response)).toBe('400 invalid_input');
  expect((await service.request('/sandbox/clock')).body).toEqual(before);
});

test('operations require an API key, but sandbox controls don’t', async () => {
  expect((await service.request('/sandbox/clock')).status).toBe(200);
  expect((await service.request('/v1/campaigns')).status).toBe(401);
  expect((await service.request('/v1/campaigns', { headers: v1Headers })).status).toBe(200);
  expect((await service.request('/v1/campaigns', { headers: v2Headers })).status).toBe(401);
});

test('a POST request without a JSON content type is rejected, because any web page could send such a request', async () => {
  const body = JSON.stringify({ advance_ms: 1_000 });
  const response = await service.request('/sandbox/clock', { method: 'POST', body });
  expect(response.status).toBe(400);
  expect(response.text).toContain('application/json');
});
