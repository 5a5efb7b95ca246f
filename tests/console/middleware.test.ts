import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { config, middleware } from '#middleware.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

const SERVICE = 'http://127.0.0.1:4010';
beforeEach(() => useSettings({ DIRECTMAIL_BASE_URL: `${SERVICE}/base`, DIRECTMAIL_BASE_URL_V2: SERVICE }));

function visit(
  path: string,
  init: { cookie?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { cookie, method = 'GET', headers = {}, body = null } = init;
  return middleware(
    new NextRequest(new URL(path, 'http://whatever.internal'), {
      method,
      body,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    }),
  );
}

const session = 'next-auth.session-token=anything';

function policyOf(response: Response): Map<string, string[]> {
  const policy = response.headers.get('content-security-policy') ?? '';
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

describe('the middleware', () => {
  it('sees everything but built files', () => {
    const sees = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path));
    for (const path of [
      '/',
      '/campaigns',
      '/icon',
      '/iconic',
      '/apple-icons/1',
      '/favicon.ico/x',
      '/icon.svg/x',
      '/_next/image',
    ])
      expect(sees(path), path).toBe(true);
    for (const path of ['/_next/static/chunks/a.js', '/favicon.ico', '/icon.svg'])
      expect(sees(path), path).toBe(false);
  });

  it('sends visitors without a session to sign in, at the configured origin', async () => {
    const response = await visit('/campaigns?page=2', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/login?callbackUrl=%2Fcampaigns%3Fpage%3D2`);
  });

  it.each(['/login', '/login?callbackUrl=%2F', '/pay/return?state=x'])(
    'lets anybody see %s',
    async (path) => {
      expect((await visit(path)).headers.get('location')).toBeNull();
    },
  );

  it('tells pages the path that was asked for, whatever the browser says it was', async () => {
    const response = await visit('/campaigns?a=b', {
      cookie: session,
      headers: { 'x-mailroom-path': '//evil.example' },
    });
    expect(response.headers.get('x-middleware-request-x-mailroom-path')).toBe('/campaigns?a=b');
    expect(
      (await visit('http://whatever.internal//evil.example/x', { cookie: session })).headers.get(
        'x-middleware-request-x-mailroom-path',
      ),
    ).toBe('/');
  });

  it('lets forms through to the actions that check them, whatever host a proxy names', async () => {
    const sent = (headers: Record<string, string>) => visit('/campaigns', { method: 'POST', headers });
    const ours = await sent({ origin: ORIGIN, host: 'inner:3000', 'x-forwarded-host': 'inner:3000' });
    expect(ours.headers.get('x-middleware-request-x-forwarded-host')).toBe(new URL(ORIGIN).host);
    expect((await sent({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'nonsense', '']) {
      expect((await sent({ origin, host: 'inner:3000' })).status, origin).toBe(403);
    }
  });

  it('lets a form of a page without a referrer through where the browser says whose it is', async () => {
    const sent = (headers: Record<string, string>) => visit('/join/seal', { method: 'POST', headers });
    const ours = await sent({ origin: 'null', 'sec-fetch-site': 'same-origin', host: 'inner:3000' });
    expect(ours.headers.get('x-middleware-request-origin')).toBe(ORIGIN);
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      expect((await sent({ origin: 'null', 'sec-fetch-site': site })).status, site).toBe(403);
    }
  });

  it.each(['/campaigns/%zz', '/api/campaigns/%/status', '/files/campaigns/%E0%A4%A/proof', '/%c0%80'])(
    'answers %s with 400',
    async (path) => {
      expect((await visit(path, { cookie: session })).status).toBe(400);
    },
  );

  it('lets no form through that was cut off on its way', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="payment_method"\r\n\r\nlink\r\n';
    const sent = (body: string, type = 'multipart/form-data; boundary=x') =>
      visit('/campaigns', { method: 'POST', headers: { origin: ORIGIN, 'content-type': type }, body });
    expect((await sent(`${part}--x--\r\n`)).status).toBe(200);
    expect((await sent(part.slice(0, -4))).status).toBe(400);
    expect((await sent(part, 'multipart/form-data')).status).toBe(400);
    expect((await sent('way=link', 'application/x-www-form-urlencoded')).status).toBe(200);
  });

  it('redirects no form that was sent: what was typed would be lost', async () => {
    expect((await visit('/campaigns', { method: 'POST' })).headers.get('location')).toBeNull();
  });

  it('lets only scripts with this answer’s nonce run, and tells Next which that is', async () => {
    const [one, two] = [await visit('/login'), await visit('/login')];
    const nonce = policyOf(one).get('script-src')?.[0] ?? '';
    expect(nonce).toMatch(/^'nonce-[\w+/]{24}'$/);
    expect(policyOf(one).get('script-src')).toEqual([nonce, "'strict-dynamic'"]);
    expect(policyOf(two).get('script-src')).not.toContain(nonce);
    expect(one.headers.get('x-middleware-request-content-security-policy')).toBe(
      one.headers.get('content-security-policy'),
    );
  });

  it('lets forms lead to a pay link, and to nothing that runs in the page', async () => {
    useSettings({
      DIRECTMAIL_BASE_URL: SERVICE,
      DIRECTMAIL_BASE_URL_V2: SERVICE,
      PAY_LINK_ORIGINS: 'http://pay.internal',
    });
    const policy = policyOf(await visit('/login'));
    expect(policy.get('form-action')).toEqual(["'self'", 'https:', SERVICE, 'http://pay.internal']);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it('has pages kept nowhere, and everything read as what it is', async () => {
    const { headers } = await visit('/campaigns', { cookie: session });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect((await visit('/api/campaigns/1/status')).headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('insists on https where the console is on https', async () => {
    expect((await visit('/login')).headers.get('strict-transport-security')).toBeNull();
    useSettings({ NEXTAUTH_URL: 'https://console.test' });
    expect((await visit('/login')).headers.get('strict-transport-security')).toMatch(/max-age/);
    expect(policyOf(await visit('/login')).has('upgrade-insecure-requests')).toBe(true);
  });
});
