import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { middleware } from '../../middleware.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

const SERVICE = 'http://127.0.0.1:4010';
beforeEach(() => useSettings({ DIRECTMAIL_BASE_URL: `${SERVICE}/base`, DIRECTMAIL_BASE_URL_V2: SERVICE }));

function visit(
  path: string,
  init: { cookie?: string; method?: string; headers?: Record<string, string> } = {},
) {
  const { cookie, method = 'GET', headers = {} } = init;
  return middleware(
    new NextRequest(new URL(path, 'http://whatever.internal'), {
      method,
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
  it('sends visitors without a session to sign in, at the configured origin', () => {
    const response = visit('/campaigns?page=2', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/login?callbackUrl=%2Fcampaigns%3Fpage%3D2`);
  });

  it.each(['/login', '/login?callbackUrl=%2F', '/pay/return?state=x'])('lets anybody see %s', (path) => {
    expect(visit(path).headers.get('location')).toBeNull();
  });

  it('tells pages the path that was asked for, whatever the browser says it was', () => {
    const response = visit('/campaigns?a=b', {
      cookie: session,
      headers: { 'x-mailroom-path': '//evil.example' },
    });
    expect(response.headers.get('x-middleware-request-x-mailroom-path')).toBe('/campaigns?a=b');
    expect(
      visit('http://whatever.internal//evil.example/x', { cookie: session }).headers.get(
        'x-middleware-request-x-mailroom-path',
      ),
    ).toBe('/');
  });

  it('lets forms through to the actions that check them, whatever host a proxy names', () => {
    const sent = (headers: Record<string, string>) => visit('/campaigns', { method: 'POST', headers });
    const ours = sent({ origin: ORIGIN, host: 'inner:3000', 'x-forwarded-host': 'inner:3000' });
    expect(ours.headers.get('x-middleware-request-x-forwarded-host')).toBe(new URL(ORIGIN).host);
    expect(sent({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'nonsense', '']) {
      expect(sent({ origin, host: 'inner:3000' }).status, origin).toBe(403);
    }
  });

  it.each(['/campaigns/%zz', '/api/campaigns/%/status', '/files/campaigns/%E0%A4%A/proof', '/%c0%80'])(
    'answers %s with 400',
    (path) => {
      expect(visit(path, { cookie: session }).status).toBe(400);
    },
  );

  it('redirects no form that was sent: what was typed would be lost', () => {
    expect(visit('/campaigns', { method: 'POST' }).headers.get('location')).toBeNull();
  });

  it('lets only scripts with this answer’s nonce run, and tells Next which that is', () => {
    const [one, two] = [visit('/login'), visit('/login')];
    const nonce = policyOf(one).get('script-src')?.[0] ?? '';
    expect(nonce).toMatch(/^'nonce-[\w+/]{24}'$/);
    expect(policyOf(one).get('script-src')).toEqual([nonce, "'strict-dynamic'"]);
    expect(policyOf(two).get('script-src')).not.toContain(nonce);
    expect(one.headers.get('x-middleware-request-content-security-policy')).toBe(
      one.headers.get('content-security-policy'),
    );
  });

  it('lets forms lead to a pay link, and to nothing that runs in the page', () => {
    useSettings({
      DIRECTMAIL_BASE_URL: SERVICE,
      DIRECTMAIL_BASE_URL_V2: SERVICE,
      PAY_LINK_ORIGINS: 'http://pay.internal',
    });
    const policy = policyOf(visit('/login'));
    expect(policy.get('form-action')).toEqual(["'self'", 'https:', SERVICE, 'http://pay.internal']);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it('has pages kept nowhere, and everything read as what it is', () => {
    const { headers } = visit('/campaigns', { cookie: session });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(visit('/api/campaigns/1/status').headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('insists on https where the console is on https', () => {
    expect(visit('/login').headers.get('strict-transport-security')).toBeNull();
    useSettings({ NEXTAUTH_URL: 'https://console.test' });
    expect(visit('/login').headers.get('strict-transport-security')).toMatch(/max-age/);
    expect(policyOf(visit('/login')).has('upgrade-insecure-requests')).toBe(true);
  });
});
