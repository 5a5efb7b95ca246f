/** What admins do about the others: it holds at once, and there always is an admin left. */
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

const NOBODY = '00000000-0000-4000-8000-000000000000';
const forbidden = { ok: false, failure: { kind: 'forbidden' } };

/** In the name of the admin of the harness. */
const asAdmin = <T>(work: () => Promise<T>) => harness.admin(work);

describe('the team', () => {
  it('is everybody, with what they did last', async () => {
    const busy = await addMember('busy@mailroom.test', 'sender');
    const at = new Date('2026-11-01T10:00:00Z');
    await (await store()).insert(activity).values(
      [at, new Date(at.getTime() - 1)].map((when, i) => ({
        at: when,
        operation: 'cancelCampaign' as const,
        outcome: 'done' as const,
        by: i === 0 ? 'busy@mailroom.test' : 'somebody@mailroom.test',
        attemptId: NOBODY,
      })),
    );
    const team = await asAdmin(listTeam);
    if (!team.ok) throw new Error('The admin may read it.');
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

  it('knows no other members', async () => {
    for (const id of [NOBODY, 'x', '', '__proto__', "'; drop table members; --"]) {
      expect(await asAdmin(() => readTeamMember(id))).toEqual({ ok: false, failure: { kind: 'missing' } });
    }
    expect(await asAdmin(() => changeAs(NOBODY, 'viewer'))).toEqual({
      ok: false,
      failure: { kind: 'missing' },
    });
  });
});

describe('what an admin does', () => {
  it.each(ROLES)('makes somebody a %s from their next request on', async (role) => {
    const from: Role = role === 'viewer' ? 'admin' : 'viewer';
    const member = await addMember(`becomes-${role}@mailroom.test`, from);
    const who = await asMember(member);
    expect(await who(getMember)).toMatchObject({ role: from });
    expect(await asAdmin(() => changeAs(member.id, role))).toEqual({ ok: true, value: null });
    expect(await who(getMember)).toMatchObject({ role });
  });

  it('keeps somebody out at once, and for good: enabled again, they have to sign in again', async () => {
    const member = await addMember('disabled@mailroom.test', 'sender');
    const who = await asMember(member);
    expect(await who(getMember)).not.toBeNull();
    await asAdmin(() => changeAs(member.id, 'disable'));
    expect(await who(getMember)).toBeNull();
    await asAdmin(() => changeAs(member.id, 'enable'));
    expect(await who(getMember)).toBeNull();
    const row = await findMemberByEmail(await store(), 'disabled@mailroom.test');
    expect(row).toMatchObject({ disabledAt: null, role: 'sender' });
    if (row) expect(await (await asMember(row))(getMember)).not.toBeNull();
  });

  it.each(['disable', 'sender'] as const)('leaves no way back by who they invited (%s)', async (action) => {
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
  });

  it('ends every session of somebody, and leaves the rest as it was', async () => {
    const member = await addMember('everywhere@mailroom.test', 'sender');
    const sessions = await Promise.all([asMember(member), asMember(member)]);
    const other = await signInNewMember('viewer', 'bystander@mailroom.test');
    await asAdmin(() => changeAs(member.id, 'sign_out'));
    for (const who of sessions) expect(await who(getMember)).toBeNull();
    expect(await other(getMember)).not.toBeNull();
    expect(await findMemberByEmail(await store(), 'everywhere@mailroom.test')).toMatchObject({
      disabledAt: null,
      role: 'sender',
      passwordHash: member.passwordHash,
    });
  });

  it.each(MEMBER_ACTIONS)('is never done to their own account: %s', async (action) => {
    await addMember('another-admin@mailroom.test', 'admin');
    const me = await findMemberByEmail(await store(), 'admin@mailroom.test');
    expect(await asAdmin(() => changeAs(me?.id ?? '', action))).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'own_account' },
    });
    expect(await findMemberByEmail(await store(), 'admin@mailroom.test')).toEqual(me);
  });

  it('is said in a sentence where it was too late', async () => {
    const admin = await findMemberByEmail(await store(), 'admin@mailroom.test');
    const cookies = admin ? { [sessionCookie()]: await issueSessionToken(admin) } : {};
    const answer = await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
      submitForm(memberAction, { id: admin?.id ?? '', member_action: 'disable' }),
    );
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^Only another admin can change your role or access/),
    });
  });
});

/** A whole form each: but for the role, nothing is wrong with it. */
const actions = {
  memberAction: [memberAction, { id: NOBODY, member_action: 'viewer' }],
  inviteAction: [inviteAction, { email: 'anybody@mailroom.test', role: 'viewer' }],
  renewAction: [renewAction, { id: NOBODY }],
  withdrawAction: [withdrawAction, { id: NOBODY }],
} as const;

describe.each(['nobody', ...ROLES] as const)('forms of the team, sent by %s', (who) => {
  it.each(Object.entries(actions))('%s', async (_, [action, fields]) => {
    const member = await findMemberByEmail(await store(), `${who}@mailroom.test`);
    const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
    const before = await (await store()).select().from(members).orderBy(members.id);
    const answer = await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
      submitForm(action, fields),
    );
    const isRefused = JSON.stringify(answer).includes('"kind":"forbidden"');
    expect(isRefused, JSON.stringify(answer)).toBe(who !== 'admin');
    expect(await (await store()).select().from(members).orderBy(members.id)).toEqual(before);
  });
});

it('nobody without an account learns who is in it', async () => {
  for (const who of [signedOut, harness.viewer, harness.sender]) {
    expect(await who(listTeam)).toEqual(forbidden);
    expect(await who(() => readTeamMember(NOBODY))).toEqual(forbidden);
  }
});

describe.each(setUpDatabases())('on %s', (_, open) => {
  let stores: OpenDatabase[];
  let first: Database;
  let second: Database;
  beforeAll(async () => {
    stores = await open();
    const [one] = stores;
    const two = stores[1] ?? one;
    if (!one || !two) throw new Error('There is no database.');
    [first, second] = [one.db, two.db];
  });
  afterAll(() => Promise.all(stores.map(({ close }) => close())));

  async function admins(count: number): Promise<[MemberRow, MemberRow, ...MemberRow[]]> {
    await first.delete(members);
    for (let i = 0; i < count; i++) {
      await upsertMember(first, { email: `a${i}@mailroom.test`, role: 'admin', passwordHash: 'scrypt' });
    }
    return (await first.select().from(members).orderBy(members.email)) as [MemberRow, MemberRow];
  }
  const adminsLeft = async () =>
    (await first.select().from(members)).filter(
      ({ role, disabledAt }) => role === 'admin' && disabledAt === null,
    );

  it.each([
    ['viewer', 'viewer'],
    ['disable', 'disable'],
    ['sender', 'disable'],
  ] as const)('two admins who do it to each other at once (%s, %s) leave one', async (one, two) => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = await admins(2);
      const done = await Promise.all([
        updateMember(first, a.id, b.id, one),
        updateMember(second, b.id, a.id, two),
      ]);
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      expect(done).toContainEqual({ ok: false, why: 'not_admin' });
      expect(await adminsLeft()).toHaveLength(1);
    }
  });

  it('five admins who all do it to all the others at once leave one', async () => {
    const all = await admins(5);
    const done = await Promise.all(
      all.flatMap((by, i) =>
        all
          .filter((member) => member !== by)
          .map((member) => updateMember(i % 2 === 0 ? first : second, by.id, member.id, 'disable')),
      ),
    );
    expect(done.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(4);
    expect(await adminsLeft()).toHaveLength(1);
  });

  it('those who do and undo it to the same people at once wait for each other, and never without end', async () => {
    const [one, two, ...others] = await admins(6);
    const actions = ['disable', 'enable', 'viewer', 'admin'] as const;
    for (let round = 0; round < 10; round++) {
      const done = await Promise.all(
        others.flatMap(({ id }) =>
          actions.flatMap((action) => [
            updateMember(first, one.id, id, action),
            updateMember(second, two.id, id, action),
          ]),
        ),
      );
      expect(done.filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  it('the only admin stays one, whoever has the database in hand', async () => {
    const [a, b] = await admins(2);
    const demoted = (email: string, db: Database) =>
      upsertMember(db, { email, role: 'viewer', passwordHash: 'another' });
    const done = await Promise.all([demoted(a.email, first), demoted(b.email.toUpperCase(), second)]);
    expect(done.toSorted()).toEqual(['changed', 'last_admin']);
    const left = await adminsLeft();
    expect(left).toMatchObject([{ passwordHash: 'scrypt' }]);
  });

  it('an admin who is none any more does nothing, although the page was open', async () => {
    const [a, b] = await admins(2);
    await updateMember(first, a.id, b.id, 'sender');
    const viewer = await findMemberByEmail(first, 'a0@mailroom.test');
    expect(await updateMember(second, b.id, a.id, 'disable')).toEqual({ ok: false, why: 'not_admin' });
    expect(await findMemberByEmail(first, 'a0@mailroom.test')).toEqual(viewer);
  });
});
