/**
 * Tests that the console refuses invalid responses from the identity provider, and that the log contains the
 * cause but no secrets. The tests alter a real identity provider's responses.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import type { ProviderFaults } from '../support/oidc.ts';
import { setUpHarness } from './support/harness.ts';
import {
  type CookieJar,
  captureSignInLog,
  openCallback,
  setUpSingleSignOn,
  startSignIn,
} from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
const { readLog, readFailures } = captureSignInLog();

/** Attempts to sign in. Returns the error code from the sign-in page's URL, and the console's log. */
async function failSignIn() {
  sso.addAccount('mia', 'mia@allowed.example');
  const jar: CookieJar = new Map();
  const callback = await sso.completeAtProvider(await startSignIn(jar, { callbackUrl: '/team' }), {
    username: 'mia',
  });
  const secrets = [
    ...['code', 'state'].map((name) => callback.searchParams.get(name) ?? ''),
    ...jar.values(),
    sso.provider.settings.OIDC_CLIENT_SECRET ?? '',
    'mia@allowed.example',
  ].filter(Boolean);
  const { location, member } = await openCallback(callback, jar);
  expect(member).toBeNull();
  const log = readLog();
  // An unsigned token ends with an empty part.
  const parts = sso.provider.issuedTokens.flatMap((token) => token.split('.')).filter(Boolean);
  for (const secret of [...secrets, ...parts]) expect(log).not.toContain(secret);
  const url = new URL(location, 'http://localhost');
  expect([url.pathname, url.searchParams.get('callbackUrl')]).toEqual(['/login', '/team']);
  return { code: url.searchParams.get('error'), failures: readFailures() };
}

const past = () => Math.floor(Date.now() / 1_000) - 3_600;

describe('a sign-in where the provider’s response is invalid', () => {
  const otherIssuer = 'https://other.example';
  const faults: [string, ProviderFaults, string, Record<string, unknown>][] = [
    [
      'another issuer',
      { claims: { iss: otherIssuer } },
      'misconfigured',
      { reason: 'wrong_issuer', received: otherIssuer },
    ],
    [
      'another audience',
      { claims: { aud: 'another-client' } },
      'misconfigured',
      { reason: 'wrong_audience', expected: 'mailroom', received: 'another-client' },
    ],
    [
      'audiences without the console',
      { claims: { aud: ['a', 'b'], azp: 'a' } },
      'misconfigured',
      { reason: 'wrong_audience', expected: 'mailroom' },
    ],
    ['another nonce', { claims: { nonce: 'n'.repeat(43) } }, 'unverifiable', { reason: 'wrong_nonce' }],
    ['no nonce', { claims: { nonce: undefined } }, 'unverifiable', { reason: 'wrong_nonce' }],
    ['an expired ID token', { claims: { exp: past() } }, 'expired', { reason: 'token_expired' }],
    [
      'an ID token that isn’t valid yet',
      { claims: { nbf: past() + 7_200 } },
      'expired',
      { reason: 'token_not_active' },
    ],
    ['an unknown signing key', { unknownKey: true }, 'unverifiable', { reason: 'invalid_signature' }],
    [
      'an unsigned ID token',
      { algorithm: 'none' },
      'misconfigured',
      { reason: 'wrong_algorithm', expected: 'RS256', received: 'none' },
    ],
    [
      'an ID token that is signed with the client secret',
      { algorithm: 'HS256' },
      'misconfigured',
      { reason: 'wrong_algorithm', expected: 'RS256', received: 'HS256' },
    ],
    ['no ID token', { omitIdToken: true }, 'misconfigured', { reason: 'no_id_token' }],
    ['no expiration time', { claims: { exp: undefined } }, 'unverifiable', { reason: 'invalid_token' }],
    [
      'status 500 from the token endpoint',
      { responses: { '/token': { status: 500, body: 'a stack trace' } } },
      'unavailable',
      { reason: 'unexpected_status', status: 500, step: 'tokens' },
    ],
    [
      'status 404 from the token endpoint',
      { responses: { '/token': { status: 404, body: 'nothing' } } },
      'misconfigured',
      { reason: 'unexpected_status', status: 404, step: 'tokens' },
    ],
    [
      'a rejected client secret',
      {
        responses: {
          '/token': {
            status: 401,
            body: { error: 'invalid_client', error_description: 'for mia@allowed.example' },
          },
        },
      },
      'misconfigured',
      { reason: 'provider_refused', error: 'invalid_client', step: 'tokens' },
    ],
    [
      'a rejected code',
      { responses: { '/token': { status: 400, body: { error: 'invalid_grant' } } } },
      'failed',
      { reason: 'provider_refused', error: 'invalid_grant' },
    ],
    [
      'an HTML page from the token endpoint',
      { responses: { '/token': { status: 200, body: '<h1>Maintenance</h1>' } } },
      'unverifiable',
      { reason: 'unknown', step: 'tokens' },
    ],
  ];

  it.each(faults)('reports and logs %s', async (_, providerFaults, code, logged) => {
    sso.provider.setFaults(providerFaults);
    const failed = await failSignIn();
    expect(failed.failures).toMatchObject([{ refusal: code, ...logged }]);
    expect(failed.code).toBe(code);
    expect(await (await store()).select().from(members)).toHaveLength(3);
  });

  it('reports and logs a provider that stops responding during the sign-in', async () => {
    const server = createServer((_, response) => response.socket?.destroy()).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const OIDC_ISSUER = `http://127.0.0.1:${port}`;
    sso.addAccount('mia', 'mia@allowed.example');
    const jar: CookieJar = new Map();
    const callback = await sso.completeAtProvider(await startSignIn(jar), { username: 'mia' });
    harness.applySettings({ ...sso.provider.settings, OIDC_ISSUER });
    expect((await openCallback(callback, jar)).location).toBe('/login?error=unavailable');
    expect(readFailures()).toMatchObject([
      { reason: 'unreachable', error: 'ECONNRESET', step: 'configuration' },
    ]);
  });
});
