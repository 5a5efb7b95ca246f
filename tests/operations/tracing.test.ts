/** Tests the traces of a console that runs as in production. */
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDraft } from '../support/campaigns.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp.ts';
import { type Cluster, startCluster } from './support/cluster.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

let cluster: Cluster;
let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  cluster = await startCluster({ consoles: 1, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
});
afterAll(async () => {
  await cluster.close();
  await receiver.close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

it('a page’s trace leads from the request through the page and its data to the mail service and the database', async () => {
  const cookie = await cluster.signIn('sender');
  const { id } = await createDraft(cluster.service);
  const headers = { cookie, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const response = await fetch(`${cluster.url}/campaigns/${id}`, { headers, dispatcher: cluster.dispatcher });
  expect(response.status).toBe(200);
  await response.text();
  const spans = () => receiver.spans.filter(({ traceId }) => traceId === TRACE);
  await expect.poll(() => spans().some(({ name }) => name === 'GET /campaigns/[id]')).toBe(true);
  /** Returns the names of a span's ancestors and of the span itself, outermost first. */
  const pathTo = (span: ReceivedSpan | undefined): string[] =>
    span ? [...pathTo(spans().find(({ spanId }) => spanId === span.parentId)), span.name] : [];
  const paths = spans().map((span) => pathTo(span).join(' > '));
  expect(paths).toContain('GET /campaigns/[id] > page > data getCampaign > mail service getCampaign');
  expect(
    paths.filter((path) => /^GET \/campaigns\/\[id\] > page > .*database select /.test(path)),
  ).not.toEqual([]);
  expect(receiver.text()).not.toMatch(/@mailroom\.test|\/campaigns\/\d/);
});

it('the spans of the last requests are sent before the console stops', async () => {
  const traceId = TRACE.replace(/^4/, '5');
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await (await fetch(`${cluster.url}/login`, { headers, dispatcher: cluster.dispatcher })).text();
  await cluster.consoles[0]?.remove();
  expect(receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name)).toContain(
    'GET /login',
  );
});
