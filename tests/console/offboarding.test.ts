/**
 * Tests that a member's share links and invitations are revoked or transferred when the member loses the
 * permission for them.
 */
import { isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberAction } from '#app/(console)/team/[id]/actions.ts';
import { inviteMember } from '#lib/data/invitations.ts';
import { createCampaignShareLink } from '#lib/data/share-links.ts';
import { changeMember, readTeamMember } from '#lib/data/team.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { saveGuestDecision } from '#lib/store/guest-decisions.ts';
import { findLiveInvitation, insertInvitation } from '#lib/store/invitations.ts';
import { assignRole, upsertMember } from '#lib/store/member-changes.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { findLiveShareLink } from '#lib/store/share-links.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { readEvents } from './support/security-events.ts';
import { EMAIL_SETTINGS } from './support/settings.ts';
import { createShareLink, PROOF_ONLY } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings(EMAIL_SETTINGS));

let count = 0;
const CAMPAIGN = 700;

interface DepartingMember {
  readonly member: MemberRow;
  readonly link: Awaited<ReturnType<typeof createShareLink>>;
  readonly invitation: { readonly tokenHash: string };
}

/** Adds a member with an open share link, an expired share link, and an open invitation. */
async function addDepartingMember(role: Role): Promise<DepartingMember> {
  const member = await addMember(`former-${++count}@mailroom.test`, role);
  const owner = { campaignId: CAMPAIGN, memberId: member.id, by: member.email };
  const link = await createShareLink({ ...owner, label: 'For Maple Bakery' });
  await createShareLink({ ...owner, label: 'Expired', expiresAt: new Date(Date.now() - 1_000) });
  const invitation = { tokenHash: `of-${member.email}` };
  const email = `invited-by-${member.email}`;
  await insertInvitation(await store(), {
    ...invitation,
    email,
    role: 'viewer',
    by: member.email,
    forMs: 60_000,
  });
  return { member, link, invitation };
}

const findLink = async ({ link }: DepartingMember) => findLiveShareLink(await store(), link.tokenHash);
const findInvitation = async ({ invitation }: DepartingMember) =>
  findLiveInvitation(await store(), invitation);
const change = (...args: Parameters<typeof changeMember>) => harness.admin(() => changeMember(...args));

/** What happens to a member's links and invitations, by the member's role and the admin's action. */
const LOSSES = [
  ['admin', 'disable', { links: 'revoked', invitations: 'revoked' }],
  ['admin', 'viewer', { links: 'revoked', invitations: 'revoked' }],
  ['admin', 'sender', { links: 'kept', invitations: 'revoked' }],
  ['sender', 'disable', { links: 'revoked', invitations: 'revoked' }],
  ['sender', 'viewer', { links: 'revoked', invitations: 'revoked' }],
  ['admin', 'sign_out', { links: 'kept', invitations: 'kept' }],
] as const;

describe('a change to a member', () => {
  it.each(LOSSES)(
    'affects share links and invitations as expected (role %s, action “%s”): %o',
    async (role, action, { links, invitations }) => {
      const departing = await addDepartingMember(role);
      expect(await change(departing.member.id, action)).toEqual({ ok: true, value: null });
      expect((await findLink(departing)) === undefined ? 'revoked' : 'kept').toBe(links);
      expect((await findInvitation(departing)) === undefined ? 'revoked' : 'kept').toBe(invitations);
    },
  );

  it('revokes share links and invitations if the role is changed by the identity provider or from the command line', async () => {
    const db = await store();
    const [byProvider, byCommand] = [await addDepartingMember('admin'), await addDepartingMember('admin')];
    await assignRole(db, byProvider.member.id, 'viewer');
    const { email } = byCommand.member;
    await upsertMember(db, { email, role: 'viewer', passwordHash: 'another' });
    for (const departing of [byProvider, byCommand]) {
      expect(await findLink(departing)).toBeUndefined();
      expect(await findInvitation(departing)).toBeUndefined();
    }
  });

  it('records in the activity log that the admin who changed the member revoked the share links and invitations', async () => {
    const { member, link } = await addDepartingMember('admin');
    await change(member.id, 'disable');
    const by = 'admin@mailroom.test';
    const events = await readEvents(harness.admin, 'share_link.revoked');
    expect(events.filter(({ about }) => about === member.email)).toMatchObject([
      { by, campaignId: CAMPAIGN, details: { id: link.id, label: 'For Maple Bakery' } },
    ]);
    expect(await readEvents(harness.admin, 'invitation.revoked')).toContainEqual(
      expect.objectContaining({ by, about: `invited-by-${member.email}` }),
    );
  });

  it('leaves share links and invitations open if the change is refused', async () => {
    const departing = await addDepartingMember('admin');
    const runAsDeparting = await asMember(departing.member);
    expect(await runAsDeparting(() => changeMember(departing.member.id, 'disable'))).toMatchObject({
      ok: false,
    });
    expect(await change(departing.member.id, 'disable', { transferTo: departing.member.id })).toMatchObject({
      failure: { kind: 'invalid', fields: { transfer_to: expect.any(String) } },
    });
    expect(await findLink(departing)).toBeDefined();
    expect(await findInvitation(departing)).toBeDefined();
    expect(await harness.admin(() => readTeamMember(departing.member.id))).toMatchObject({
      value: { member: { disabledAt: null } },
    });
  });
});

describe('a departing member’s share link', () => {
  it('stays open after an admin transfers it, and later decisions are reported to the member who takes it over', async () => {
    const departing = await addDepartingMember('sender');
    const recipient = await addMember('recipient@mailroom.test', 'sender');
    const db = await store();
    const decide = (name: string) =>
      saveGuestDecision(db, {
        shareLinkId: departing.link.id,
        campaignId: CAMPAIGN,
        decision: 'approved',
        name,
        email: 'ann@maple.example',
        fingerprint: 'content',
      });
    await decide('Ann');
    await change(departing.member.id, 'disable', { transferTo: recipient.id });
    expect(await findLink(departing)).toMatchObject({ memberId: recipient.id, by: departing.member.email });
    await decide('Ann Lee');
    const queued = await db.select().from(notifications).where(isNull(notifications.closedAt));
    expect(queued).toMatchObject([
      { kind: 'guest.decided', about: departing.link.id, memberId: recipient.id },
    ]);
    const [event] = await readEvents(harness.admin, 'share_link.transferred');
    expect(event).toMatchObject({
      by: 'admin@mailroom.test',
      about: 'recipient@mailroom.test',
      campaignId: CAMPAIGN,
      details: { id: departing.link.id, transferred_from: departing.member.email },
    });
    expect(await findInvitation(departing)).toBeUndefined();
  });

  it.each([
    ['a viewer', async () => (await addMember('looks@mailroom.test', 'viewer')).id],
    [
      'a disabled member',
      async () => {
        const { id } = await addMember('gone@mailroom.test', 'admin');
        await change(id, 'disable');
        return id;
      },
    ],
    ['an unknown member', async () => crypto.randomUUID()],
  ])('can’t be transferred to %s', async (_, addTarget) => {
    const departing = await addDepartingMember('sender');
    expect(await change(departing.member.id, 'disable', { transferTo: await addTarget() })).toMatchObject({
      failure: { kind: 'invalid', fields: { transfer_to: expect.any(String) } },
    });
    expect(await findLink(departing)).toMatchObject({ memberId: departing.member.id });
  });
});

describe('the member’s page', () => {
  it('lists the member’s open share links and invitations, and the members who can take over the links', async () => {
    const { member, link } = await addDepartingMember('sender');
    const details = await harness.admin(() => readTeamMember(member.id));
    if (!details.ok) throw new Error('The member could not be read.');
    const { openLinks, openInvitations, linkRecipients } = details.value;
    expect(openLinks).toEqual([
      {
        id: link.id,
        label: 'For Maple Bakery',
        campaignId: CAMPAIGN,
        expiresAt: link.expiresAt.getTime(),
      },
    ]);
    expect(openInvitations).toMatchObject([{ email: `invited-by-${member.email}`, role: 'viewer' }]);
    const recipients = linkRecipients.map(({ email }) => email);
    expect(recipients).toContain('admin@mailroom.test');
    expect(recipients).not.toContain(member.email);
    expect(recipients).not.toContain('viewer@mailroom.test');
  });

  it('keeps the admin’s choice in the form if the chosen member can’t take over the links', async () => {
    const departing = await addDepartingMember('sender');
    const viewer = await addMember('watching@mailroom.test', 'viewer');
    const fields = { id: departing.member.id, member_action: 'disable', transfer_to: viewer.id };
    expect(await submitFromPage(memberAction, fields, 'admin@mailroom.test')).toMatchObject({
      fields: { transfer_to: expect.stringMatching(/^Choose/) },
      values: { transfer_to: viewer.id },
    });
    expect(await findLink(departing)).toBeDefined();
    const recipient = await addMember('chosen@mailroom.test', 'sender');
    const chosen = { ...fields, transfer_to: recipient.id };
    expect(await submitFromPage(memberAction, chosen, 'admin@mailroom.test')).toMatchObject({
      to: expect.stringContaining(`/team/${departing.member.id}`),
    });
    expect(await findLink(departing)).toMatchObject({ memberId: recipient.id });
  });
});

describe('creating a share link or an invitation', () => {
  it('is refused if the member loses permission to share while Mailroom creates a share link', async () => {
    const reviewed = await setUpReviewedCampaign(harness.service, CAMPAIGN);
    const member = await addMember('racing@mailroom.test', 'sender');
    const runAsMember = await asMember(member);
    reviewed.beforeResponse.file = () => change(member.id, 'viewer');
    const options = { label: 'Late', days: 7, visibleParts: PROOF_ONLY, guestsDecide: true };
    expect(await runAsMember(() => createCampaignShareLink(CAMPAIGN, options))).toEqual({
      ok: false,
      failure: { kind: 'forbidden' },
    });
    const details = await harness.admin(() => readTeamMember(member.id));
    expect(details).toMatchObject({ value: { openLinks: [] } });
  });

  it('is allowed if the member keeps the permission', async () => {
    await setUpReviewedCampaign(harness.service, CAMPAIGN);
    const runAsMember = await asMember(await addMember('allowed@mailroom.test', 'admin'));
    const options = { label: 'In time', days: 7, visibleParts: PROOF_ONLY, guestsDecide: true };
    expect(await runAsMember(() => createCampaignShareLink(CAMPAIGN, options))).toMatchObject({ ok: true });
    expect(await runAsMember(() => inviteMember('in-time@mailroom.test', 'viewer'))).toMatchObject({
      ok: true,
    });
  });
});
