/**
 * Tests that a session read from the copy in this process is never older than the session in the database.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, issueSessionToken, openSessionToken } from '#lib/auth/session-token.ts';
import type { Database } from '#lib/database/open.ts';
import { assignRole } from '#lib/store/member-changes.ts';
import { type MemberRow, replacePassword } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import {
  deleteMemberSessions,
  deleteSession,
  findSession,
  markTwoFactor,
  recordReauthentication,
} from '#lib/store/sessions.ts';
import { updateSecondFactorRule } from '#lib/store/team-settings.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';

setUpHarness();

const IDLE_HOURS = 12;
let db: Database;
let count = 0;

beforeAll(async () => {
  db = await store();
});

async function startSession() {
  const member = await addMember(`copy-${count++}@mailroom.test`, 'sender');
  const claims = await openSessionToken(await issueSessionToken(member));
  if (!claims) throw new Error('The session’s cookie can’t be opened.');
  const hash = hashSecret(claims);
  const find = () => findSession(db, hash, IDLE_HOURS);
  // From now on, the process has a copy.
  expect(await find()).toMatchObject({ member: { role: 'sender' } });
  return { member, hash, find };
}

type Session = Awaited<ReturnType<typeof startSession>>;

it('a session is read again only after its tables have changed', async () => {
  const { find } = await startSession();
  const first = await find();
  await db.execute(sql`update titles_and_notes set title = title`);
  expect(await find()).toBe(first);
  await db.execute(sql`update members set name = name`);
  const second = await find();
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
});

describe('a copy of a session', () => {
  const changes: Readonly<Record<string, readonly [(session: Session) => Promise<unknown>, unknown]>> = {
    'a new role': [
      ({ member }) => assignRole(db, member.id, 'viewer'),
      expect.objectContaining({ member: expect.objectContaining({ role: 'viewer' }) }),
    ],
    'a disabled member': [
      ({ member }) => setColumn(member, sql`disabled_at = now()`),
      expect.objectContaining({ member: expect.objectContaining({ disabledAt: expect.any(Date) }) }),
    ],
    'a deleted member': [
      ({ member }) => db.execute(sql`delete from members where id = ${member.id}`),
      undefined,
    ],
    'a new password': [({ member }) => replacePassword(db, member.id, 'hash', false), undefined],
    'an ended session': [({ hash }) => deleteSession(db, hash), undefined],
    'all ended sessions': [({ member }) => deleteMemberSessions(db, member.id), undefined],
    'an expired session': [
      ({ hash }) => setSession(hash, sql`expires_at = now()`),
      expect.objectContaining({ isExpired: true }),
    ],
    'an idle session': [
      ({ hash }) => setSession(hash, sql`last_used_at = now() - interval '13 hours'`),
      expect.objectContaining({ isIdle: true, isUseDue: true }),
    ],
    'a sign-in that isn’t recent': [
      ({ hash }) => setSession(hash, sql`authenticated_at = now() - interval '11 minutes'`),
      expect.objectContaining({ isRecentlyAuthenticated: false }),
    ],
    'a second factor': [
      async ({ find, member }) => {
        const found = await find();
        await db.execute(
          sql`insert into authenticator_apps (member_id, sealed_secret, confirmed_at) values (${member.id}, 'sealed', now())`,
        );
        await markTwoFactor(db, found?.sessionId ?? '', true);
      },
      expect.objectContaining({ hasFactor: true, isTwoFactor: true }),
    ],
    'the team’s rule': [
      () => updateSecondFactorRule(db, 'everyone'),
      expect.objectContaining({ secondFactorRule: 'everyone' }),
    ],
  };

  it.each(Object.entries(changes))('shows %s at once', async (_, [change, expected]) => {
    const session = await startSession();
    await change(session);
    expect(await session.find()).toEqual(expected);
  });

  it('shows a transaction’s change as soon as the transaction is committed', async () => {
    const { member, find } = await startSession();
    let during: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`update members set role = 'viewer' where id = ${member.id}`);
      // PGlite reads this only after the transaction.
      during = find();
      await tx.execute(sql`select 1`);
    });
    expect(await find()).toMatchObject({ member: { role: 'viewer' } });
    expect(await during).toMatchObject({ member: { role: 'viewer' } });
  });

  it('shows at once that a transaction was rolled back', async () => {
    const { member, find } = await startSession();
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`update members set role = 'viewer' where id = ${member.id}`);
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect(await find()).toMatchObject({ member: { role: 'sender' } });
  });
});

it('a transaction sees its own changes, but no request sees them if the transaction is rolled back', async () => {
  const { member, hash, find } = await startSession();
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update members set role = 'viewer' where id = ${member.id}`);
      expect(await findSession(tx, hash, IDLE_HOURS)).toMatchObject({ member: { role: 'viewer' } });
      throw new Error('undo');
    })
    .catch((error: Error) => expect(error.message).toBe('undo'));
  expect(await find()).toMatchObject({ member: { role: 'sender' } });
});

it('a copy isn’t kept if the session’s data changes during the read', async () => {
  const { member, find } = await startSession();
  await db.execute(sql`update members set name = 'x' where id = ${member.id}`);
  await Promise.all([
    find(),
    db.execute(sql`update members set role = 'admin' where id = ${member.id}`),
    find(),
  ]);
  expect(await find()).toMatchObject({ member: { role: 'admin' } });
});

it('a copy shows when the session expires and when its sign-in is no longer recent', async () => {
  const { hash, find } = await startSession();
  await setSession(hash, sql`expires_at = now() + interval '300 milliseconds'`);
  expect(await find()).toMatchObject({ isExpired: false });
  await expect.poll(async () => (await find())?.isExpired).toBe(true);
  await setSession(
    hash,
    sql`expires_at = now() + interval '1 hour', authenticated_at = now() - interval '10 minutes' + interval '300 milliseconds'`,
  );
  expect(await find()).toMatchObject({ isRecentlyAuthenticated: true });
  await expect.poll(async () => (await find())?.isRecentlyAuthenticated).toBe(false);
  await recordReauthentication(db, (await find())?.sessionId ?? '');
  expect(await find()).toMatchObject({ isRecentlyAuthenticated: true });
});

const setColumn = (member: MemberRow, change: ReturnType<typeof sql>) =>
  db.execute(sql`update members set ${change} where id = ${member.id}`);
const setSession = (hash: string, change: ReturnType<typeof sql>) =>
  db.execute(sql`update sessions set ${change} where secret_hash = ${hash}`);
