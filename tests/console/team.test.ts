/** Tests how admins manage other members. Every change takes effect immediately. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberAction } from '#app/(console)/team/[id]/actions.ts';
import { inviteAction, renewAction, revokeInvitationAction } from '#app/(console)/team/actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { changeMember as changeAs, listTeam, readTeamMember } from '#lib/data/team.ts';
import { MEMBER_ACTIONS } from '#lib/domain/member-actions.ts';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { findLiveInvitation, insertInvitation } from '#lib/store/invitations.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { members } from '#lib/store/schema/members.ts';
import { CALLERS } from './support/callers.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember, signedOut, signInNewMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const FORBIDDEN = { ok: false, failure: { kind: 'forbidden' } };

/** Returns the number of sessions that the member's page shows. */
async function countSessions(id: string): Promise<number | undefined> {
  const details = await asAdmin(() => readTeamMember(id));
  return details.ok ? details.value.member.sessionCount : undefined;
}

const asAdmin = <T>(work: () => Promise<T>) => harness.admin(work);

describe('the team page', () => {
  it('lists every member and when the member was last active', async () => {
    const busy = await addMember('busy@mailroom.test', 'sender');
    const at = new Date('2026-11-01T10:00:00Z');
    await (await store()).insert(activity).values(
      [at, new Date(at.getTime() - 1)].map((time, i) => ({
        at: time,
        operation: 'cancelCampaign' as const,
        outcome: 'done' as const,
        by: i === 0 ? 'busy@mailroom.test' : 'other@mailroom.test',
        attemptId: UNKNOWN_ID,
      })),
    );
    const team = await asAdmin(listTeam);
    if (!team.ok) throw new Error('The admin can’t read the team.');
    expect(team.value.map(({ email }) => email)).toEqual(team.value.map(({ email }) => email).toSorted());
    expect(team.value.find(({ id }) => id === busy.id)).toEqual({
      id: busy.id,
      email: 'busy@mailroom.test',
      name: null,
      role: 'sender',
      since: busy.createdAt.getTime(),
      disabledAt: null,
      sessionCount: 0,
      lastActiveAt: at.getTime(),
      hasPassword: true,
      hasIdentity: false,
      hasFactor: false,
      isYou: false,
    });
    expect(team.value.find(({ email }) => email === 'admin@mailroom.test')).toMatchObject({
      isYou: true,
      lastActiveAt: null,
    });
    expect(JSON.stringify(team)).not.toContain('scrypt');
  });

  it('reports that the member doesn’t exist if the id is unknown', async () => {
    for (const id of [UNKNOWN_ID, 'x', '', '__proto__', "'; drop table members; --"]) {
      expect(await asAdmin(() => readTeamMember(id))).toEqual({ ok: false, failure: { kind: 'missing' } });
    }
    expect(await asAdmin(() => changeAs(UNKNOWN_ID, 'viewer'))).toEqual({
      ok: false,
      failure: { kind: 'missing' },
    });
  });
});

describe('an admin', () => {
  it.each(ROLES)('changes a member’s role to %s immediately', async (role) => {
    const from: Role = role === 'viewer' ? 'admin' : 'viewer';
    const member = await addMember(`becomes-${role}@mailroom.test`, from);
    const runAsMember = await asMember(member);
    expect(await runAsMember(getMember)).toMatchObject({ role: from });
    expect(await asAdmin(() => changeAs(member.id, role))).toEqual({ ok: true, value: null });
    expect(await runAsMember(getMember)).toMatchObject({ role });
  });

  it('disables a member, whose session ends immediately and permanently', async () => {
    const member = await addMember('disabled@mailroom.test', 'sender');
    const runAsMember = await asMember(member);
    expect(await runAsMember(getMember)).not.toBeNull();
    await asAdmin(() => changeAs(member.id, 'disable'));
    expect(await runAsMember(getMember)).toBeNull();
    await asAdmin(() => changeAs(member.id, 'enable'));
    expect(await runAsMember(getMember)).toBeNull();
    const row = await findMemberByEmail(await store(), 'disabled@mailroom.test');
    expect(row).toMatchObject({ disabledAt: null, role: 'sender' });
    if (row) expect(await (await asMember(row))(getMember)).not.toBeNull();
  });

  it.each(['disable', 'sender'] as const)(
    'invalidates another admin’s invitations by disabling or demoting the other admin (%s)',
    async (action) => {
      const member = await addMember(`inviting-${action}@mailroom.test`, 'admin');
      const tokenHash = `of-${action}`;
      const db = await store();
      await insertInvitation(db, {
        tokenHash,
        email: `another-of-${action}@mailroom.test`,
        role: 'admin',
        by: member.email,
        forMs: 60_000,
      });
      expect(await findLiveInvitation(db, { tokenHash })).toBeDefined();
      await asAdmin(() => changeAs(member.id, action));
      expect(await findLiveInvitation(db, { tokenHash })).toBeUndefined();
    },
  );

  it('ends all of a member’s sessions without changing anything else', async () => {
    const member = await addMember('everywhere@mailroom.test', 'sender');
    const sessions = await Promise.all([asMember(member), asMember(member)]);
    const runAsOther = await signInNewMember('viewer', 'bystander@mailroom.test');
    expect(await countSessions(member.id)).toBe(2);
    await asAdmin(() => changeAs(member.id, 'sign_out'));
    expect(await countSessions(member.id)).toBe(0);
    for (const runAsMember of sessions) expect(await runAsMember(getMember)).toBeNull();
    expect(await runAsOther(getMember)).not.toBeNull();
    expect(await findMemberByEmail(await store(), 'everywhere@mailroom.test')).toMatchObject({
      disabledAt: null,
      role: 'sender',
      passwordHash: member.passwordHash,
    });
  });

  it.each(MEMBER_ACTIONS)('can’t apply the action %s to the admin’s own account', async (action) => {
    await addMember('another-admin@mailroom.test', 'admin');
    const admin = await findMemberByEmail(await store(), 'admin@mailroom.test');
    expect(await asAdmin(() => changeAs(admin?.id ?? '', action))).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'own_account' },
    });
    expect(await findMemberByEmail(await store(), 'admin@mailroom.test')).toEqual(admin);
  });

  it('gets an explanation if the form is refused', async () => {
    const admin = await findMemberByEmail(await store(), 'admin@mailroom.test');
    const cookies = admin ? { [sessionCookie()]: await issueSessionToken(admin) } : {};
    const result = await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
      submitForm(memberAction, { id: admin?.id ?? '', member_action: 'disable' }),
    );
    expect(result).toMatchObject({
      message: expect.stringMatching(/^Only another admin can change your role or access/),
    });
  });
});

/** A valid form for each action. */
const actions = {
  memberAction: [memberAction, { id: UNKNOWN_ID, member_action: 'viewer' }],
  inviteAction: [inviteAction, { email: 'new@mailroom.test', role: 'viewer' }],
  renewAction: [renewAction, { id: UNKNOWN_ID }],
  revokeInvitationAction: [revokeInvitationAction, { id: UNKNOWN_ID }],
} as const;

describe.each(CALLERS)('%s', (_, role) => {
  it.each(Object.entries(actions))('can run %s only with the admin role', async (_name, [action, fields]) => {
    const member = role && (await findMemberByEmail(await store(), `${role}@mailroom.test`));
    const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
    const before = await (await store()).select().from(members).orderBy(members.id);
    const result = await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
      submitForm(action, fields),
    );
    const isRefused = JSON.stringify(result).includes('"kind":"forbidden"');
    expect(isRefused, JSON.stringify(result)).toBe(role !== 'admin');
    expect(await (await store()).select().from(members).orderBy(members.id)).toEqual(before);
  });
});

it('only admins can see the team', async () => {
  for (const runAs of [signedOut, harness.viewer, harness.sender]) {
    expect(await runAs(listTeam)).toEqual(FORBIDDEN);
    expect(await runAs(() => readTeamMember(UNKNOWN_ID))).toEqual(FORBIDDEN);
  }
});
