/**
 * Tests which requests to next-auth's routes are refused. The console checks each request before
 * next-auth handles the request.
 */
import { describe, expect, it, vi } from 'vitest';
import {
  type AuthRequest,
  requestNextAuth,
  setUpNextAuth,
  signInThroughNextAuth,
} from './support/next-auth.ts';
import { SECRET } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpNextAuth();

describe('the next-auth route', () => {
  it.each(['_log', 'unknown', '__proto__', 'callback/github', 'callback/credentials/more', 'verify-request'])(
    'responds with 404 to a request for %s',
    async (path) => {
      expect((await requestNextAuth(path)).status).toBe(404);
      expect((await requestNextAuth(path, { method: 'POST', form: {} })).status).toBe(404);
    },
  );

  it('responds to malformed requests without a server error', async () => {
    const malformedRequests: [string, AuthRequest][] = [
      ['csrf?callbackUrl=%25%25', {}],
      ['session', { cookies: { 'next-auth.session-token': 'x' } }],
      ['callback/credentials', { method: 'POST' }],
      [
        'callback/credentials',
        { method: 'POST', headers: { 'content-type': 'application/json' }, form: undefined },
      ],
      ['signout', { method: 'POST', form: { callbackUrl: '//evil.example' } }],
      ['callback/credentials', { method: 'POST', form: { password: 'x'.repeat(20_000) } }],
      ['error?error=%3Cscript%3E%0d%0a', {}],
      ['callback/credentials', { method: 'POST', form: { email: 'a\0', password: 'b\0' } }],
    ];
    for (const [path, request] of malformedRequests)
      expect((await requestNextAuth(path, request)).status, path).toBeLessThan(500);
  });

  it('doesn’t reveal secrets', async () => {
    const response = await requestNextAuth('providers');
    expect(await response.text()).not.toContain(SECRET);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('responds with 405 to a GET request for the password form’s URL', async () => {
    const response = await requestNextAuth('callback/credentials');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

it.each(['GET', 'POST'] as const)(
  'no %s request to any next-auth URL results in status 500',
  async (method) => {
    const statuses: Record<string, number> = {};
    const actions = [
      'csrf',
      'session',
      'providers',
      'signin',
      'signout',
      'callback',
      'error',
      'verify-request',
      '_log',
    ];
    for (const action of actions) {
      for (const suffix of ['', '/credentials', '/oidc', '/email', '/__proto__', '/credentials/more']) {
        const path = `${action}${suffix}`;
        const withToken =
          method === 'POST' ? await signInThroughNextAuth({}, {}, path) : await requestNextAuth(path);
        statuses[`${method} ${path}`] = withToken.status;
        expect(await withToken.text(), path).not.toMatch(/\bat .*:\d+/);
      }
    }
    expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
  },
);
