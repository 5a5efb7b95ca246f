/**
 * Tests which forms the console accepts from browsers that send neither the Origin header nor fetch metadata,
 * as text browsers do. A page on another site must never be able to submit a form to the console.
 */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { POST as postAuth } from '#app/api/auth/[...nextauth]/route.ts';
import { signInAction, signOutAction } from '#app/login/actions.ts';
import { sealedCookieName } from '#lib/auth/sealed-cookies.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { formAction } from '#lib/forms/action.ts';
import { FORM_TOKEN_FIELD, FORM_TOKEN_HEADER } from '#lib/http/form-token-names.ts';
import { middleware } from '#middleware.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { PASSWORD, passwordHash } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const REFERER = `${ORIGIN}/campaigns/1/send`;

/** Opens a page as a text browser does. Returns the browser's cookie and the token in the page's forms. */
async function openPage(headers: Record<string, string> = {}) {
  const response = await middleware(new NextRequest(`${ORIGIN}/login`, { headers }));
  const cookie = response.headers.getSetCookie().find((line) => line.includes('mailroom.form=')) ?? '';
  const token = response.headers.get(`x-middleware-request-${FORM_TOKEN_HEADER}`);
  return { cookie: cookie.split(';', 1)[0] ?? '', attributes: cookie, token };
}

const action = formAction('payCampaign', z.object({ id: z.string() }), async () => ({ ok: true }));

/** Submits a form as a signed-in member. Returns whether the console ran the action. */
async function submitPayment(headers: Record<string, string>, token?: string | null) {
  const cookies = {
    [sessionCookie()]: await issueSessionToken(await addMember('sender@mailroom.test', 'sender')),
  };
  const fields = { id: '1', ...(token ? { [FORM_TOKEN_FIELD]: token } : {}) };
  const state = await inRequest({ headers, cookies }, () => submitForm(action, fields));
  return state as { ok?: boolean; message?: string; values?: Record<string, string> };
}

describe('a browser without the Origin header', () => {
  it('gets a cookie and a token, and can submit forms with both', async () => {
    const { cookie, attributes, token } = await openPage();
    expect(attributes).toMatch(/; HttpOnly/i);
    expect(attributes).toMatch(/; SameSite=strict/i);
    expect(attributes).toMatch(/; Path=\/(;|$)/);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(token);
    expect(await submitPayment({ cookie }, token)).toMatchObject({ ok: true });
  });

  it('keeps the cookie and gets the same token on the next page', async () => {
    const first = await openPage();
    const second = await openPage({ cookie: first.cookie });
    expect(second).toMatchObject({ attributes: '', token: first.token });
  });

  it('over HTTPS, gets a cookie that other hosts can’t set', async () => {
    harness.applySettings({ NEXTAUTH_URL: 'https://console.test' });
    const { attributes } = await openPage();
    expect(attributes).toMatch(/^__Host-mailroom\.form=/);
    expect(attributes).toMatch(/; Secure/i);
  });

  it('without a cookie, can submit a form with just a same-origin Referer', async () => {
    expect(await submitPayment({ referer: REFERER })).toMatchObject({ ok: true });
    expect(await submitPayment({ referer: `${ORIGIN}/` })).toMatchObject({ ok: true });
  });

  it.each([
    ['neither a Referer nor a token', {}],
    ['an empty Referer', { referer: '' }],
    ['the Referer of another site', { referer: 'https://evil.example/' }],
    ['a Referer that begins with the origin', { referer: `${ORIGIN}.evil.example/` }],
    ['a Referer with the origin as user', { referer: `http://localhost:3000@evil.example/` }],
    ['a Referer with the origin in the query', { referer: `https://evil.example/?${ORIGIN}/` }],
    ['a Referer with another port', { referer: 'http://localhost:3001/' }],
    ['a Referer that isn’t a URL', { referer: 'console.test:3000' }],
    [
      'a same-origin Referer but fetch metadata of another site',
      { referer: REFERER, 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a same-origin Referer but fetch metadata of a sibling site',
      { referer: REFERER, 'sec-fetch-site': 'same-site' },
    ],
    ['a same-origin Referer but a foreign Origin', { referer: REFERER, origin: 'https://evil.example' }],
    ['a same-origin Referer but a hidden Origin', { referer: REFERER, origin: 'null' }],
  ])('is refused with %s', async (_, headers) => {
    expect(await submitPayment(headers as Record<string, string>)).toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });

  it('must send the token if it has the cookie, because some browsers make up a Referer', async () => {
    const { cookie, token } = await openPage();
    const other = await openPage();
    for (const wrong of [undefined, '', other.token, `${token}x`, token?.toUpperCase(), cookie.split('=')[1]])
      expect(await submitPayment({ cookie, referer: REFERER }, wrong), wrong ?? '').toMatchObject({
        failure: { kind: 'forbidden' },
      });
    expect(await submitPayment({ cookie, referer: 'https://evil.example/' }, token)).toMatchObject({
      ok: true,
    });
  });

  it('can’t use a token without the cookie, or with a cookie value that another site set', async () => {
    const { token } = await openPage();
    expect(await submitPayment({}, token)).toMatchObject({ failure: { kind: 'forbidden' } });
    for (const value of ['x', '', `${token}`, '%00'])
      expect(await submitPayment({ cookie: `mailroom.form=${value}` }, token)).toMatchObject({
        failure: { kind: 'forbidden' },
      });
  });

  it('can’t use its token after the console’s secret changes', async () => {
    const { cookie, token } = await openPage();
    harness.applySettings({ NEXTAUTH_SECRET: 'another-secret-of-more-than-32-characters' });
    expect(await submitPayment({ cookie }, token)).toMatchObject({ failure: { kind: 'forbidden' } });
  });

  it('can use a token only in the session that opened the page', async () => {
    const member = await addMember('sender@mailroom.test', 'sender');
    const [session, other] = [await issueSessionToken(member), await issueSessionToken(member)];
    const { cookie } = await openPage();
    const inSession = (value: string) => ({ cookie: `${cookie}; ${sessionCookie()}=${value}` });
    const { token } = await openPage(inSession(session));
    expect(await submitPayment(inSession(session), token)).toMatchObject({ ok: true });
    for (const headers of [inSession(other), { cookie }])
      expect(await submitPayment(headers, token)).toMatchObject({ failure: { kind: 'forbidden' } });
    const signedOut = (await openPage({ cookie })).token;
    expect(await submitPayment(inSession(session), signedOut)).toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });

  it('gets advice to allow cookies and reload the page, unlike a browser that sends another site’s origin', async () => {
    const { message } = await submitPayment({});
    expect(message).toBe(
      `Mailroom can’t tell which page sent this form. Allow cookies for ${ORIGIN}, reload the page, and try again.`,
    );
    const foreign = await submitPayment({ origin: 'https://evil.example' });
    expect(foreign.message).toBe(`This form wasn’t sent from ${ORIGIN}. Open ${ORIGIN} and try again.`);
  });

  it('never gets the token back among the returned form values', async () => {
    const { token } = await openPage();
    expect(JSON.stringify(await submitPayment({ cookie: 'mailroom.form=x' }, token))).not.toContain(token);
  });
});

describe('the token', () => {
  it.each([
    ['fetch metadata', { 'sec-fetch-site': 'none' }],
    ['the Origin header', { origin: ORIGIN }],
  ])('isn’t given to a browser that sends %s', async (_, headers) => {
    expect(await openPage(headers as Record<string, string>)).toMatchObject({ cookie: '', token: null });
  });

  it('is never taken from a request header', async () => {
    const forged = 'A'.repeat(43);
    expect((await openPage({ [FORM_TOKEN_HEADER]: forged })).token).not.toBe(forged);
    expect((await openPage({ [FORM_TOKEN_HEADER]: forged, 'sec-fetch-site': 'none' })).token).not.toBe(
      forged,
    );
  });

  it('comes with a new cookie if the browser’s cookie wasn’t created by the console', async () => {
    const { cookie } = await openPage({ cookie: 'mailroom.form=chosen' });
    expect(cookie).toMatch(/^mailroom\.form=[\w-]{43}$/);
  });
});

describe('signing in and out without the Origin header', () => {
  const submitSignIn = (headers: Record<string, string>, token?: string | null) =>
    inRequest({ headers }, async ({ cookies }) => {
      const form = new FormData();
      form.set('email', 'right@mailroom.test');
      form.set('password', PASSWORD);
      if (token) form.set(FORM_TOKEN_FIELD, token);
      const result = await signInAction({}, form).catch(({ digest }) => String(digest));
      return { result, cookies: cookies.written };
    });

  it('works with the token, but not without the token', async () => {
    await addMember('right@mailroom.test', 'sender', await passwordHash());
    const { cookie, token } = await openPage();
    expect((await submitSignIn({ cookie })).cookies).toEqual([]);
    expect((await submitSignIn({ cookie }, token)).cookies).toMatchObject([
      { name: sessionCookie() },
      { name: sealedCookieName('device') },
    ]);
    const signOut = (fields: Record<string, string>) =>
      inRequest({ headers: { cookie } }, async ({ cookies }) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        await signOutAction(form).catch(() => undefined);
        return cookies.written;
      });
    expect(await signOut({})).toEqual([]);
    expect(await signOut({ [FORM_TOKEN_FIELD]: token ?? '' })).toMatchObject([{ name: sessionCookie() }]);
  });

  it('works through the identity provider with the token, but not without the token', async () => {
    harness.applySettings({
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
    });
    const { cookie, token } = await openPage();
    const start = async (fields: Record<string, string>, headers: Record<string, string>) => {
      const request = new NextRequest('http://inner.example/api/auth/signin/oidc', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      });
      return (await postAuth(request, { params: Promise.resolve({ nextauth: ['signin', 'oidc'] }) })).status;
    };
    expect(await start({ [FORM_TOKEN_FIELD]: token ?? '' }, { cookie })).toBe(302);
    expect(await start({}, { referer: `${ORIGIN}/login` })).toBe(302);
    expect(await start({}, { cookie, referer: `${ORIGIN}/login` })).toBe(403);
    expect(await start({ [FORM_TOKEN_FIELD]: token ?? '' }, {})).toBe(403);
    expect(await start({}, { referer: 'https://evil.example/' })).toBe(403);
  });
});
