/** Tests the second factors of members who sign in through the identity provider. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inviteAction } from '#app/(console)/team/actions.ts';
import { codeAction } from '#app/login/second-factor/actions.ts';
import { openResumeToken } from '#lib/auth/resume-token.ts';
import { getAccount, getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { assignRole } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { totpCode } from '../support/totp.ts';
import { addApp, setSecondFactorRule } from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { ORIGIN } from './support/settings.ts';
import { type CookieJar, setUpSingleSignOn, startSignIn } from './support/single-sign-on.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
beforeEach(() => setSecondFactorRule('none'));

const toBrowser = (jar: CookieJar): TestBrowser => {
  const browser = new TestBrowser();
  for (const [name, value] of jar) browser.cookies[name] = decodeURIComponent(value);
  return browser;
};

async function addMemberWithApp(name: string) {
  sso.addAccount(name, `${name}@allowed.example`);
  const { jar } = await sso.signIn(name);
  return addApp(toBrowser(jar));
}

describe('a member with a second factor', () => {
  it('gets a session only after entering the factor', async () => {
    const { secret } = await addMemberWithApp('mia');
    const { location, member, jar } = await sso.signIn('mia', { callbackUrl: '/templates' });
    expect(location).toBe('/login/second-factor?callbackUrl=%2Ftemplates');
    expect(member).toBeNull();
    expect(jar.has(sessionCookie())).toBe(false);
    const browser = toBrowser(jar);
    expect(
      await browser.submit(codeAction, { code: totpCode(secret, 1), callbackUrl: '/templates' }),
    ).toEqual({
      to: '/templates',
    });
    expect(await browser.run(getMember)).toMatchObject({ email: 'mia@allowed.example' });
  });

  it('gets a session without entering a second factor if the provider is trusted to ask for one', async () => {
    await addMemberWithApp('noa');
    harness.applySettings({ ...sso.provider.settings, OIDC_TRUST_SECOND_FACTOR: 'true' });
    const { location, member } = await sso.signIn('noa', { callbackUrl: '/templates' });
    expect(location).toBe('/templates');
    expect(member).not.toBeNull();
  });
});

describe('the team’s rule', () => {
  it.each([
    ['requires a member without a factor to add one', undefined, true],
    ['doesn’t apply if the provider is trusted to ask for one', 'true', false],
  ])('%s', async (_, trust, needsFactor) => {
    harness.applySettings({ ...sso.provider.settings, OIDC_TRUST_SECOND_FACTOR: trust });
    sso.addAccount('ola', 'ola@allowed.example');
    const { jar } = await sso.signIn('ola');
    await setSecondFactorRule('everyone');
    expect(await toBrowser(jar).run(getAccount)).toMatchObject({ needsFactor });
  });
});

describe('a recent sign-in', () => {
  it('is recognized by the sign-in time that the provider reports, not by the time of the redirect', async () => {
    sso.addAccount('pia', 'pia@allowed.example');
    sso.provider.setFaults({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } });
    const old = await sso.signIn('pia');
    expect(await toBrowser(old.jar).run(getAccount)).toMatchObject({ isRecentlyAuthenticated: false });
    sso.provider.setFaults({ claims: { auth_time: Math.floor(Date.now() / 1_000) } });
    const fresh = await sso.signIn('pia');
    expect(await toBrowser(fresh.jar).run(getAccount)).toMatchObject({ isRecentlyAuthenticated: true });
  });

  it('doesn’t discard the invitation form’s values if the admin signs in only through the provider', async () => {
    sso.addAccount('rui', 'rui@allowed.example');
    const { jar, member } = await sso.signIn('rui');
    const db = await store();
    await assignRole(db, member?.id ?? '', 'admin');
    await db.execute("update sessions set authenticated_at = now() - interval '11 minutes'");
    const values = { email: 'invited@allowed.example', role: 'sender' };
    const { to } = (await toBrowser(jar).submit(inviteAction, values)) as { readonly to: string };
    const callbackUrl = new URL(to, ORIGIN).searchParams.get('callbackUrl') ?? '';
    const confirmed = await sso.signIn('rui', { callbackUrl, reauthenticate: 'yes' });
    // Only the fragment is lost. With JavaScript, the page moves the focus to the form even without the fragment.
    expect(confirmed.location).toBe(callbackUrl.replace(/#.*/, ''));
    const token = new URL(callbackUrl, ORIGIN).searchParams.get('resume') ?? '';
    const browser = toBrowser(confirmed.jar);
    expect(await browser.run(() => openResumeToken(token))).toEqual({ form: 'invite', values });
    expect(await browser.submit(inviteAction, values)).toMatchObject({ ok: true });
  });

  it('is requested from the provider before a member changes factors', async () => {
    const url = await startSignIn(new Map(), { callbackUrl: '/second-factor', reauthenticate: 'yes' });
    expect(url.searchParams.get('prompt')).toBe('login');
    expect(url.searchParams.get('max_age')).toBe('600');
    const usual = await startSignIn(new Map(), { callbackUrl: '/' });
    expect(usual.searchParams.has('prompt')).toBe(false);
  });
});
