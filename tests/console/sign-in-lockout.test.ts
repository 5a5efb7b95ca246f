/** Tests that attackers can't lock a member out by entering wrong passwords. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { updateMember, upsertMember } from '#lib/store/member-changes.ts';
import { findMemberByEmail, replacePassword } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { checkPassword, newBrowser, PASSWORD, passwordHash } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const MEMBER = 'attacked@mailroom.test';
const ATTACKER = '203.0.113.66';
const harness = setUpHarness();
beforeEach(async () => {
  harness.applySettings({});
  await (await store()).execute('delete from rate_limits');
  await addMember(MEMBER, 'viewer', await passwordHash());
});

const readMember = async (email = MEMBER) => {
  const member = await findMemberByEmail(await store(), email);
  if (!member) throw new Error('The member is missing.');
  return member;
};

/** Uses up the account's limit and the given addresses' limits. */
async function attackFromEverywhere(addresses: readonly string[] = []) {
  const db = await store();
  await Promise.all(
    Array.from({ length: RATE_LIMITS['sign-in'].points }, () => consumeRateLimit(db, 'sign-in', MEMBER)),
  );
  for (const address of addresses) {
    for (let i = 0; i < RATE_LIMITS['sign-in-from'].points; i++)
      await consumeRateLimit(db, 'sign-in-from', address);
  }
}

describe('an attacker who keeps entering wrong passwords from one address', () => {
  it('never locks the member out at another address', { timeout: 120_000 }, async () => {
    const attack = () => checkPassword(MEMBER, 'a wrong password', ATTACKER);
    for (let i = 0; i < 10; i++) expect(await attack()).toEqual({ ok: false, why: 'wrong' });
    let refused = 0;
    for (let i = 0; i < 69; i++) {
      expect(await attack()).toEqual({ ok: false, why: 'too_many' });
      const signIn = await checkPassword(MEMBER, PASSWORD, '198.51.100.7');
      if (!signIn.ok) refused++;
    }
    expect(refused).toBe(0);
  });
});

describe('a browser in which the member signed in before', () => {
  const SIGNED_IN = { to: '/' };
  const TOO_MANY = { message: expect.stringMatching(/^Too many attempts\. .*15 minutes/) };
  const WRONG = { message: 'Incorrect email or password.' };

  async function signInOnce(address = ATTACKER) {
    const browser = newBrowser(address);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(SIGNED_IN);
    return browser;
  }

  it('can sign in while attackers use up the limits of the account and of the browser’s IP address', async () => {
    const browser = await signInOnce();
    await attackFromEverywhere([ATTACKER]);
    expect(await newBrowser('198.51.100.8').signIn(MEMBER, PASSWORD)).toMatchObject(TOO_MANY);
    expect(await newBrowser(ATTACKER).signIn('other@mailroom.test', PASSWORD)).toMatchObject(TOO_MANY);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(SIGNED_IN);
  });

  it('can send 10 wrong passwords in 15 minutes, even if its IP address changes', async () => {
    const browser = await signInOnce();
    for (let i = 0; i < 10; i++) {
      browser.address = `198.51.100.${i}`;
      expect(await browser.signIn(MEMBER, 'a wrong password')).toMatchObject(WRONG);
    }
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(TOO_MANY);
    expect(await newBrowser('198.51.100.9').signIn(MEMBER, PASSWORD)).toMatchObject(SIGNED_IN);
  });

  it('can’t sign in with a wrong password', async () => {
    const browser = await signInOnce();
    expect(await browser.signIn(MEMBER, 'a wrong password')).toMatchObject(WRONG);
  });

  it('has its own limits only for accounts that have signed in with it', async () => {
    await addMember('other@mailroom.test', 'viewer', await passwordHash());
    const browser = await signInOnce();
    const { deviceEpoch } = await readMember();
    await (await store()).execute(`update members set device_epoch = ${deviceEpoch}`);
    await attackFromEverywhere([ATTACKER]);
    expect(await browser.signIn('other@mailroom.test', PASSWORD)).toMatchObject(TOO_MANY);
  });

  it('has no limits of its own for addresses without an account, because the limits would reveal who is a member', async () => {
    const browser = await signInOnce();
    const guess = (i: number) => browser.signIn(`unknown-${i}@mailroom.test`, 'a wrong password');
    for (let i = 0; i < 10; i++) expect(await guess(i)).toMatchObject(WRONG);
    expect(await guess(10)).toMatchObject(TOO_MANY);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(SIGNED_IN);
  });

  it('is recognized only for the last five members who signed in with it', { timeout: 60_000 }, async () => {
    const browser = newBrowser(ATTACKER);
    const emails = Array.from({ length: 5 }, (_, i) => `shared-${i}@mailroom.test`);
    for (const email of [MEMBER, ...emails]) {
      await addMember(email, 'viewer', await passwordHash());
      expect(await browser.signIn(email, PASSWORD)).toMatchObject(SIGNED_IN);
    }
    expect(browser.cookies['mailroom-device']?.length).toBeLessThan(1_500);
    await attackFromEverywhere([ATTACKER]);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(TOO_MANY);
    for (const email of emails) expect(await browser.signIn(email, PASSWORD)).toMatchObject(SIGNED_IN);
  });

  it.each(['altered', 'expired'])('isn’t recognized if its cookie is %s', async (kind) => {
    if (kind === 'expired') {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 181 * 86_400_000 });
    }
    const browser = await signInOnce();
    vi.useRealTimers();
    const cookie = browser.cookies['mailroom-device'] ?? '';
    if (kind === 'altered') browser.cookies['mailroom-device'] = cookie.replace(/\*[^*]{5}/, '*AAAAA');
    await attackFromEverywhere([ATTACKER]);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(TOO_MANY);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the member changes the password',
      async () => replacePassword(await store(), (await readMember()).id, await passwordHash(), false),
    ],
    [
      'an admin resets the password',
      async () =>
        upsertMember(await store(), { email: MEMBER, role: 'viewer', passwordHash: await passwordHash() }),
    ],
    ['an admin signs the member out', async () => changeAsAdmin('sign_out')],
    ['an admin resets the second factor', async () => changeAsAdmin('reset_factors')],
    [
      'an admin disables and enables the member',
      async () => {
        await changeAsAdmin('disable');
        await changeAsAdmin('enable');
      },
    ],
  ])('is no longer recognized after %s', async (_, change) => {
    const browser = await signInOnce();
    await change();
    await attackFromEverywhere([ATTACKER]);
    expect(await browser.signIn(MEMBER, PASSWORD)).toMatchObject(TOO_MANY);
  });

  async function changeAsAdmin(action: 'sign_out' | 'reset_factors' | 'disable' | 'enable') {
    const admin = await readMember('admin@mailroom.test');
    const updated = await updateMember(await store(), admin.id, (await readMember()).id, action, {
      isRecentlyAuthenticated: true,
    });
    expect(updated).toMatchObject({ ok: true });
  }
});
