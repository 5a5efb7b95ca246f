/**
 * Tests that the sign-in page explains a failed single sign-on, and that the log contains the cause but no
 * secrets. The tests alter the responses of a real identity provider.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { redactText } from '#lib/auth/oidc-diagnosis.ts';
import { signInRefusalText } from '#lib/format/sign-in.ts';
import { createLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import type { ProviderFaults } from '../support/oidc.ts';
import { setUpHarness } from './support/harness.ts';
import {
  type CookieJar,
  openCallback,
  readLocation,
  requestAuth,
  setUpSingleSignOn,
  startSignIn,
} from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);

let lines: string[];
beforeEach(() => {
  lines = [];
  dropSingleton('log');
  singleton('log', () => createLog('info', { write: (line: string) => void lines.push(line) }));
  onTestFinished(() => dropSingleton('log'));
});

const readFailures = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'single sign-on failed');

/** Signs in and returns the code in the sign-in page's URL, and what the console logged. */
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
  const log = lines.join('');
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

describe('a failed sign-in that the user can retry', () => {
  it('logs that the cookie of an expired sign-in is missing', async () => {
    const { status, headers } = await requestAuth('callback/oidc?code=x&state=y', new Map());
    expect([status, new URL(headers.get('location') ?? '').search]).toEqual([302, '?error=failed']);
    expect(readFailures()).toMatchObject([{ refusal: 'failed', reason: 'cookie_missing' }]);
  });

  it('logs that the state was altered, but not the state', async () => {
    sso.addAccount('mia', 'mia@allowed.example');
    const jar: CookieJar = new Map();
    const callback = await sso.completeAtProvider(await startSignIn(jar), { username: 'mia' });
    const state = callback.searchParams.get('state') ?? '';
    callback.searchParams.set('state', 'forged-state');
    expect((await openCallback(callback, jar)).location).toBe('/login?error=failed');
    expect(readFailures()).toMatchObject([{ reason: 'wrong_state' }]);
    expect(lines.join('')).not.toContain(state);
    expect(lines.join('')).not.toContain('forged-state');
  });

  it.each([
    ['access_denied', 'canceled', 'provider_refused'],
    ['temporarily_unavailable', 'unavailable', 'provider_refused'],
    ['invalid_scope', 'misconfigured', 'provider_refused'],
    ['made_up_error', 'provider_error', 'provider_refused'],
    ['<script>', 'failed', 'cookie_missing'],
  ])('reports and logs the provider’s error %s', async (error, code, reason) => {
    const description = `AADSTS50105: eve@evil.example isn’t assigned. ${'A1b2'.repeat(20)}`;
    const query = new URLSearchParams({ error, error_description: description });
    const response = await requestAuth(`callback/oidc?${query}`, new Map());
    expect(readLocation(response)).toBe(`/login?error=${code}`);
    expect(readFailures()).toMatchObject([
      { reason, description: 'AADSTS50105: [address] isn’t assigned. [redacted]' },
    ]);
  });

  it.each(['!', 'a'])('redacts a long description of the character %s in linear time', (character) => {
    const start = performance.now();
    expect(redactText(`eve@evil.example ${character.repeat(60_000)}`)).toMatch(/^\[address\] /);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('a refused account', () => {
  it.each([
    ['a missing verification', { email_verified: undefined }, 'unverified', { email_verified: 'missing' }],
    ['verification as text', { email_verified: 'true' }, 'unverified', { email_verified: 'text' }],
    ['an unverified address', { email_verified: false }, 'unverified', { email_verified: 'false' }],
    ['no email address', { email: undefined }, 'no_email', { reason: 'no_email' }],
    ['an unknown domain', { email: 'mia@evil.example' }, 'stranger', { reason: 'stranger' }],
  ])('with %s is logged without the address', async (_, overrides, code, logged) => {
    sso.addAccount('mia', 'mia@allowed.example', overrides);
    const { location } = await sso.signIn('mia');
    expect(location).toBe(`/login?error=${code}`);
    expect(readFailures()).toMatchObject([{ refusal: code, ...logged }]);
    expect(lines.join('')).not.toMatch(/mia@/);
  });

  it('gets a message about an error in the console, and the log contains the error’s name', async () => {
    sso.addAccount('mia', 'mia@allowed.example');
    const db = await store();
    const transaction = vi.spyOn(db, 'transaction').mockRejectedValue(new RangeError('mia@allowed.example'));
    onTestFinished(() => transaction.mockRestore());
    expect((await sso.signIn('mia')).location).toBe('/login?error=broken');
    expect(readFailures()).toMatchObject([{ reason: 'console_error', error: 'RangeError' }]);
    expect(lines.join('')).not.toContain('mia@');
  });
});

it('shows a different message for each kind of failure', () => {
  const codes = [
    'unverified',
    'no_email',
    'stranger',
    'disabled',
    'other_identity',
    'canceled',
    'unavailable',
    'misconfigured',
    'expired',
    'unverifiable',
    'provider_error',
    'failed',
    'broken',
  ];
  const sentences = codes.map((code) => signInRefusalText(code, 'Acme ID'));
  expect(sentences).not.toContain(undefined);
  expect(new Set(sentences).size).toBe(codes.length);
});
