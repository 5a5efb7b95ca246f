/**
 * Tests inviting members. The console shows or emails the link, and an admin can renew or revoke the
 * invitation.
 */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { inviteAction, renewAction, revokeInvitationAction } from '#app/(console)/team/actions.ts';
import { listInvitations } from '#lib/data/invitations.ts';
import { startEmailServer } from '../support/smtp.ts';
import { setUpHarness } from './support/harness.ts';
import {
  createInvitation,
  findInvitationId,
  newEmailAddress,
  openInvitation,
  submitAsAdmin,
  submitJoinForm,
  tokenFromLink,
} from './support/invitations.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

it('an invitation’s link is shown only once, and the list of invitations doesn’t contain it', async () => {
  const email = newEmailAddress();
  const result = await submitAsAdmin(inviteAction, { email: email.toUpperCase(), role: 'viewer' });
  expect(result).toMatchObject({ ok: true, message: expect.stringContaining(email) });
  expect(result.link).toMatch(new RegExp(`^${ORIGIN}/join/[\\w-]{43}$`));
  const list = await harness.admin(listInvitations);
  expect(JSON.stringify(list)).not.toContain(tokenFromLink(result.link ?? ''));
  expect(list.ok && list.value.find((invitation) => invitation.email === email)).toMatchObject({
    role: 'viewer',
    by: 'admin@mailroom.test',
    isExpired: false,
  });
});

it('the first link becomes invalid when the same address is invited again', async () => {
  const { link, email } = await createInvitation('admin');
  const again = await submitAsAdmin(inviteAction, { email, role: 'viewer' });
  expect(await openInvitation(link)).toBeNull();
  expect(await openInvitation(again.link ?? '')).toMatchObject({ email, role: 'viewer' });
  const list = await harness.admin(listInvitations);
  expect(list.ok && list.value.filter((invitation) => invitation.email === email)).toHaveLength(1);
});

it('an existing address, a malformed address, or an unknown role causes an error beside the field', async () => {
  expect(await submitAsAdmin(inviteAction, { email: 'Viewer@mailroom.test', role: 'admin' })).toMatchObject({
    fields: { email: expect.stringMatching(/already uses this email address/) },
  });
  for (const email of ['x', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', 'ä@b.example']) {
    expect((await submitAsAdmin(inviteAction, { email, role: 'viewer' })).fields).toHaveProperty('email');
  }
  expect(
    (await submitAsAdmin(inviteAction, { email: newEmailAddress(), role: 'owner' })).fields,
  ).toHaveProperty('role');
});

it('an invitation that was already used can’t be revoked or renewed', async () => {
  const { link } = await createInvitation();
  const id = await findInvitationId(link);
  await submitJoinForm(link);
  for (const action of [renewAction, revokeInvitationAction]) {
    expect(await submitAsAdmin(action, { id })).toMatchObject({ failure: { code: 'invitation_gone' } });
  }
});

it('an invitation’s link is emailed if SMTP is configured, but is shown if the email can’t be sent', async () => {
  const server = await startEmailServer();
  onTestFinished(() => server.stop());
  harness.applySettings({ SMTP_URL: server.url, MAIL_FROM: 'mailroom@console.test' });
  const email = newEmailAddress();
  const sent = await submitAsAdmin(inviteAction, { email, role: 'sender' });
  expect(sent).toEqual({ ok: true, message: expect.stringMatching(`emailed a link to ${email}`) });
  expect(server.emails).toHaveLength(1);
  const [received] = server.emails;
  expect(received).toMatchObject({ to: [email] });
  const link = /http:\S+\/join\/\S+/.exec(received?.text ?? '')?.[0] ?? '';
  expect(received?.html).toContain(link);
  expect(received?.subject).not.toContain(tokenFromLink(link));
  expect(await openInvitation(link)).toMatchObject({ email, role: 'sender' });

  const rejected = newEmailAddress();
  server.rejectRecipients(rejected);
  const failed = await submitAsAdmin(inviteAction, { email: rejected, role: 'viewer' });
  expect(failed.message).toMatch(/couldn’t be sent/);
  expect(await openInvitation(failed.link ?? '')).toMatchObject({ email: rejected });
});
