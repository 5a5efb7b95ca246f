/** Tests the values of the metrics, and that callers can't add an unlimited number of time series. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reportSecretUse } from '#lib/auth/reseal.ts';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import { getCampaign } from '#lib/data/campaigns.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { setBuiltRoutes } from '#lib/http/routes.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { leases } from '#lib/store/schema/leases.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { resetBreakers } from '#lib/upstream/breaker.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { EMAIL_SETTINGS } from '../console/support/settings.ts';
import { addCampaign } from '../console/support/tiny-service.ts';
import { setUpObservedServer } from './support/http-server.ts';
import { setUpMetrics } from './support/metrics.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));

const harness = setUpHarness();
const server = setUpObservedServer();
const { scrape, url } = setUpMetrics();
let nextId = 1;

beforeEach(() => {
  harness.applySettings({});
  setBuiltRoutes({
    fixed: ['/', '/login'],
    patterns: [
      { route: '/campaigns/[id]', pattern: /^\/campaigns\/([^/]+?)(?:\/)?$/ },
      { route: '/share/[token]', pattern: /^\/share\/([^/]+?)(?:\/)?$/ },
    ],
  });
});

/** Returns how much each sample with a matching name changes during `work`. */
async function changesOf(name: RegExp, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape();
  await work();
  const changes = [...(await scrape())].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([key, change]) => name.test(key) && change !== 0));
}

describe('a request', () => {
  it('is counted by method, route, and status, with its duration by route', async () => {
    server.handle((request, response) => response.writeHead(request.url === '/login' ? 200 : 404).end());
    const changes = await changesOf(
      /^mailroom_http_requests_total|duration_seconds_count{route/,
      async () => {
        for (const path of ['/login', '/campaigns/12', '/campaigns/13'])
          await (await fetch(`${server.url}${path}`)).text();
      },
    );
    expect(changes).toEqual({
      'mailroom_http_requests_total{method="GET",route="/login",status="200"}': 1,
      'mailroom_http_requests_total{method="GET",route="/campaigns/[id]",status="404"}': 2,
      'mailroom_http_request_duration_seconds_count{route="/login",status="2xx"}': 1,
      'mailroom_http_request_duration_seconds_count{route="/campaigns/[id]",status="4xx"}': 2,
    });
  });

  it('is counted while it is in flight', async () => {
    const hasStarted = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    server.handle(async (_, response) => {
      hasStarted.resolve();
      await mayEnd.promise;
      response.end();
    });
    const sent = fetch(`${server.url}/login`);
    await hasStarted.promise;
    expect((await scrape()).get('mailroom_http_requests_in_flight')).toBe(1);
    mayEnd.resolve();
    await (await sent).text();
    await expect.poll(async () => (await scrape()).get('mailroom_http_requests_in_flight')).toBe(0);
  });

  it('with a random path, query, method, or headers adds no time series', async () => {
    server.handle((_, response) => response.writeHead(404).end());
    const random = () => crypto.randomUUID();
    const send = async (path: string, method = 'GET') => {
      const headers = { 'x-request-id': random(), 'user-agent': random(), traceparent: random() };
      await (await fetch(`${server.url}${path}`, { method, headers })).text();
    };
    const sendAll = async () => {
      for (const path of [
        '/',
        '/campaigns/',
        '/share/',
        '/api/',
        '/api/v1/',
        '/_next/static/',
        '/api/v1/campaigns/',
      ])
        await send(`${path}${random()}`);
      for (const path of [`/login?${random()}=1`, `/%${random()}`, `//${random()}/..`, `/a/${random()}/b`])
        await send(path);
      for (const method of ['PURGE', 'PROPFIND', 'SEARCH', 'REPORT']) await send('/login', method);
    };
    await sendAll();
    const series = [...(await scrape()).keys()].filter((key) => key.startsWith('mailroom_'));
    for (let i = 0; i < 20; i++) await sendAll();
    const after = [...(await scrape()).keys()].filter((key) => key.startsWith('mailroom_'));
    expect(after.toSorted()).toEqual(series.toSorted());
    expect(after.join()).not.toMatch(/[\da-f]{8}-[\da-f]{4}/);
    expect(after).toContain('mailroom_http_requests_total{method="OTHER",route="/login",status="404"}');
  });
});

describe('calls to the mail service', () => {
  const read = (id: number) => harness.viewer(() => readFromService('getCampaign', { id }, { fresh: true }));

  it('each call to the mail service is counted by operation and outcome, and so is each retry', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++ });
    const changes = await changesOf(/upstream_calls_total|call_duration_seconds_count/, async () => {
      await read(id);
      await read(999_999);
      harness.service.injectFault(`GET ${id}`, 'drop_before');
      await read(id);
      harness.service.injectFault(`GET ${id}`, 500);
      await read(id);
      harness.service.injectFault(`GET ${id}`, 422);
      await read(id);
    });
    expect(changes).toEqual({
      'mailroom_upstream_calls_total{operation="getCampaign",outcome="ok"}': 2,
      'mailroom_upstream_calls_total{operation="getCampaign",outcome="missing"}': 1,
      'mailroom_upstream_calls_total{operation="getCampaign",outcome="unreachable"}': 1,
      'mailroom_upstream_calls_total{operation="getCampaign",outcome="failed"}': 1,
      'mailroom_upstream_calls_total{operation="getCampaign",outcome="refused"}': 1,
      'mailroom_upstream_call_duration_seconds_count{operation="getCampaign"}': 6,
    });
  });

  it('a refused call counts as a key rejection only if the API key was rejected', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++ });
    const changes = await changesOf(/key_rejections/, async () => {
      for (const status of [401, 403]) {
        harness.service.injectFault(`GET ${id}`, { status, body: {} });
        await read(id);
      }
    });
    expect(changes).toEqual({ mailroom_upstream_key_rejections_total: 1 });
  });

  it('failed calls to the mail service open the breaker, and the metrics show its state', async () => {
    const states = async () =>
      Object.fromEntries(
        [...(await scrape())].filter(([key]) => key.startsWith('mailroom_upstream_breaker')),
      );
    const open = (state: string) => ({
      'mailroom_upstream_breaker_state{state="closed"}': Number(state === 'closed'),
      'mailroom_upstream_breaker_state{state="half_open"}': 0,
      'mailroom_upstream_breaker_state{state="open"}': Number(state === 'open'),
    });
    expect(await states()).toEqual(open('closed'));
    // Nothing listens on this port.
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    for (let id = 1; id <= 12; id++) await readFromService('getCampaign', { id });
    expect(await states()).toEqual(open('open'));
    resetBreakers();
    expect(await states()).toEqual(open('closed'));
  });
});

describe('an attempt', () => {
  beforeEach(async () => {
    await (await store()).delete(attempts);
  });
  const cancel = (id: number) => harness.sender(() => cancelCampaign(id));

  it('is counted when it begins and when its outcome is known', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    expect(await changesOf(/attempts_total/, () => cancel(id))).toEqual({
      'mailroom_attempts_total{operation="cancelCampaign",state="open"}': 1,
      'mailroom_attempts_total{operation="cancelCampaign",state="done"}': 1,
    });
    const other = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    harness.service.injectFault('POST cancel', 409);
    expect(await changesOf(/attempts_total/, () => cancel(other.id))).toMatchObject({
      'mailroom_attempts_total{operation="cancelCampaign",state="refused"}': 1,
    });
  });

  it('is counted while its outcome is unknown, with the age of the oldest attempt', async () => {
    expect((await scrape()).get('mailroom_attempts_oldest_unknown_seconds')).toBe(0);
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    harness.service.injectFault('POST cancel', 'drop_before');
    expect(await cancel(id)).toMatchObject({ failure: { kind: 'unknown' } });
    await (await store()).update(attempts).set({ startedAt: sql`now() - interval '11 minutes'` });
    const samples = await scrape();
    expect(samples.get('mailroom_attempts_unsettled{operation="cancelCampaign",state="unknown"}')).toBe(1);
    expect(samples.get('mailroom_attempts_oldest_unknown_seconds')).toBeCloseTo(660, -1);
    await (await store()).delete(attempts);
    expect([...(await scrape()).keys()].some((key) => key.startsWith('mailroom_attempts_unsettled'))).toBe(
      false,
    );
  });
});

it('sign-ins, security events, and requests refused by rate limits are counted by name', async () => {
  const changes = await changesOf(/sign_ins|security_events|rate_limit/, async () => {
    await recordSecurityEvent({ name: 'sign_in.refused', from: '198.51.100.7' });
    await recordSecurityEvent({ name: 'api_token.limited', from: '198.51.100.7' });
    const db = await store();
    for (let i = 0; i < 3; i++) await consumeRateLimit(db, 'passkey-challenge', 'a challenge');
  });
  expect(changes).toEqual({
    'mailroom_sign_ins_total{outcome="refused"}': 1,
    'mailroom_security_events_total{event="sign_in.refused"}': 1,
    'mailroom_security_events_total{event="api_token.limited"}': 1,
    'mailroom_rate_limit_refusals_total{limit="passkey-challenge"}': 2,
  });
});

it('a lease is active only while a server holds it', async () => {
  const db = await store();
  await db.delete(leases);
  const readLease = async () => (await scrape()).get('mailroom_lease_active{lease="reconciler"}');
  expect(await readLease()).toBe(0);
  await takeLease(db, 'reconciler', crypto.randomUUID(), 15_000);
  expect(await readLease()).toBe(1);
  await db.update(leases).set({ expiresAt: sql`now() - interval '1 second'` });
  expect(await readLease()).toBe(0);
});

it('a lease’s name reveals nothing about the secrets in use', async () => {
  const db = await store();
  await db.delete(leases);
  await reportSecretUse(db);
  await takeLease(db, 'cleanup', crypto.randomUUID(), 15_000);
  const names = [...(await scrape()).keys()].filter((key) => key.startsWith('mailroom_lease_active'));
  expect(names.sort()).toEqual([
    'mailroom_lease_active{lease="cleanup"}',
    'mailroom_lease_active{lease="reconciler"}',
  ]);
});

it('the outbox is counted only if the console sends email', async () => {
  const db = await store();
  const readOutbox = async () =>
    [...(await scrape())]
      .filter(([key]) => key.startsWith('mailroom_outbox'))
      .map(([, value]) => Math.round(value));
  expect(await readOutbox()).toEqual([]);
  harness.applySettings(EMAIL_SETTINGS);
  await db.delete(notifications);
  expect(await readOutbox()).toEqual([0, 0, 0]);
  const { rows } = (await db.execute(sql`select id from members limit 1`)) as unknown as {
    rows: { id: string }[];
  };
  const email = (about: string, wait: string) => ({
    kind: 'service.key_rejected' as const,
    about,
    memberId: rows[0]?.id ?? '',
    nextDeliveryAt: sql`now() + ${wait}::interval`,
  });
  await db
    .insert(notifications)
    .values([email('a', '-90 seconds'), email('b', '-5 seconds'), email('c', '1 hour')]);
  expect(await readOutbox()).toEqual([2, 1, 90]);
});

it('queries are measured, and the server answers only requests for metrics', async () => {
  const name = /query_duration_seconds_count/;
  const changes = await changesOf(name, async () => {
    const db = await store();
    await db.transaction((tx) => tx.execute(sql`select 1`));
    await expect(db.execute(sql`select 1 / 0`)).rejects.toThrow();
  });
  expect(changes['mailroom_database_query_duration_seconds_count{outcome="failed"}']).toBe(1);
  expect(changes['mailroom_database_query_duration_seconds_count{outcome="ok"}']).toBeGreaterThanOrEqual(1);
  expect((await scrape()).get('mailroom_database_up')).toBe(1);
  expect((await fetch(`${url()}/`)).status).toBe(404);
  expect((await fetch(`${url()}/metrics`, { method: 'POST' })).status).toBe(404);
  const response = await fetch(`${url()}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers.get('x-request-id')).toBeNull();
  expect(await response.text()).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

describe('while the database doesn’t answer', () => {
  const isShared = (key: string) => /^mailroom_(attempts_unsettled|attempts_oldest|lease|outbox)/.test(key);

  it('the metrics have no values from the database, and say so', async () => {
    const db = await store();
    await db.execute(sql`alter table leases rename to renamed_leases`);
    try {
      const samples = await scrape();
      expect(samples.get('mailroom_database_up')).toBe(0);
      expect([...samples.keys()].filter(isShared)).toEqual([]);
      expect(samples.get('mailroom_http_requests_in_flight')).toBe(0);
    } finally {
      await db.execute(sql`alter table renamed_leases rename to leases`);
    }
    const samples = await scrape();
    expect(samples.get('mailroom_database_up')).toBe(1);
    expect([...samples.keys()].filter(isShared)).not.toEqual([]);
  });

  it('each scrape waits at most two seconds, and several scrapes cause no more queries than a single scrape', async () => {
    const db = await store();
    await allRecorded();
    const mayEnd = Promise.withResolvers<void>();
    const isBusy = Promise.withResolvers<void>();
    // The embedded database runs all other queries after the transaction.
    const transaction = db.transaction(async () => {
      isBusy.resolve();
      await mayEnd.promise;
    });
    await isBusy.promise;
    const queries = 'mailroom_database_query_duration_seconds_count{outcome="ok"}';
    const startedAt = performance.now();
    const samples = await Promise.all([scrape(), scrape(), scrape()]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    for (const sample of samples) expect(sample.get('mailroom_database_up')).toBe(0);
    const before = samples[0]?.get(queries) ?? 0;
    mayEnd.resolve();
    await transaction;
    await expect.poll(async () => (await scrape()).get('mailroom_database_up')).toBe(1);
    // Without email, one scrape makes three queries: one for the attempts, one for the leases, and one to
    // check whether changes are accepted.
    expect(((await scrape()).get(queries) ?? 0) - before).toBeLessThanOrEqual(3 * 4);
  });
});

it('the metrics don’t contain the id of a campaign that was read', async () => {
  const { id } = addCampaign(harness.service, { id: 4_711_471 });
  await harness.viewer(() => getCampaign(id));
  expect([...(await scrape()).keys()].join()).not.toContain('4711471');
});
