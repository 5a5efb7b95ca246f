/** The link that sets a console up, in the hands of a member: who a provider lets in first is no admin yet. */
import { beforeEach, expect, it, vi } from 'vitest';
import { becomeFirstAdminAction } from '#app/join/[token]/actions.ts';
import { createSetUpLink } from '#lib/auth/invitation-link.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readInvitation } from '#lib/data/invitations.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema.ts';
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
  link = (await createSetUpLink(await store())) ?? '';
});

const colleague = async () => {
  const row = await findMemberByEmail(await store(), 'colleague@mailroom.test');
  if (!row) throw new Error('There is no colleague.');
  return row;
};

async function become(headers: Record<string, string> = { origin: ORIGIN }) {
  const cookies = { [sessionCookie()]: await issueSessionToken(await colleague()) };
  return inRequest({ headers, cookies }, () =>
    submitForm(becomeFirstAdminAction, { token: tokenFromLink(link) }),
  );
}
const back = () => ({ to: `/join/${encodeURIComponent(tokenFromLink(link))}` });

it('tells a member that it is for them, and makes them the admin, once', async () => {
  const before = await colleague();
  const who = await asMember(before);
  expect(await who(() => readInvitation(tokenFromLink(link)))).toMatchObject({
    email: null,
    isMember: false,
    signedInAs: 'colleague@mailroom.test',
  });
  expect(await become()).toEqual({ to: '/' });
  expect(await colleague()).toEqual({ ...before, role: 'admin' });
  expect(await openInvitation(link)).toBeNull();
  expect(await become()).toEqual(back());
});

it('does nothing for whoever is not signed in, nor from another site', async () => {
  const before = await dumpInvitationTables();
  const nobody = inRequest({ headers: { origin: ORIGIN } }, () =>
    submitForm(becomeFirstAdminAction, { token: tokenFromLink(link) }),
  );
  expect(await nobody).toEqual(back());
  expect(await become({ origin: 'https://evil.example' })).toMatchObject({ message: expect.any(String) });
  expect(await dumpInvitationTables()).toBe(before);
});

it('takes nobody’s account by a typed address', async () => {
  const before = await colleague();
  expect((await submitJoinForm(link, { email: 'Colleague@mailroom.test' })).result).toMatchObject({
    message: expect.stringMatching(/Sign in instead/),
  });
  expect(await colleague()).toEqual(before);
});

it('leads nowhere where passwords have been switched off since it was printed', async () => {
  harness.applySettings({
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'mailroom',
    OIDC_CLIENT_SECRET: 'a-secret',
    PASSWORD_SIGN_IN: 'false',
  });
  expect(await openInvitation(link)).toBeNull();
  expect(await become()).toEqual(back());
  expect((await colleague()).role).toBe('viewer');
});
