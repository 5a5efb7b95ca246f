import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConnectionDropped } from '#service/sandbox/faults.ts';
import type { RecordedRequest } from '#service/sandbox/request-log.ts';
import {
  API_KEY,
  draftRow,
  openService,
  statusAndCode,
  type TestService,
  v1Headers,
  v2Headers,
} from './fixture.ts';

let mail: TestService;
beforeAll(async () => {
  mail = await openService({
    controls: true,
    rows: Array.from({ length: 9 }, () => draftRow({ paidCents: 112_710 })),
  });
});
afterAll(() => mail.close());
afterEach(async () => {
  await mail.request('/sandbox/faults', { method: 'DELETE' });
  await mail.request('/sandbox/requests', { method: 'DELETE' });
});

const fault = (body: unknown) => mail.control('faults', body);
const get = (id: number) => mail.call('getCampaign', { id });
const send = (id: number) => mail.call('sendCampaign', { customer_id: 1, id });
const recorded = async () => (await mail.request<RecordedRequest[]>('/sandbox/requests')).body;

describe('faults', () => {
  test('hit their operation so many times and no other', async () => {
    await fault({ operation: 'getCampaign', kind: 'status', status: 503, n: 2 });
    expect((await mail.call('getCustomerCampaign', { customer_id: 1, id: 1 })).status).toBe(200);
    expect([(await get(1)).status, (await get(1)).status, (await get(1)).status]).toEqual([503, 503, 200]);
  });

  test('come in the order they were asked for, and "*" hits whichever comes', async () => {
    await fault([
      { operation: 'getCampaign', kind: 'status', status: 429 },
      { operation: '*', kind: 'status', status: 500 },
    ]);
    expect([
      (await get(1)).status,
      (await mail.call('listCustomers', {})).status,
      (await get(1)).status,
    ]).toEqual([429, 500, 200]);
  });

  test('status and drop_before leave the work undone, drop_after and the spoiled answers do it', async () => {
    const undone = { drop_before: 1, status: 2 } as const;
    for (const [kind, id] of Object.entries(undone)) {
      await fault({ operation: 'sendCampaign', kind });
      if (kind === 'status') expect((await send(id)).status).toBe(503);
      else await expect(send(id)).rejects.toThrow(ConnectionDropped);
      expect((await get(id)).body.status).toBe('draft');
    }
    const done = { drop_after: 3, malformed: 4, html: 5, huge: 6 } as const;
    for (const [kind, id] of Object.entries(done)) {
      await fault({ operation: 'sendCampaign', kind, bytes: 1000 });
      if (kind === 'drop_after') await expect(send(id)).rejects.toThrow(ConnectionDropped);
      else if (kind === 'malformed') await expect(send(id)).rejects.toThrow(SyntaxError);
      else expect((await send(id)).status).toBe(200);
      expect((await get(id)).body.status).toBe('queued');
    }
  });

  test('delay works late, delay_after answers late', async () => {
    for (const [kind, id] of [
      ['delay', 7],
      ['delay_after', 8],
    ] as const) {
      // Long enough for the look in between, on a busy machine too.
      await fault({ operation: 'sendCampaign', kind, ms: 1_500 });
      const answer = send(id);
      const early = async () => (await get(id)).body.status;
      if (kind === 'delay') expect(await early()).toBe('draft');
      else await expect.poll(early).toBe('queued');
      expect((await answer).body.status).toBe('queued');
    }
  });

  test('html is no JSON, and huge is as long as it was asked to be', async () => {
    await fault([
      { operation: 'getCampaign', kind: 'html' },
      { operation: 'getCampaign', kind: 'html', status: 502 },
      { operation: 'getCampaign', kind: 'huge', bytes: 300_000 },
    ]);
    const html = await get(1);
    expect([html.status, html.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await get(1)).status).toBe(502);
    const huge = await get(1);
    expect(huge.text).toHaveLength(300_000);
    expect(Object.keys(huge.body)).toEqual(['padding']);
  });

  test('are listed while they are to come, and forgotten on demand', async () => {
    const added = await fault({ operation: 'payCampaign', kind: 'drop_after', n: 3 });
    expect(added.body).toEqual([
      expect.objectContaining({ operation: 'payCampaign', kind: 'drop_after', n: 3 }),
    ]);
    await mail.request('/sandbox/faults', { method: 'DELETE' });
    expect((await mail.request('/sandbox/faults')).body).toEqual([]);
  });

  test.each([
    { operation: 'noSuchOperation', kind: 'delay' },
    { operation: 'getCampaign', kind: 'explode' },
    { operation: 'getCampaign', kind: 'delay', n: 0 },
    { operation: 'getCampaign', kind: 'delay', seconds: 3 },
    null,
  ])('%o is refused', async (wrong) => {
    expect(statusAndCode(await fault(wrong))).toBe('400 invalid_input');
  });
});

describe('the record of requests', () => {
  test('has what was sent, and never the key', async () => {
    await mail.call('payCampaign', { id: 1, redirect_uri: 'https://console.example/a?b=c&d' });
    await mail.call('previewTemplate', { id: 'tmpl_listed', template_data: { label: 'ä&=+' } });
    await mail.request('/v1/campaigns?status=draft', { headers: { Authorization: 'Bearer some-other-key' } });
    const requests = await recorded();
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
    expect(JSON.stringify(requests)).not.toContain(API_KEY);
  });

  test('also has what was dropped, and is forgotten on demand', async () => {
    await fault({ operation: 'getCampaign', kind: 'drop_before' });
    await expect(get(1)).rejects.toThrow();
    expect(await recorded()).toEqual([expect.objectContaining({ operation: 'getCampaign', status: null })]);
    await mail.request('/sandbox/requests', { method: 'DELETE' });
    expect(await recorded()).toEqual([]);
  });
});

test('the clock moved twice at once moves twice', async () => {
  const clock = async () => Date.parse((await mail.request<{ now: string }>('/sandbox/clock')).body.now);
  const before = await clock();
  const advance = () => mail.control('clock', { advance_ms: 1_000 });
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
])('the clock is not moved by %o', async (wrong) => {
  const before = (await mail.request('/sandbox/clock')).body;
  const answer = await mail.control('clock', wrong);
  expect(statusAndCode(answer)).toBe('400 invalid_input');
  expect((await mail.request('/sandbox/clock')).body).toEqual(before);
});

test('the sandbox needs no key, and the operations still do', async () => {
  expect((await mail.request('/sandbox/clock')).status).toBe(200);
  expect((await mail.request('/v1/campaigns')).status).toBe(401);
  expect((await mail.request('/v1/campaigns', { headers: v1Headers })).status).toBe(200);
  expect((await mail.request('/v1/campaigns', { headers: v2Headers })).status).toBe(401);
});

test('what a page of another site could post unasked is refused', async () => {
  const body = JSON.stringify({ advance_ms: 1_000 });
  const answer = await mail.request('/sandbox/clock', { method: 'POST', body });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('application/json');
});
