/**
 * Tests that the activity log and the console's log record every change to a member's access and name the
 * member, but don't contain secrets.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutAction } from '#app/login/actions.ts';
import { hashQueue } from '#lib/auth/credentials.ts';
import { streamActivity } from '#lib/data/activity.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { requestApproval } from '#lib/data/approval-requests.ts';
import { recordGuestDecision, unlockGuestReview } from '#lib/data/guest/actions.ts';
import { acceptInvitation, inviteMember, revokeInvitation } from '#lib/data/invitations.ts';
import { recordMemberDecision } from '#lib/data/member-decisions.ts';
import { changePassword, saveProfile } from '#lib/data/profile.ts';
import { endOwnSession, listOwnSessions, signOutElsewhere } from '#lib/data/sessions.ts';
import { createCampaignShareLink, revokeCampaignShareLink } from '#lib/data/share-links.ts';
import { changeMember, listTeam } from '#lib/data/team.ts';
import { store } from '#lib/store/open.ts';
import { submitFromPage } from './support/approval.ts';
import { createDecisionInput, readCurrentFingerprint } from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { findInvitationId, tokenFromLink } from './support/invitations.ts';
import { captureLog } from './support/log.ts';
import { addMember, asMember } from './support/members.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { readEvents } from './support/security-events.ts';
import { ORIGIN } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest, PROOF_ONLY } from './support/share-links.ts';
import { PASSWORD, passwordHash, submitSignInForm } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const NEW_PASSWORD = 'another horse battery';
const LINK_PASSWORD = 'between us only';
const CAMPAIGN = 900;
const harness = setUpHarness();
const { admin, sender } = {
  admin: <T>(work: () => Promise<T>) => harness.admin(work),
  sender: <T>(work: () => Promise<T>) => harness.sender(work),
};
const ADMIN = 'admin@mailroom.test';
const SENDER = 'sender@mailroom.test';
beforeEach(async () => {
  harness.applySettings({});
  await setUpReviewedCampaign(harness.service, CAMPAIGN);
});
const log = captureLog();

const loggedEvents = () => log.readEntries().filter(({ msg }) => msg === 'security event');

/** Expects that the newest event with this name has these fields, and that the log has one line for it. */
async function expectRecorded(
  name: Parameters<typeof readEvents>[1],
  entry: Readonly<Record<string, unknown>>,
  logged: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const [newest] = await readEvents(harness.admin, name);
  expect(newest).toMatchObject({ operation: name, ...entry });
  expect(loggedEvents().filter(({ event }) => event === name)).toMatchObject([logged]);
}

describe('each log (the activity log and the server’s log)', () => {
  it('records signing in and out', async () => {
    const { id } = await addMember('ines@mailroom.test', 'sender', await passwordHash());
    const { result } = await submitSignInForm(
      { email: 'ines@mailroom.test', password: PASSWORD },
      { origin: ORIGIN, 'x-forwarded-for': '198.51.100.20', 'user-agent': 'curl/8' },
    );
    expect(result).toEqual({ to: '/' });
    const signedIn = { by: 'ines@mailroom.test', from: '198.51.100.20', details: { method: 'password' } };
    await expectRecorded('sign_in.succeeded', signedIn, { member: id, address: '198.51.100.20' });
    await submitFromPage(
      async (_, form) => {
        await signOutAction(form);
        return {};
      },
      {},
      'ines@mailroom.test',
    );
    await expectRecorded('session.signed_out', { by: 'ines@mailroom.test' }, { member: id });
  });

  it('records sessions that members and admins end', async () => {
    const member = await addMember('many@mailroom.test', 'sender', await passwordHash());
    const [here] = await Promise.all([asMember(member), asMember(member), asMember(member)]);
    const by = 'many@mailroom.test';
    const sessions = await here(listOwnSessions);
    const other = sessions.ok ? sessions.value.find(({ isCurrent }) => !isCurrent) : undefined;
    await here(() => endOwnSession(other?.id ?? ''));
    await expectRecorded('session.ended', { by, details: { id: other?.id } }, { id: other?.id });
    log.clear();
    await here(signOutElsewhere);
    await expectRecorded('session.ended', { by, details: { reason: 'all_others' } });
    await admin(() => changeMember(member.id, 'sign_out'));
    await expectRecorded('session.ended_by_admin', { by: ADMIN, about: by }, { about: member.id });
  });

  it('records changes to passwords and profiles, without the values', async () => {
    const member = await addMember('changing@mailroom.test', 'sender', await passwordHash());
    const runAs = await asMember(member);
    await runAs(() => saveProfile({ name: 'Cleo Private', timeZone: 'Europe/Oslo', dateLocale: null }));
    const by = 'changing@mailroom.test';
    await expectRecorded('profile.changed', { by, details: { fields: 'name, timeZone' } });
    expect(await runAs(() => changePassword(PASSWORD, NEW_PASSWORD))).toMatchObject({ ok: true });
    await expectRecorded('password.changed', { by });
    expect(JSON.stringify(loggedEvents())).not.toContain('Cleo');
  });

  it('records role changes, and when members are disabled or enabled', async () => {
    const { id, email } = await addMember('moved@mailroom.test', 'viewer');
    await admin(() => changeMember(id, 'sender'));
    const details = { old_role: 'viewer', role: 'sender' };
    await expectRecorded(
      'member.role_changed',
      { by: ADMIN, about: email, details },
      { about: id, ...details },
    );
    await admin(() => changeMember(id, 'disable'));
    await expectRecorded('member.disabled', { by: ADMIN, about: email });
    await admin(() => changeMember(id, 'enable'));
    await expectRecorded('member.enabled', { by: ADMIN, about: email });
  });

  it('records invitations', async () => {
    const invited = await admin(() => inviteMember('new@mailroom.test', 'viewer'));
    const link = invited.ok ? invited.value.link : '';
    const id = await findInvitationId(link);
    const about = 'new@mailroom.test';
    await expectRecorded('invitation.created', { by: ADMIN, about, details: { role: 'viewer' } }, { id });
    await newGuest().run(() => acceptInvitation(tokenFromLink(link), { name: 'New', password: PASSWORD }));
    await expectRecorded('invitation.accepted', { by: about, details: { id } }, { id });
    const other = await admin(() => inviteMember('never@mailroom.test', 'viewer'));
    const otherId = await findInvitationId(other.ok ? other.value.link : '');
    await admin(() => revokeInvitation(otherId));
    await expectRecorded('invitation.revoked', { by: ADMIN, about: 'never@mailroom.test' }, { id: otherId });
    expect(JSON.stringify(loggedEvents())).not.toMatch(/@/);
  });

  it('records changes to the approval rule, and exports of the activity log', async () => {
    await admin(() => saveApprovalRule({ rule: 'member', minimum: 50_000 }));
    const details = { rule: 'member', minimum: 50_000 };
    await expectRecorded('approval_rule.changed', { by: ADMIN, details }, details);
    await sender(async () => {
      for await (const _ of streamActivity({ operation: 'sendCampaign' }));
    });
    await expectRecorded('activity.exported', { by: SENDER, details: { filters: 'operation=sendCampaign' } });
  });

  it('records share links that members create and revoke', async () => {
    const label = 'For Mr. Private';
    const options = { label, days: 7, visibleParts: PROOF_ONLY, guestsDecide: true };
    const created = await sender(() => createCampaignShareLink(CAMPAIGN, options));
    if (!created.ok) throw new Error('The link could not be created.');
    const { id } = created.value;
    const entry = { by: SENDER, campaignId: CAMPAIGN, details: { id, label } };
    await expectRecorded('share_link.created', entry, { id, campaign: CAMPAIGN });
    await sender(() => revokeCampaignShareLink(CAMPAIGN, id));
    await sender(() => revokeCampaignShareLink(CAMPAIGN, id));
    await expectRecorded('share_link.revoked', entry, { id });
    expect(JSON.stringify(loggedEvents())).not.toContain('Private');
  });

  it('records what guests do, with the network instead of the IP address', async () => {
    const link = await createShareLink({ campaignId: CAMPAIGN, password: LINK_PASSWORD });
    const guest = newGuest('203.0.113.77');
    const unlock = (password: string) =>
      guest.run(() => unlockGuestReview(link.token, password, callImmediately));
    const entry = { by: null, from: '203.0.113.0/24', campaignId: CAMPAIGN };
    const hashing = vi.spyOn(hashQueue, 'execute').mockResolvedValue(false);
    for (let i = 0; i < 11; i++) await unlock('a wrong guess');
    hashing.mockRestore();
    const [refused] = await readEvents(harness.admin, 'share_link.password_refused');
    expect(refused).toMatchObject({ ...entry, times: 10 });
    await expectRecorded('share_link.password_limited', { ...entry, times: 1 }, { id: link.id });
    await (await store()).execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await unlock(LINK_PASSWORD)).toMatchObject({ ok: true });
    await expectRecorded('share_link.opened', { ...entry, details: { id: link.id } });
    const input = await createDecisionInput(CAMPAIGN);
    const decide = () => guest.run(() => recordGuestDecision(link.token, input, callImmediately));
    await decide();
    await decide();
    const details = { guest: 'ann@maple.example', decision: 'approved', verified: false };
    await expectRecorded('guest_decision.made', { ...entry, details }, { decision: 'approved' });
    expect(JSON.stringify(loggedEvents())).not.toMatch(/203\.0\.113\.77|maple/);
  });

  it('records a member’s decision only once if the member makes the same decision twice', async () => {
    const fingerprint = await readCurrentFingerprint(CAMPAIGN);
    const decide = () => admin(() => recordMemberDecision(CAMPAIGN, { decision: 'approved', fingerprint }));
    await decide();
    await decide();
    const details = { decision: 'approved' };
    await expectRecorded('member_decision.made', { by: ADMIN, campaignId: CAMPAIGN, details });
  });

  it('records a request for approval only once for the same content', async () => {
    await admin(() => saveApprovalRule({ rule: 'member', minimum: null }));
    for (let i = 0; i < 2; i++) await admin(() => requestApproval(CAMPAIGN, 'Please look'));
    await admin(() => saveApprovalRule({ rule: 'none', minimum: null }));
    const events = await readEvents(harness.admin, 'approval.requested');
    expect(events).toHaveLength(1);
    expect(JSON.stringify(loggedEvents())).not.toContain('Please look');
  });

  it('records attempts to do more than the role permits', async () => {
    const details = { reason: 'manageTeam' };
    for (let i = 0; i < 3; i++) await sender(listTeam);
    const [refused] = await readEvents(harness.admin, 'access.refused');
    expect(refused).toMatchObject({ by: SENDER, details, times: 3, outcome: 'refused' });
    expect(loggedEvents()).toHaveLength(3);
  });

  it('contains no passwords and no tokens', async () => {
    const link = await createShareLink({ campaignId: CAMPAIGN, password: LINK_PASSWORD });
    await newGuest().run(() => unlockGuestReview(link.token, LINK_PASSWORD, callImmediately));
    const stored = JSON.stringify(await (await store()).execute(sql`select activity::text from activity`));
    const hash = await passwordHash();
    for (const text of [stored, log.readText()]) {
      expect(text).toContain('share_link.opened');
      for (const secret of [PASSWORD, NEW_PASSWORD, LINK_PASSWORD, 'a wrong guess', link.token, hash])
        expect(text).not.toContain(secret);
    }
  });
});
