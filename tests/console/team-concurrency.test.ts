/** Tests that at least one admin always remains when admins change members simultaneously. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { updateMember, upsertMember } from '#lib/store/member-changes.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { members } from '#lib/store/schema/members.ts';
import { setUpDatabases } from './support/databases.ts';

describe.each(setUpDatabases())('concurrent changes to members on %s', (_, open) => {
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

  /** Replaces all members with `count` admins. */
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
    'one admin remains when two admins change each other’s role or access (%s, %s)',
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

  it('one admin remains when five admins disable each other', async () => {
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

  it('all changes succeed without a deadlock if two admins change the same members', async () => {
    const [a, b, ...others] = await resetToAdmins(6);
    const actions = ['disable', 'enable', 'viewer', 'admin'] as const;
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(
        others.flatMap(({ id }) =>
          actions.flatMap((action) => [
            updateMember(first, a.id, id, action, { isRecentlyAuthenticated: true }),
            updateMember(second, b.id, id, action, { isRecentlyAuthenticated: true }),
          ]),
        ),
      );
      expect(results.filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  it('the member script can’t demote the last admin, even if it runs twice at the same time', async () => {
    const [a, b] = await resetToAdmins(2);
    const demote = (email: string, db: Database) =>
      upsertMember(db, { email, role: 'viewer', passwordHash: 'another' });
    const results = await Promise.all([demote(a.email, first), demote(b.email.toUpperCase(), second)]);
    expect(results.map(({ result }) => result).toSorted()).toEqual(['changed', 'last_admin']);
    const remaining = await listActiveAdmins();
    expect(remaining).toMatchObject([{ passwordHash: 'scrypt' }]);
  });

  it('a change is refused if the member who makes it was demoted first', async () => {
    const [a, b] = await resetToAdmins(2);
    await updateMember(first, a.id, b.id, 'sender');
    const viewer = await findMemberByEmail(first, 'a0@mailroom.test');
    expect(await updateMember(second, b.id, a.id, 'disable')).toEqual({ ok: false, why: 'not_admin' });
    expect(await findMemberByEmail(first, 'a0@mailroom.test')).toEqual(viewer);
  });
});
