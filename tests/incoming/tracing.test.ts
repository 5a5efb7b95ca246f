/** Tests the spans that the console sends, and what they don't contain. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCampaign } from '#lib/data/campaigns.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { setBuiltRoutes } from '#lib/http/routes.ts';
import { log } from '#lib/log.ts';
import { startTracing } from '#lib/monitoring/tracing.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { captureLog } from '../console/support/log.ts';
import { API_KEY } from '../console/support/settings.ts';
import { addCampaign } from '../console/support/tiny-service.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp.ts';
import { setUpObservedServer } from './support/http-server.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));

const harness = setUpHarness();
const server = setUpObservedServer();
const captured = captureLog();
const TOKEN = 'sLxk2o8mG0tq6f3nRzUaWg';
let nextId = 300;
let receiver: OtlpReceiver;
let stop: () => Promise<void> = async () => undefined;

function trace(settings: Partial<Parameters<typeof startTracing>[0]> = {}): void {
  stop = startTracing({
    endpoint: receiver.url,
    headers: { authorization: 'Bearer collector' },
    serviceName: 'mailroom',
    sampleRatio: 1,
    ...settings,
  });
}

beforeEach(async () => {
  harness.applySettings({});
  setBuiltRoutes({
    fixed: ['/login'],
    patterns: [
      { route: '/campaigns/[id]', pattern: /^\/campaigns\/([^/]+?)(?:\/)?$/ },
      { route: '/share/[token]', pattern: /^\/share\/([^/]+?)(?:\/)?$/ },
    ],
  });
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  await stop();
  stop = async () => undefined;
  await receiver.close();
});

/** Requests the path, stops tracing, and returns the spans that were sent. */
async function requestAndReceive(
  path: string,
  headers: Record<string, string> = {},
): Promise<ReceivedSpan[]> {
  await (await fetch(`${server.url}${path}`, { headers })).text();
  await expect
    .poll(() => captured.readEntries().filter(({ msg }) => msg === 'request').length)
    .toBeGreaterThan(0);
  await stop();
  return consoleSpans();
}

/** Returns the received spans, except those from the mail service, which runs in the same process. */
const consoleSpans = () => receiver.spans.filter(({ name }) => !name.endsWith(' (unknown)'));

const find = (spans: readonly ReceivedSpan[], name: string | RegExp): ReceivedSpan => {
  const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  if (!found) throw new Error(`There is no span ${name}: ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

describe('a request’s trace', () => {
  it('leads from the page to the data, the mail service, and the database', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++ });
    server.handle(async (_, response) => {
      await harness.sender(() => getCampaign(id));
      response.end();
    });
    trace();
    harness.service.requests.length = 0;
    const spans = await requestAndReceive(`/campaigns/${id}`);
    const page = find(spans, 'GET /campaigns/[id]');
    expect(page).toMatchObject({
      kind: 2,
      parentId: '',
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/campaigns/[id]',
        'http.response.status_code': 200,
        'mailroom.request': expect.stringMatching(/^[\da-f-]{36}$/),
      },
    });
    const data = find(spans, 'data getCampaign');
    expect(data).toMatchObject({ kind: 1, parentId: page.spanId });
    const call = find(spans, 'mail service getCampaign');
    expect(call).toMatchObject({
      kind: 3,
      parentId: data.spanId,
      attributes: {
        'mailroom.operation': 'getCampaign',
        'mailroom.outcome': 'ok',
        'http.response.status_code': 200,
      },
    });
    const query = find(spans, 'database select sessions');
    expect(query).toMatchObject({ kind: 3, attributes: { 'db.query.text': expect.stringContaining('$1') } });
    expect(spans.every(({ traceId }) => traceId === page.traceId)).toBe(true);
    expect(spans.every(({ ms }) => ms >= 0 && ms < 60_000)).toBe(true);
    const sent = harness.service.requests.find(({ url }) => url.endsWith(`/campaigns/${id}`));
    expect(sent?.headers.traceparent).toBe(`00-${page.traceId}-${call.spanId}-01`);
    expect(receiver.headers()).toMatchObject({
      authorization: 'Bearer collector',
      'content-type': 'application/x-protobuf',
    });
  });

  it('continues the caller’s trace, and follows the caller’s choice not to record it', async () => {
    server.handle((_, response) => {
      log().info('handled');
      response.end();
    });
    const id = '4bf92f3577b34da6a3ce929d0e0e4736';
    trace();
    const spans = await requestAndReceive('/login', { traceparent: `00-${id}-00f067aa0ba902b7-01` });
    expect(spans).toMatchObject([{ name: 'GET /login', traceId: id, parentId: '00f067aa0ba902b7' }]);
    const lines = captured.readEntries().filter(({ route }) => route !== '(unknown)');
    expect(lines.map((line) => line.trace)).toEqual([id, id]);
    receiver.spans.length = 0;
    captured.clear();
    trace();
    expect(await requestAndReceive('/login', { traceparent: `00-${id}-00f067aa0ba902b7-00` })).toEqual([]);
  });

  it('contains each part of an attempt, and shows which part failed', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    harness.service.injectFault('POST cancel', 'drop_before');
    server.handle(async (_, response) => {
      await harness.sender(() => cancelCampaign(id));
      response.writeHead(502).end();
    });
    trace();
    const spans = await requestAndReceive(`/campaigns/${id}`);
    const page = find(spans, 'GET /campaigns/[id]');
    expect(page.isFailed).toBe(true);
    const data = find(spans, 'data cancelCampaign');
    expect(data.parentId).toBe(page.spanId);
    const call = spans.filter(({ name }) => name === 'mail service cancelCampaign');
    expect(call).toMatchObject([
      { isFailed: true, parentId: data.spanId, attributes: { 'mailroom.outcome': 'unreachable' } },
    ]);
    for (const name of ['database insert attempts', 'database update attempts', 'database insert activity'])
      find(spans, name);
  });

  it('contains no tokens, personal data, or keys', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++ });
    server.handle(async (_, response) => {
      await harness.sender(() => getCampaign(id));
      response.writeHead(404).end();
    });
    trace();
    await requestAndReceive(`/share/${TOKEN}?state=${TOKEN}`, {
      cookie: `a=${TOKEN}`,
      authorization: `Bearer ${TOKEN}`,
    });
    expect(receiver.spans.map(({ name }) => name)).toContain('GET /share/[token]');
    for (const secret of [TOKEN, '@mailroom.test', API_KEY, `/${id}`, '127.0.0.1:'])
      expect(receiver.text()).not.toContain(secret);
  });

  it('is recorded only for the configured share of requests', async () => {
    server.handle((_, response) => response.end());
    trace({ sampleRatio: 0 });
    expect(await requestAndReceive('/login')).toEqual([]);
  });
});

describe('without a request', () => {
  it('a bulk job’s attempt has its own trace, and reads aren’t traced', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    trace();
    await harness.sender(() => getCampaign(id));
    await harness.sender(() => cancelCampaign(id));
    await stop();
    const spans = consoleSpans();
    const attempt = find(spans, 'data cancelCampaign');
    expect(attempt.parentId).toBe('');
    expect(spans.every(({ traceId }) => traceId === attempt.traceId)).toBe(true);
  });
});

it('requests succeed even if the collector doesn’t answer, and the failure is logged once', async () => {
  server.handle((_, response) => response.end('done'));
  // Nothing listens on this port.
  trace({ endpoint: 'http://127.0.0.1:9' });
  for (let i = 0; i < 3; i++) expect(await (await fetch(`${server.url}/login`)).text()).toBe('done');
  await expect
    .poll(() => captured.readEntries().filter(({ msg }) => msg === 'spans could not be sent'))
    .toEqual([expect.objectContaining({ level: 40, spans: expect.any(Number) })]);
});
