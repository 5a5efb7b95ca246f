/** How admins change other members: every change takes effect at once, and one admin always remains. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memberAction } from '#app/(console)/team/[id]/actions.ts';
import { inviteAction, renewAction, withdrawAction } from '#app/(console)/team/actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { changeMember as changeAs, listTeam, readTeamMember } from '#lib/data/team.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { MEMBER_ACTIONS } from '#lib/domain/member-actions.ts';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { findLiveInvitation, insertInvitation } from '#lib/store/invitations.ts';
import { findMemberByEmail, type MemberRow, updateMember, upsertMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { activity, members } from '#lib/store/schema.ts';
import { setUpDatabases } from './support/databases.ts';
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

const asAdmin = <T>(work: () => Promise<T>) => harness.admin(work);

describe('the team page', () => {
  it('lists every member with their last activity', async () => {
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
      sessionsFrom: busy.sessionsFrom.getTime(),
      lastActiveAt: at.getTime(),
      hasPassword: true,
      hasIdentity: false,
      isYou: false,
    });
    expect(team.value.find(({ email }) => email === 'admin@mailroom.test')).toMatchObject({
      isYou: true,
      lastActiveAt: null,
    });
    expect(JSON.stringify(team)).not.toContain('scrypt');
  });

  it('reports unknown ids as missing', async () => {
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
  it.each(ROLES)('makes a member a %s from their next request on', async (role) => {
    const from: Role = role === 'viewer' ? 'admin' : 'viewer';
    const member = await addMember(`becomes-${role}@mailroom.test`, from);
    const runAsMember = await asMember(member);
    expect(await runAsMember(getMember)).toMatchObject({ role: from });
    expect(await asAdmin(() => changeAs(member.id, role))).toEqual({ ok: true, value: null });
    expect(await runAsMember(getMember)).toMatchObject({ role });
  });

  it('disables a member at once, who must sign in again after being enabled', async () => {
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
    'invalidates the invitations of a former admin (%s)',
    async (action) => {
      const member = await addMember(`inviting-${action}@mailroom.test`, 'admin');
      const tokenHash = `of-${action}`;
      const db = await store();
      const { id } = await insertInvitation(db, {
        id: randomUUID(),
        tokenHash,
        email: `another-of-${action}@mailroom.test`,
        role: 'admin',
        by: member.email,
        forMs: 60_000,
      });
      expect(await findLiveInvitation(db, { id, tokenHash })).toBeDefined();
      await asAdmin(() => changeAs(member.id, action));
      expect(await findLiveInvitation(db, { id, tokenHash })).toBeUndefined();
    },
  );

  it('ends all sessions of one member and changes nothing else', async () => {
    const member = await addMember('everywhere@mailroom.test', 'sender');
    const sessions = await Promise.all([asMember(member), asMember(member)]);
    const runAsOther = await signInNewMember('viewer', 'bystander@mailroom.test');
    await asAdmin(() => changeAs(member.id, 'sign_out'));
    for (const runAsMember of sessions) expect(await runAsMember(getMember)).toBeNull();
    expect(await runAsOther(getMember)).not.toBeNull();
    expect(await findMemberByEmail(await store(), 'everywhere@mailroom.test')).toMatchObject({
      disabledAt: null,
      role: 'sender',
      passwordHash: member.passwordHash,
    });
  });

  it.each(MEMBER_ACTIONS)('can’t change their own account: %s', async (action) => {
    await addMember('another-admin@mailroom.test', 'admin');
    const admin = await findMemberByEmail(await store(), 'admin@mailroom.test');
    expect(await asAdmin(() => changeAs(admin?.id ?? '', action))).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'own_account' },
    });
    expect(await findMemberByEmail(await store(), 'admin@mailroom.test')).toEqual(admin);
  });

  it('gets a message when the form is refused', async () => {
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
  withdrawAction: [withdrawAction, { id: UNKNOWN_ID }],
} as const;

describe.each(['signed out', ...ROLES] as const)('the team forms submitted as %s', (role) => {
  it.each(Object.entries(actions))('%s runs only for an admin', async (_, [action, fields]) => {
    const member =
      role === 'signed out' ? undefined : await findMemberByEmail(await store(), `${role}@mailroom.test`);
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

it('shows the team only to admins', async () => {
  for (const runAs of [signedOut, harness.viewer, harness.sender]) {
    expect(await runAs(listTeam)).toEqual(FORBIDDEN);
    expect(await runAs(() => readTeamMember(UNKNOWN_ID))).toEqual(FORBIDDEN);
  }
});

describe.each(setUpDatabases())('concurrent changes on %s', (_, open) => {
  let stores: OpenDatabase[];
  let first: Database;
  let second: Database;
  beforeAll(async () => {
    stores = await open();
    const [firstStore] = stores;
    const secondStore = stores[1] ?? firstStore;
    if (!firstStore || !secondStore) throw new Error('No database was opened.');
    [first, second] = [firstStore.db, secondStore.db];
  });
  afterAll(() => Promise.all(stores.map(({ close }) => close())));

  /** Replaces all members with this many admins. */
  async function resetToAdmins(count: number): Promise<[MemberRow, MemberRow, ...MemberRow[]]> {
    await first.delete(members);
    for (let i = 0; i < count; i++) {
      await upsertMember(first, { email: `a${i}@mailroom.test`, role: 'admin', passwordHash: 'scrypt' });
    }
    return (await first.select().from(members).orderBy(members.email)) as [MemberRow, MemberRow];
  }
  const listActiveAdmins = async () =>
    (await first.select().from(members)).filter(
      ({ role, disabledAt }) => role === 'admin' && disabledAt === null,
    );

  it.each([
    ['viewer', 'viewer'],
    ['disable', 'disable'],
    ['sender', 'disable'],
  ] as const)(
    'leave one of two admins who change each other (%s, %s)',
    async (changeOfSecond, changeOfFirst) => {
      for (let round = 0; round < 10; round++) {
        const [a, b] = await resetToAdmins(2);
        const results = await Promise.all([
          updateMember(first, a.id, b.id, changeOfSecond),
          updateMember(second, b.id, a.id, changeOfFirst),
        ]);
        expect(results.filter(({ ok }) => ok)).toHaveLength(1);
        expect(results).toContainEqual({ ok: false, why: 'not_admin' });
        expect(await listActiveAdmins()).toHaveLength(1);
      }
    },
  );

  it('leave one of five admins who disable each other', async () => {
    const all = await resetToAdmins(5);
    const results = await Promise.all(
      all.flatMap((by, i) =>
        all
          .filter((member) => member !== by)
          .map((member) => updateMember(i % 2 === 0 ? first : second, by.id, member.id, 'disable')),
      ),
    );
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(4);
    expect(await listActiveAdmins()).toHaveLength(1);
  });

  it('of the same members by two admins all succeed without a deadlock', async () => {
    const [a, b, ...others] = await resetToAdmins(6);
    const actions = ['disable', 'enable', 'viewer', 'admin'] as const;
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(
        others.flatMap(({ id }) =>
          actions.flatMap((action) => [
            updateMember(first, a.id, id, action),
            updateMember(second, b.id, id, action),
          ]),
        ),
      );
      expect(results.filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  it('keep the last admin, even when made directly in the database', async () => {
    const [a, b] = await resetToAdmins(2);
    const demote = (email: string, db: Database) =>
      upsertMember(db, { email, role: 'viewer', passwordHash: 'another' });
    const results = await Promise.all([demote(a.email, first), demote(b.email.toUpperCase(), second)]);
    expect(results.toSorted()).toEqual(['changed', 'last_admin']);
    const remaining = await listActiveAdmins();
    expect(remaining).toMatchObject([{ passwordHash: 'scrypt' }]);
  });

  it('are refused to a member who is no longer an admin', async () => {
    const [a, b] = await resetToAdmins(2);
    await updateMember(first, a.id, b.id, 'sender');
    const viewer = await findMemberByEmail(first, 'a0@mailroom.test');
    expect(await updateMember(second, b.id, a.id, 'disable')).toEqual({ ok: false, why: 'not_admin' });
    expect(await findMemberByEmail(first, 'a0@mailroom.test')).toEqual(viewer);
  });
});
