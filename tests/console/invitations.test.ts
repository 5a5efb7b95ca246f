/** Tests that an invitation adds only one member, on both databases and with two servers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSetupLink, issueInvitation, parseInvitationToken } from '#lib/auth/invitation-link.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { findLiveInvitation, promoteFirstAdmin, redeemInvitation } from '#lib/store/invitations.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { members } from '#lib/store/schema/members.ts';
import { setUpDatabases } from './support/databases.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

beforeAll(() => useSettings({}));

const tokenFromLink = (link: string) => link.replace(`${ORIGIN}/join/`, '');

describe.each(setUpDatabases())('a console on %s', (_, open) => {
  let stores: OpenDatabase[];
  let servers: [Database, Database];
  beforeAll(async () => {
    stores = await open();
    const [first] = stores;
    if (!first) throw new Error('No database was opened.');
    servers = [first.db, (stores[1] ?? first).db];
  });
  beforeEach(async () => {
    await servers[0].delete(members);
    await servers[0].delete(invitations);
  });
  afterAll(() => Promise.all(stores.map(({ close }) => close())));

  const runConcurrently = <T>(times: number, work: (db: Database, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, i) => work(servers[i % 2] as Database, i)));
  const newMember = (email: string) => ({ email, name: 'Ada', passwordHash: 'scrypt' });
  const listMembers = () => servers[0].select().from(members);

  it('adds only one member when the same invitation is accepted 20 times simultaneously', async () => {
    await servers[0].insert(members).values({ email: 'admin@mailroom.test', role: 'admin' });
    const { link } = await issueInvitation(servers[0], {
      email: 'one@mailroom.test',
      role: 'sender',
      by: null,
    });
    const token = await parseInvitationToken(tokenFromLink(link));
    const results = await runConcurrently(20, (db) =>
      redeemInvitation(db, token, newMember('ignored@mailroom.test')),
    );
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
    expect(results.filter((result) => result === 'invalid')).toHaveLength(19);
    expect((await listMembers()).map(({ email }) => email).toSorted()).toEqual([
      'admin@mailroom.test',
      'one@mailroom.test',
    ]);
  });

  it('keeps only one open invitation when the same address is invited 10 times simultaneously', async () => {
    const invitation = { email: 'many@mailroom.test', role: 'sender', by: null } as const;
    await runConcurrently(10, (db) => issueInvitation(db, invitation));
    const rows = await servers[0].select().from(invitations);
    expect(rows.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  it('adds only one admin when the setup link is used 20 times simultaneously', async () => {
    const link = await createSetupLink(servers[0]);
    const token = await parseInvitationToken(tokenFromLink(link ?? ''));
    const results = await runConcurrently(20, (db, i) =>
      redeemInvitation(db, token, newMember(`first-${i}@mailroom.test`)),
    );
    expect(results.filter((result) => typeof result === 'object')).toMatchObject([{ role: 'admin' }]);
    expect(await listMembers()).toHaveLength(1);
    expect(await createSetupLink(servers[1])).toBeNull();
  });

  it('keeps only one setup link valid, even if servers start simultaneously', async () => {
    const earlier = await createSetupLink(servers[0]);
    const links = await runConcurrently(6, (db) => createSetupLink(db));
    const open = await Promise.all(
      [earlier, ...links].map(async (link) =>
        findLiveInvitation(servers[0], await parseInvitationToken(tokenFromLink(link ?? ''))),
      ),
    );
    expect(open.filter((row) => row !== undefined)).toMatchObject([{ role: 'admin', email: null }]);
    expect(open[0]).toBeUndefined();
    const hours = ((open.find(Boolean)?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('invalidates the setup link as soon as an admin exists', async () => {
    const link = await createSetupLink(servers[0]);
    const token = await parseInvitationToken(tokenFromLink(link ?? ''));
    await servers[1].insert(members).values({ email: 'other@mailroom.test', role: 'admin' });
    expect(await findLiveInvitation(servers[0], token)).toBeUndefined();
    expect(await redeemInvitation(servers[0], token, newMember('late@mailroom.test'))).toBe('invalid');
    expect(await listMembers()).toHaveLength(1);
  });

  it('promotes only one member through the setup link and doesn’t change the account’s other details', async () => {
    const rows = ['first', 'second'].map((name) => ({
      email: `${name}@mailroom.test`,
      role: 'viewer' as const,
      identity: `issuer ${name}`,
    }));
    const [first, second] = await servers[1].insert(members).values(rows).returning();
    if (!first || !second) throw new Error('The members were not added.');
    const token = await parseInvitationToken(tokenFromLink((await createSetupLink(servers[0])) ?? ''));
    expect(await redeemInvitation(servers[0], token, newMember('Second@mailroom.test'))).toBe(
      'already_member',
    );
    const promotions = [first.id, second.id].flatMap((id) =>
      servers.map((db) => promoteFirstAdmin(db, token, id)),
    );
    const promoted = (await Promise.all(promotions)).filter((row) => row !== undefined);
    expect(promoted).toHaveLength(1);
    const original = promoted[0]?.id === first.id ? first : second;
    expect(promoted).toEqual([{ ...original, role: 'admin' }]);
    expect((await listMembers()).filter(({ role }) => role === 'admin')).toEqual(promoted);
  });

  it('never promotes a disabled member or a member with an ordinary invitation', async () => {
    const [disabled, active] = await servers[0]
      .insert(members)
      .values([
        { email: 'disabled@mailroom.test', role: 'viewer', disabledAt: new Date() },
        { email: 'active@mailroom.test', role: 'viewer' },
      ])
      .returning();
    const token = await parseInvitationToken(tokenFromLink((await createSetupLink(servers[0])) ?? ''));
    expect(await promoteFirstAdmin(servers[0], token, disabled?.id ?? '')).toBeUndefined();
    expect(await findLiveInvitation(servers[0], token), 'the link is still valid').toBeDefined();
    const other = await issueInvitation(servers[0], { email: 'x@mailroom.test', role: 'admin', by: null });
    const otherToken = await parseInvitationToken(tokenFromLink(other.link));
    expect(await promoteFirstAdmin(servers[0], otherToken, active?.id ?? '')).toBeUndefined();
    expect(await findLiveInvitation(servers[0], otherToken)).toBeDefined();
  });
});
