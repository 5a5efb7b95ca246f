/** Tests the proxies in `deploy` in front of two consoles: encryption, addresses, sizes, connections, and health checks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import pg from 'pg';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '#scripts/program.ts';
import { memberEmail } from '../support/console.ts';
import { type Cluster, startCluster } from './support/cluster.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const MB = 1024 * 1024;
/** Longer than Node keeps idle connections by default. */
const IDLE_MS = 7_000;
/** How many seconds the proxies keep idle connections to a console. HAProxy keeps them for five seconds by default. */
const PROXIES_IDLE = {
  'nginx.conf': /keepalive 32;\s+keepalive_timeout (\d+)s/,
  Caddyfile: /keepalive (\d+)s/,
} as const;
const FORGED_ADDRESS = '198.51.100.7';

describe.each(['haproxy', 'nginx', 'caddy'] as const)('%s', (proxy) => {
  let cluster: Cluster;
  let cookie: string;
  beforeAll(async () => {
    cluster = await startCluster({ proxy, consoles: 2 });
    cookie = await cluster.signIn('admin');
  });
  afterAll(() => cluster.close());

  const send = (path: string, init: Parameters<typeof fetch>[1] = {}) =>
    fetch(cluster.url + path, { dispatcher: cluster.dispatcher, redirect: 'manual', ...init });

  /** Resolves to the connection's TLS version or to the error's code. */
  const connectWith = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>((done) => {
      const port = Number(new URL(cluster.url).port);
      const socket = connect({
        port,
        servername: 'localhost',
        minVersion: version,
        maxVersion: version,
        // At higher security levels, OpenSSL itself refuses TLS 1.1.
        ciphers: 'DEFAULT@SECLEVEL=0',
        rejectUnauthorized: false,
      });
      socket.once('secureConnect', () => done(socket.getProtocol()));
      socket.once('error', () => done('refused'));
      socket.once('close', () => done('refused'));
      onTestFinished(() => void socket.destroy());
    });

  it('accepts only TLS 1.2 and 1.3', async () => {
    expect(await Promise.all((['TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(connectWith))).toEqual([
      'refused',
      'TLSv1.2',
      'TLSv1.3',
    ]);
  });

  it('redirects pages to https, and refuses API requests without encryption', async () => {
    const page = await fetch(`${cluster.httpUrl}/campaigns?status=draft`, { redirect: 'manual' });
    expect(page.status).toBe(308);
    expect(page.headers.get('location')).toMatch(/^https:\/\/localhost.*\/campaigns\?status=draft$/);
    expect((await fetch(`${cluster.httpUrl}/api/v1/campaigns`, { redirect: 'manual' })).status).toBe(403);
  });

  it('tells the console the caller’s address, and replaces forged addresses', async () => {
    const csrf = await send('/api/auth/csrf');
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const [csrfCookie = ''] = csrf.headers.getSetCookie().map((text) => text.split(';', 1)[0]);
    await send('/api/auth/callback/credentials', {
      method: 'POST',
      headers: {
        cookie: csrfCookie,
        origin: cluster.url,
        'x-forwarded-for': FORGED_ADDRESS,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
      },
      body: new URLSearchParams({ csrfToken, email: memberEmail('viewer'), password: 'wrong', json: 'true' }),
    });
    const printed = () => cluster.consoles.flatMap((mailroom) => mailroom.printed);
    await expect.poll(() => printed().filter((line) => line.includes('sign_in.refused')).length).toBe(1);
    expect(printed().join('\n')).not.toContain(FORGED_ADDRESS);
  });

  it.each([
    ['6.5 MB', 6.5 * MB, 400],
    ['7.5 MB', 7.5 * MB, 413],
  ])('passes on a request of %s, so that the console itself responds', async (_, bytes, status) => {
    const response = await send('/api/v1/customers/1', {
      method: 'PUT',
      headers: { cookie, origin: cluster.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: `email=${'a'.repeat(bytes)}`,
    });
    expect([response.status, response.headers.has('x-request-id')]).toEqual([status, true]);
    await response.text();
  });

  it('passes on a CSV file unchanged', async () => {
    const response = await send('/campaigns/export', { headers: { cookie } });
    expect(response.status).toBe(200);
    expect((await response.text()).split('\n').length).toBeGreaterThan(20);
  });

  it.each([
    ['the proxy and its client', () => cluster.url],
    ['the console and the proxy', () => `http://127.0.0.1:${cluster.consoles[0]?.env.PORT}`],
  ])('connections between %s stay open between requests', async (_, origin) => {
    const dispatcher = new Agent({
      connections: 1,
      keepAliveTimeout: 30_000,
      connect: { ca: cluster.certificate },
    });
    onTestFinished(() => dispatcher.destroy());
    const connections = new Set<unknown>();
    dispatcher.on('connect', (url) => connections.add([url]));
    for (let i = 0; i < 2; i++) {
      if (i > 0) await wait(IDLE_MS);
      const response = await fetch(`${origin()}/api/v1/campaigns/1/cancel`, {
        method: 'POST',
        dispatcher,
        headers: { cookie, origin: cluster.url },
      });
      expect(response.headers.has('x-request-id')).toBe(true);
      await response.text();
    }
    expect(connections.size).toBe(1);
  });

  it('a console keeps idle connections open longer than the proxies do', async () => {
    const response = await fetch(`http://127.0.0.1:${cluster.consoles[0]?.env.PORT}/login`);
    await response.text();
    const [, announced] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
    for (const [file, pattern] of Object.entries(PROXIES_IDLE)) {
      const [, seconds] = pattern.exec(await readFile(join(root, 'deploy', file), 'utf8')) ?? [];
      expect(Number(announced)).toBeGreaterThan(Number(seconds));
    }
  });

  it('stops using a console that was killed, and uses it again when it is ready', async () => {
    const [killed, other] = cluster.consoles;
    if (!killed || !other) throw new Error('There are two consoles.');
    await killed.kill();
    const arePagesShown = async () => {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const response = await send('/campaigns', { headers: { cookie } });
          await response.text();
          return response.status;
        }),
      );
      return statuses.every((status) => status === 200);
    };
    await expect.poll(arePagesShown).toBe(true);
    await killed.start();
    await other.kill();
    await expect.poll(arePagesShown).toBe(true);
    await other.start();
  });

  it('still sends requests to a console while no console is ready', async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      const client = new pg.Client(cluster.databaseUrl);
      await client.connect();
      await client.query('set default_transaction_read_only = off');
      const { rows } = await client.query<{ name: string }>('select current_database() as name');
      await client.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = ${value}`);
      // Sessions keep the setting that they began with.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      await client.end();
    };
    const statusOf = async (path: string) => (await send(path)).status;
    await setReadOnly('on');
    await expect.poll(() => statusOf('/health/ready'), { timeout: 30_000 }).toBe(503);
    for (let i = 0; i < 6; i++) expect(await statusOf('/health/live')).toBe(200);
    await setReadOnly('off');
    await expect.poll(() => statusOf('/health/ready'), { timeout: 30_000 }).toBe(200);
  });

  it('logs no token, even if no console can be reached', async () => {
    await Promise.all(cluster.consoles.map((mailroom) => mailroom.kill()));
    const token = `canary${'x'.repeat(37)}`;
    const statuses: number[] = [];
    for (const path of [`/share/${token}`, `/join/${token}`, `/calendar/feed/${token}.ics`]) {
      const response = await send(path, { headers: { referer: `${cluster.url}/share/${token}` } });
      await response.text();
      statuses.push(response.status);
    }
    expect(Math.min(...statuses)).toBeGreaterThanOrEqual(502);
    await Promise.all(cluster.consoles.map((mailroom) => mailroom.start()));
    expect(cluster.proxyLog.filter((line) => line.includes('canary'))).toEqual([]);
  });
});
