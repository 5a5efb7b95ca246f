/** Tests that an invitation can be accepted only once, and only within seven days. */
import { createHash } from 'node:crypto';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { switchAccountAction } from '#app/join/[token]/actions.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { readInvitation } from '#lib/data/invitations.ts';
import { redeemInvitationByEmail } from '#lib/store/invitations.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { members } from '#lib/store/schema/members.ts';
import { middleware } from '#middleware.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import {
  createInvitation,
  createOldLink,
  dumpInvitationTables,
  findInvitationId,
  NEW_PASSWORD,
  openInvitation,
  submitJoinForm,
  tokenFromLink,
} from './support/invitations.ts';
import { addMember, asMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('an invitation', () => {
  it('shows the role and the member who sent the invitation, then adds the new member and starts a session', async () => {
    const { link, email, expiresAt } = await createInvitation('sender');
    expect(await openInvitation(link)).toEqual({
      email,
      role: 'sender',
      by: 'admin@mailroom.test',
      expiresAt,
      isMember: false,
      signedInAs: null,
      provider: null,
    });
    const { result, cookies } = await submitJoinForm(link);
    expect(result).toEqual({ to: '/' });
    const session = { [sessionCookie()]: cookies[0]?.value ?? '' };
    expect(await inRequest({ cookies: session }, getMember)).toMatchObject({
      email,
      name: 'Ada',
      role: 'sender',
    });
    const row = await findMemberByEmail(await store(), email);
    expect(await verifyPassword(NEW_PASSWORD, row?.passwordHash)).toBe(true);
  });

  it('has a link with a 256-bit random token, and only the token’s hash is stored', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => createInvitation()));
    const tokens = links.map(({ link }) => tokenFromLink(link));
    expect(new Set(tokens).size).toBe(tokens.length);
    const tables = await dumpInvitationTables();
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(tables).not.toContain(token);
      expect(tables).toContain(createHash('sha256').update(token).digest('base64url'));
    }
  });

  it('can still be accepted with a link in the earlier format until the link expires', async () => {
    const { link, email } = await createOldLink(60_000);
    expect(link.length).toBeGreaterThan(300);
    expect((await middleware(new NextRequest(link))).status).toBe(200);
    expect(await openInvitation(link)).toMatchObject({ email, role: 'sender' });
    expect((await submitJoinForm(link)).result).toEqual({ to: '/' });
    expect(await findMemberByEmail(await store(), email)).toMatchObject({ role: 'sender' });
    expect(await openInvitation(link)).toBeNull();
    const expired = await createOldLink(-1);
    expect(await openInvitation(expired.link)).toBeNull();
    const altered = await createOldLink(60_000);
    expect(await openInvitation(altered.link.replace('Fe26.2*1', 'Fe26.2*2'))).toBeNull();
  });

  it('expires after seven days', async () => {
    const { expiresAt } = await createInvitation();
    expect(expiresAt - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  });

  it('adds only one member when the form is submitted 20 times simultaneously', async () => {
    const { link, email } = await createInvitation('viewer');
    const submissions = await Promise.all(Array.from({ length: 20 }, () => submitJoinForm(link)));
    const results = submissions.map(({ result }) => JSON.stringify(result));
    expect(results.filter((result) => result === '{"to":"/"}')).toHaveLength(1);
    expect(submissions.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
    const rows = await (await store()).select().from(members);
    expect(rows.filter((row) => row.email === email)).toHaveLength(1);
    expect((await submitJoinForm(link)).result).toEqual({
      to: `/join/${encodeURIComponent(tokenFromLink(link))}`,
    });
  });

  it('allows at most 10 acceptance attempts in 15 minutes', async () => {
    const { link, email } = await createInvitation('viewer');
    await addMember(email, 'viewer');
    const id = await findInvitationId(link);
    const db = await store();
    for (let i = 0; i < 9; i++) expect((await consumeRateLimit(db, 'invitation', id)).isAllowed).toBe(true);
    expect((await submitJoinForm(link)).result).toMatchObject({
      message: expect.stringMatching(/^A member already uses this email address/),
    });
    expect((await submitJoinForm(link)).result).toMatchObject({
      message: expect.stringMatching(/^Too many attempts/),
    });
  });

  it('shows an error for each invalid field, and never sends the password back to the browser', async () => {
    const { link } = await createInvitation();
    const { result } = await submitJoinForm(link, { name: ' ', password: 'short' });
    expect(result).toEqual({
      fields: { name: 'Enter your name.', password: 'Use at least 12 characters.' },
      values: { token: tokenFromLink(link), name: ' ' },
    });
    const { result: hostileResult } = await submitJoinForm(link, { name: 'Ada\nBcc: x', role: 'admin' });
    expect(hostileResult).toMatchObject({ fields: { name: 'Use a single line.', role: expect.any(String) } });
    expect(await openInvitation(link)).not.toBeNull();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['no origin', {}],
  ])('refuses a form from %s', async (_, headers) => {
    const { link } = await createInvitation();
    expect((await submitJoinForm(link, {}, headers)).result).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await openInvitation(link)).not.toBeNull();
  });

  it('asks an existing member to sign in and leaves the invitation unused', async () => {
    const { link, email } = await createInvitation('admin');
    const member = await addMember(email, 'viewer');
    expect(await openInvitation(link)).toMatchObject({ isMember: true });
    expect((await submitJoinForm(link)).result).toMatchObject({
      message: expect.stringMatching(/Sign in instead/),
    });
    expect(await findMemberByEmail(await store(), email)).toEqual(member);
    expect(await openInvitation(link)).toMatchObject({ isMember: true });
  });

  it('shows which account is signed in and lets the user switch accounts', async () => {
    const { link } = await createInvitation();
    const runAsOther = await asMember(await addMember('other@mailroom.test', 'viewer'));
    expect(await runAsOther(() => readInvitation(tokenFromLink(link)))).toMatchObject({
      signedInAs: 'other@mailroom.test',
    });
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await submitForm(switchAccountAction, { token: tokenFromLink(link) })).toEqual({
        to: `/join/${encodeURIComponent(tokenFromLink(link))}`,
      });
      expect(cookies.written).toMatchObject([{ name: sessionCookie(), value: '', options: { maxAge: 0 } }]);
    });
  });

  it('names the identity provider, and can’t be accepted with a password while password sign-in is off', async () => {
    const { link, email } = await createInvitation();
    harness.applySettings({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
      OIDC_NAME: 'Example ID',
      PASSWORD_SIGN_IN: 'false',
    });
    expect(await openInvitation(link)).toMatchObject({ provider: 'Example ID' });
    expect((await submitJoinForm(link)).result).toEqual({
      to: `/join/${encodeURIComponent(tokenFromLink(link))}`,
    });
    const db = await store();
    expect(await redeemInvitationByEmail(db, email.toUpperCase())).toMatchObject({ email, role: 'sender' });
    expect(await redeemInvitationByEmail(db, email)).toBeUndefined();
    expect(await openInvitation(link)).toBeNull();
  });
});

it('opening a valid invitation link changes nothing, and the page can’t be cached or indexed', async () => {
  const { link } = await createInvitation();
  const before = await dumpInvitationTables();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await middleware(new NextRequest(link, { method }));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toMatch(/noindex/);
  }
  await openInvitation(link);
  expect(await dumpInvitationTables()).toBe(before);
});
