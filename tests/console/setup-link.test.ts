/**
 * Tests that a signed-in member can become the first admin through the setup link. Single sign-on can add
 * members before an admin exists.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { becomeFirstAdminAction } from '#app/join/[token]/actions.ts';
import { createSetupLink } from '#lib/auth/invitation-link.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readInvitation } from '#lib/data/invitations.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import {
  dumpInvitationTables,
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
let link: string;
beforeEach(async () => {
  harness.applySettings({});
  await (await store()).delete(members);
  await addMember('colleague@mailroom.test', 'viewer');
  link = (await createSetupLink(await store())) ?? '';
});

const readColleague = async () => {
  const row = await findMemberByEmail(await store(), 'colleague@mailroom.test');
  if (!row) throw new Error('The colleague is missing.');
  return row;
};

async function becomeFirstAdmin(headers: Record<string, string> = { origin: ORIGIN }) {
  const cookies = { [sessionCookie()]: await issueSessionToken(await readColleague()) };
  return inRequest({ headers, cookies }, () =>
    submitForm(becomeFirstAdminAction, { token: tokenFromLink(link) }),
  );
}
const redirectToLink = () => ({ to: `/join/${encodeURIComponent(tokenFromLink(link))}` });

describe('the setup link', () => {
  it('makes a signed-in member the first admin, and works only once', async () => {
    const before = await readColleague();
    const runAsColleague = await asMember(before);
    expect(await runAsColleague(() => readInvitation(tokenFromLink(link)))).toMatchObject({
      email: null,
      isMember: false,
      signedInAs: 'colleague@mailroom.test',
    });
    expect(await becomeFirstAdmin()).toEqual({ to: '/' });
    expect(await readColleague()).toEqual({ ...before, role: 'admin' });
    expect(await openInvitation(link)).toBeNull();
    expect(await becomeFirstAdmin()).toEqual(redirectToLink());
  });

  it('has no effect if the form is sent without a session or from another site', async () => {
    const before = await dumpInvitationTables();
    const signedOutResult = inRequest({ headers: { origin: ORIGIN } }, () =>
      submitForm(becomeFirstAdminAction, { token: tokenFromLink(link) }),
    );
    expect(await signedOutResult).toEqual(redirectToLink());
    expect(await becomeFirstAdmin({ origin: 'https://evil.example' })).toMatchObject({
      message: expect.any(String),
    });
    expect(await dumpInvitationTables()).toBe(before);
  });

  it('doesn’t give access to an existing account if a visitor enters the account’s email address', async () => {
    const before = await readColleague();
    expect((await submitJoinForm(link, { email: 'Colleague@mailroom.test' })).result).toMatchObject({
      message: expect.stringMatching(/Sign in instead/),
    });
    expect(await readColleague()).toEqual(before);
  });

  it('is invalid while password sign-in is off', async () => {
    harness.applySettings({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
      PASSWORD_SIGN_IN: 'false',
    });
    expect(await openInvitation(link)).toBeNull();
    expect(await becomeFirstAdmin()).toEqual(redirectToLink());
    expect((await readColleague()).role).toBe('viewer');
  });
});
