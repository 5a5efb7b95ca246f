/** One invitation makes one member, on both databases, with two servers at it at the same time. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSetUpLink, issueInvitation, parseInvitationToken } from '#lib/auth/invitation-link.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { findLiveInvitation, promoteFirstAdmin, redeemInvitation } from '#lib/store/invitations.ts';
import { invitations, members } from '#lib/store/schema.ts';
import { setUpDatabases } from './support/databases.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

beforeAll(() => useSettings({}));

const sealOf = (link: string) => link.replace(`${ORIGIN}/join/`, '');

describe.each(setUpDatabases())('on %s', (_, open) => {
  let stores: OpenDatabase[];
  let servers: [Database, Database];
  beforeAll(async () => {
    stores = await open();
    const [one] = stores;
    if (!one) throw new Error('There is no database.');
    servers = [one.db, (stores[1] ?? one).db];
  });
  beforeEach(async () => {
    await servers[0].delete(members);
    await servers[0].delete(invitations);
  });
  afterAll(() => Promise.all(stores.map(({ close }) => close())));

  const each = <T>(times: number, work: (db: Database, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, i) => work(servers[i % 2] as Database, i)));
  const joining = (email: string) => ({ email, name: 'Ada', passwordHash: 'scrypt' });
  const everybody = () => servers[0].select().from(members);

  it('one of twenty who come at once gets in', async () => {
    await servers[0].insert(members).values({ email: 'admin@mailroom.test', role: 'admin' });
    const { link } = await issueInvitation(servers[0], {
      email: 'one@mailroom.test',
      role: 'sender',
      by: null,
    });
    const named = await parseInvitationToken(sealOf(link));
    const done = await each(20, (db) => redeemInvitation(db, named, joining('ignored@mailroom.test')));
    expect(done.filter((one) => typeof one === 'object')).toHaveLength(1);
    expect(done.filter((one) => one === 'invalid')).toHaveLength(19);
    expect((await everybody()).map(({ email }) => email).toSorted()).toEqual([
      'admin@mailroom.test',
      'one@mailroom.test',
    ]);
  });

  it('an address has one open invitation, however many invite it at once', async () => {
    const wanted = { email: 'many@mailroom.test', role: 'sender', by: null } as const;
    await each(10, (db) => issueInvitation(db, wanted));
    const rows = await servers[0].select().from(invitations);
    expect(rows.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  it('the link that sets the console up makes one admin, whoever uses it at once', async () => {
    const link = await createSetUpLink(servers[0]);
    const named = await parseInvitationToken(sealOf(link ?? ''));
    const done = await each(20, (db, i) => redeemInvitation(db, named, joining(`first-${i}@mailroom.test`)));
    expect(done.filter((one) => typeof one === 'object')).toMatchObject([{ role: 'admin' }]);
    expect(await everybody()).toHaveLength(1);
    expect(await createSetUpLink(servers[1])).toBeNull();
  });

  it('every start makes a new one and the earlier void, also when two start at once', async () => {
    const earlier = await createSetUpLink(servers[0]);
    const links = await each(6, (db) => createSetUpLink(db));
    const open = await Promise.all(
      [earlier, ...links].map(async (link) =>
        findLiveInvitation(servers[0], await parseInvitationToken(sealOf(link ?? ''))),
      ),
    );
    expect(open.filter((row) => row !== undefined)).toMatchObject([{ role: 'admin', email: null }]);
    expect(open[0]).toBeUndefined();
    const hours = ((open.find(Boolean)?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('it is void as soon as anybody is an admin, however they became one', async () => {
    const link = await createSetUpLink(servers[0]);
    const named = await parseInvitationToken(sealOf(link ?? ''));
    await servers[1].insert(members).values({ email: 'other@mailroom.test', role: 'admin' });
    expect(await findLiveInvitation(servers[0], named)).toBeUndefined();
    expect(await redeemInvitation(servers[0], named, joining('late@mailroom.test'))).toBe('invalid');
    expect(await everybody()).toHaveLength(1);
  });

  it('it makes a member the first admin who asks for it themselves, once, and takes nobody else’s account', async () => {
    const rows = ['first', 'second'].map((name) => ({
      email: `${name}@mailroom.test`,
      role: 'viewer' as const,
      identity: `issuer ${name}`,
    }));
    const [first, second] = await servers[1].insert(members).values(rows).returning();
    if (!first || !second) throw new Error('They were not added.');
    const named = await parseInvitationToken(sealOf((await createSetUpLink(servers[0])) ?? ''));
    expect(await redeemInvitation(servers[0], named, joining('Second@mailroom.test'))).toBe('already_member');
    const asked = [first.id, second.id].flatMap((id) =>
      servers.map((db) => promoteFirstAdmin(db, named, id)),
    );
    const done = (await Promise.all(asked)).filter((row) => row !== undefined);
    expect(done).toHaveLength(1);
    const was = done[0]?.id === first.id ? first : second;
    expect(done).toEqual([{ ...was, role: 'admin' }]);
    expect((await everybody()).filter(({ role }) => role === 'admin')).toEqual(done);
  });

  it('nobody who is disabled becomes one, nor by an invitation of another kind', async () => {
    const [gone, here] = await servers[0]
      .insert(members)
      .values([
        { email: 'gone@mailroom.test', role: 'viewer', disabledAt: new Date() },
        { email: 'here@mailroom.test', role: 'viewer' },
      ])
      .returning();
    const named = await parseInvitationToken(sealOf((await createSetUpLink(servers[0])) ?? ''));
    expect(await promoteFirstAdmin(servers[0], named, gone?.id ?? '')).toBeUndefined();
    expect(await findLiveInvitation(servers[0], named), 'it is not used up').toBeDefined();
    const other = await issueInvitation(servers[0], { email: 'x@mailroom.test', role: 'admin', by: null });
    const namedOther = await parseInvitationToken(sealOf(other.link));
    expect(await promoteFirstAdmin(servers[0], namedOther, here?.id ?? '')).toBeUndefined();
    expect(await findLiveInvitation(servers[0], namedOther)).toBeDefined();
  });
});
