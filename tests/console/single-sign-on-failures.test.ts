/**
 * Tests that the sign-in page explains a failed single sign-on, and that the log contains the cause but no
 * secrets.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redactText } from '#lib/auth/oidc-diagnosis.ts';
import { signInRefusalText } from '#lib/format/sign-in.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import {
  type CookieJar,
  captureSignInLog,
  openCallback,
  readLocation,
  requestAuth,
  setUpSingleSignOn,
  startSignIn,
} from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
const { readLog, readFailures } = captureSignInLog();

describe('a failed sign-in that the user can retry', () => {
  it('logs that the cookie of an expired sign-in is missing', async () => {
    const { status, headers } = await requestAuth('callback/oidc?code=x&state=y', new Map());
    expect([status, new URL(headers.get('location') ?? '').search]).toEqual([302, '?error=failed']);
    expect(readFailures()).toMatchObject([{ refusal: 'failed', reason: 'cookie_missing' }]);
  });

  it('logs that the state was altered, but not the state itself', async () => {
    sso.addAccount('mia', 'mia@allowed.example');
    const jar: CookieJar = new Map();
    const callback = await sso.completeAtProvider(await startSignIn(jar), { username: 'mia' });
    const state = callback.searchParams.get('state') ?? '';
    callback.searchParams.set('state', 'forged-state');
    expect((await openCallback(callback, jar)).location).toBe('/login?error=failed');
    expect(readFailures()).toMatchObject([{ reason: 'wrong_state' }]);
    expect(readLog()).not.toContain(state);
    expect(readLog()).not.toContain('forged-state');
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

  it.each(['!', 'a'])(
    'redacts a long description in linear time, even if it repeats the character %s',
    (character) => {
      const start = performance.now();
      expect(redactText(`eve@evil.example ${character.repeat(200_000)}`)).toMatch(/^\[address\] /);
      // Quadratic time would take much longer than this limit.
      expect(performance.now() - start).toBeLessThan(4_000);
    },
  );
});

describe('a refused account', () => {
  it.each([
    ['a missing verification', { email_verified: undefined }, 'unverified', { email_verified: 'missing' }],
    ['verification as text', { email_verified: 'true' }, 'unverified', { email_verified: 'text' }],
    ['an unverified address', { email_verified: false }, 'unverified', { email_verified: 'false' }],
    ['no email address', { email: undefined }, 'no_email', { reason: 'no_email' }],
    ['an unknown domain', { email: 'mia@evil.example' }, 'stranger', { reason: 'stranger' }],
  ])('is logged without the address if the account has %s', async (_, overrides, code, logged) => {
    sso.addAccount('mia', 'mia@allowed.example', overrides);
    const { location } = await sso.signIn('mia');
    expect(location).toBe(`/login?error=${code}`);
    expect(readFailures()).toMatchObject([{ refusal: code, ...logged }]);
    expect(readLog()).not.toMatch(/mia@/);
  });

  it('gets a message about an error in the console, and the log contains the error’s name', async () => {
    sso.addAccount('mia', 'mia@allowed.example');
    const db = await store();
    const transaction = vi.spyOn(db, 'transaction').mockRejectedValue(new RangeError('mia@allowed.example'));
    onTestFinished(() => transaction.mockRestore());
    expect((await sso.signIn('mia')).location).toBe('/login?error=broken');
    expect(readFailures()).toMatchObject([{ reason: 'console_error', error: 'RangeError' }]);
    expect(readLog()).not.toContain('mia@');
  });
});

it('the sign-in page shows a different message for each kind of failure', () => {
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
