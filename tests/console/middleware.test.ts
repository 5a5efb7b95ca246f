import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { config, middleware } from '#middleware.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

const SERVICE = 'http://127.0.0.1:4010';
beforeEach(() => useSettings({ DIRECTMAIL_BASE_URL: `${SERVICE}/base`, DIRECTMAIL_BASE_URL_V2: SERVICE }));

function runMiddleware(
  path: string,
  init: { cookie?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { cookie, method = 'GET', headers = {}, body = null } = init;
  return middleware(
    new NextRequest(new URL(path, 'http://internal.example'), {
      method,
      body,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    }),
  );
}

const SESSION_COOKIE = 'next-auth.session-token=x';

function parseContentPolicy(response: Response): Map<string, string[]> {
  const policy = response.headers.get('content-security-policy') ?? '';
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

describe('the middleware', () => {
  it('runs for every path except static files', () => {
    const isMatched = (path: string) =>
      config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path));
    for (const path of [
      '/',
      '/campaigns',
      '/icon',
      '/iconic',
      '/apple-icons/1',
      '/favicon.ico',
      '/favicon.ico/x',
      '/icon.svg/x',
      '/_next/image',
    ])
      expect(isMatched(path), path).toBe(true);
    for (const path of ['/_next/static/chunks/a.js', '/icon.svg']) expect(isMatched(path), path).toBe(false);
  });

  it('redirects visitors without a session to the sign-in page at the configured origin', async () => {
    const response = await runMiddleware('/campaigns?page=2', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/login?callbackUrl=%2Fcampaigns%3Fpage%3D2`);
  });

  it('redirects /favicon.ico to the icon’s URL', async () => {
    const response = await runMiddleware('/favicon.ico');
    expect([response.status, response.headers.get('location')]).toEqual([308, `${ORIGIN}/icon.svg`]);
  });

  it.each(['/login', '/login?callbackUrl=%2F', '/pay/return?state=x'])(
    'allows %s without a session',
    async (path) => {
      expect((await runMiddleware(path)).headers.get('location')).toBeNull();
    },
  );

  it('passes the requested path to pages in a header that browsers can’t set', async () => {
    const response = await runMiddleware('/campaigns?a=b', {
      cookie: SESSION_COOKIE,
      headers: { 'x-mailroom-path': '//evil.example' },
    });
    expect(response.headers.get('x-middleware-request-x-mailroom-path')).toBe('/campaigns?a=b');
    expect(
      (
        await runMiddleware('http://internal.example//evil.example/x', { cookie: SESSION_COOKIE })
      ).headers.get('x-middleware-request-x-mailroom-path'),
    ).toBe('/');
  });

  it('accepts forms from the configured origin, even if a proxy changes the Host header', async () => {
    const submitForm = (headers: Record<string, string>) =>
      runMiddleware('/campaigns', { method: 'POST', headers });
    const sameSite = await submitForm({
      origin: ORIGIN,
      host: 'inner:3000',
      'x-forwarded-host': 'inner:3000',
    });
    expect(sameSite.headers.get('x-middleware-request-x-forwarded-host')).toBe(new URL(ORIGIN).host);
    expect((await submitForm({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'nonsense', '']) {
      expect((await submitForm({ origin, host: 'inner:3000' })).status, origin).toBe(403);
    }
  });

  it('accepts a form with a null origin only if the browser reports a same-origin request', async () => {
    const submitForm = (headers: Record<string, string>) =>
      runMiddleware('/join/token', { method: 'POST', headers });
    const sameSite = await submitForm({
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      host: 'inner:3000',
    });
    expect(sameSite.headers.get('x-middleware-request-origin')).toBe(ORIGIN);
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      expect((await submitForm({ origin: 'null', 'sec-fetch-site': site })).status, site).toBe(403);
    }
  });

  it.each(['/campaigns/%zz', '/api/campaigns/%/status', '/files/campaigns/%E0%A4%A/proof', '/%c0%80'])(
    'responds with 400 to the malformed path %s',
    async (path) => {
      expect((await runMiddleware(path, { cookie: SESSION_COOKIE })).status).toBe(400);
    },
  );

  it('refuses a multipart form that was truncated in transit', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n["$K1"]\r\n';
    const submitForm = (body: string, type = 'multipart/form-data; boundary=x') =>
      runMiddleware('/campaigns', {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': type, 'next-action': 'a'.repeat(42) },
        body,
      });
    expect((await submitForm(`${part}--x--\r\n`)).status).toBe(200);
    expect((await submitForm(part.slice(0, -4))).status).toBe(400);
    expect((await submitForm(part, 'multipart/form-data')).status).toBe(400);
    expect((await submitForm('payment_method=link', 'application/x-www-form-urlencoded')).status).toBe(200);
  });

  it('doesn’t redirect a form that was submitted without a session, so the entered values aren’t lost', async () => {
    expect((await runMiddleware('/campaigns', { method: 'POST' })).headers.get('location')).toBeNull();
  });

  it('allows scripts only with a nonce that is new for each response', async () => {
    const [first, second] = [await runMiddleware('/login'), await runMiddleware('/login')];
    const nonce = parseContentPolicy(first).get('script-src')?.[0] ?? '';
    expect(nonce).toMatch(/^'nonce-[\w+/]{24}'$/);
    expect(parseContentPolicy(first).get('script-src')).toEqual([nonce, "'strict-dynamic'"]);
    expect(parseContentPolicy(second).get('script-src')).not.toContain(nonce);
    expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    );
  });

  it('allows forms to redirect only to the payment page, and only from checkout', async () => {
    useSettings({
      DIRECTMAIL_BASE_URL: SERVICE,
      DIRECTMAIL_BASE_URL_V2: SERVICE,
      PAY_LINK_ORIGINS: 'http://pay.internal',
      OIDC_ISSUER: 'https://id.example/tenant',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'secret',
    });
    const readTargets = async (path: string) =>
      parseContentPolicy(await runMiddleware(path, { cookie: SESSION_COOKIE })).get('form-action');
    expect(await readTargets('/campaigns/7/checkout')).toEqual(["'self'", SERVICE, 'http://pay.internal']);
    expect(await readTargets('/login')).toEqual(["'self'", 'https://id.example']);
    for (const path of ['/', '/campaigns/7', '/campaigns/7/send', '/profile', '/login/x', '/checkout'])
      expect(await readTargets(path), path).toEqual(["'self'"]);
  });

  it('allows the card form in a frame only at checkout', async () => {
    const readSources = async (path: string) =>
      parseContentPolicy(await runMiddleware(path, { cookie: SESSION_COOKIE })).get('frame-src');
    expect(await readSources('/campaigns/7/checkout')).toEqual(["'self'"]);
    useSettings({ CARD_FIELDS_URL: 'https://cards.example/mailroom/form' });
    expect(await readSources('/campaigns/7/checkout')).toEqual(["'self'", 'https://cards.example']);
    for (const path of [
      '/',
      '/campaigns/7',
      '/campaigns/7/send',
      '/login',
      '/checkout',
      '/campaigns/7/checkout/x',
    ])
      expect(await readSources(path), path).toEqual(["'self'"]);
    const { headers } = await runMiddleware('/campaigns/7/checkout', { cookie: SESSION_COOKIE });
    expect(headers.get('permissions-policy')).toContain('payment=()');
  });

  it('forbids frames, plugins, and eval', async () => {
    const policy = parseContentPolicy(await runMiddleware('/login'));
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it('prevents page caching, MIME sniffing, and framing', async () => {
    const { headers } = await runMiddleware('/campaigns', { cookie: SESSION_COOKIE });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect((await runMiddleware('/api/campaigns/1/status')).headers.get('x-content-type-options')).toBe(
      'nosniff',
    );
  });

  it('sends an HSTS header and upgrades insecure requests if the console uses HTTPS', async () => {
    expect((await runMiddleware('/login')).headers.get('strict-transport-security')).toBeNull();
    useSettings({ NEXTAUTH_URL: 'https://console.test' });
    expect((await runMiddleware('/login')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect(parseContentPolicy(await runMiddleware('/login')).has('upgrade-insecure-requests')).toBe(true);
  });
});
