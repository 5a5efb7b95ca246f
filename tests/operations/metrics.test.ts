/** Tests the metrics and the log of consoles that run as in production, on PostgreSQL behind a proxy. */
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { METRICS } from '#lib/metrics/definitions.ts';
import { freePort } from '#scripts/ports.ts';
import { createDraft } from '../support/campaigns.ts';
import { type Cluster, startCluster } from './support/cluster.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

let cluster: Cluster;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  cluster = await startCluster({
    consoles: 1,
    settings: {
      METRICS_PORT: String(port),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'mailroom@mailroom.test',
    },
  });
});
afterAll(() => cluster.close());

const scrape = async () => (await fetch(metricsUrl)).text();
const request = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${cluster.url}${path}`, {
    headers,
    dispatcher: cluster.dispatcher,
    redirect: 'manual',
  });
  await response.text();
  return response;
};

it('a console serves every documented metric, but only on a separate port', async () => {
  const cookie = await cluster.signIn('sender');
  const { id } = await createDraft(cluster.service);
  expect((await request(`/campaigns/${id}`, { cookie })).status).toBe(200);
  expect((await request('/metrics')).status).not.toBe(200);
  await expect.poll(scrape, { timeout: 20_000 }).toContain('mailroom_lease_active{lease="reconciler"} 1');
  const text = await scrape();
  for (const name of Object.keys(METRICS)) expect(text).toContain(`# TYPE ${name} `);
  expect(text).toMatch(
    /^mailroom_http_requests_total\{method="GET",route="\/campaigns\/\[id\]",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^mailroom_upstream_calls_total\{operation="getCampaign",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^mailroom_database_connections\{state="(idle|busy)"\} [1-9]/m);
  expect(text).toMatch(/^mailroom_sign_ins_total\{outcome="succeeded"\} 1$/m);
  expect(text).not.toContain(`/campaigns/${id}`);
});

it('a proxy’s request id is in the console’s log line, with the route and the member', async () => {
  const cookie = await cluster.signIn('viewer');
  const headers = { cookie, 'x-request-id': 'proxy-request-4711' };
  expect((await request('/campaigns?search=Mia', headers)).headers.get('x-request-id')).toBe(
    'proxy-request-4711',
  );
  const lines = () =>
    (cluster.consoles[0]?.printed ?? [])
      .filter((line) => line.includes('proxy-request-4711'))
      .map((line) => JSON.parse(line));
  await expect.poll(lines).toEqual([
    expect.objectContaining({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/campaigns',
      status: 200,
      member: expect.stringMatching(/^[\da-f-]{36}$/),
      bytes: expect.any(Number),
    }),
  ]);
});
