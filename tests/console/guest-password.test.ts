/**
 * Tests that a share link with a password shows its content only in browsers where a guest entered the
 * password.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unlockGuestReview } from '#lib/data/guest/actions.ts';
import { readGuestReview, readGuestReviewFile } from '#lib/data/guest/review.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { inRequest } from './support/request.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, createShareLink, type Guest, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let id = 400;
beforeEach(async () => {
  await setUpReviewedCampaign(harness.service, ++id);
});

describe('a link with a password', () => {
  const PASSWORD = 'between us only';

  it('shows the content only in the browser where the guest entered the password', async () => {
    const { token } = await createShareLink({ campaignId: id, password: PASSWORD });
    const guest = newGuest();
    harness.service.requests.length = 0;
    expect(await guest.run(() => readGuestReview(token, callImmediately))).toEqual({ state: 'locked' });
    expect(await guest.run(() => readGuestReviewFile(token, 'front', 160, callImmediately))).toMatchObject({
      ok: false,
    });
    expect(await guest.run(() => unlockGuestReview(token, 'a guess', callImmediately))).toMatchObject({
      failure: { code: 'wrong_password' },
    });
    expect(harness.service.requests).toEqual([]);
    expect(guest.cookies).toEqual({});

    expect(await guest.run(() => unlockGuestReview(token, PASSWORD, callImmediately))).toMatchObject({
      ok: true,
    });
    expect(await guest.run(() => readGuestReview(token, callImmediately))).toMatchObject({
      page: { value: { title: 'Open house' } },
    });
    expect(await guest.run(() => readGuestReviewFile(token, 'front', 160, callImmediately))).toMatchObject({
      ok: true,
    });
    expect(await newGuest().run(() => readGuestReview(token, callImmediately))).toEqual({ state: 'locked' });
  });

  it('doesn’t unlock other links, and locks again when the password changes', async () => {
    const one = await createShareLink({ campaignId: id, password: PASSWORD });
    const other = await createShareLink({ campaignId: id, password: PASSWORD });
    const guest = newGuest();
    await guest.run(() => unlockGuestReview(one.token, PASSWORD, callImmediately));
    expect(await guest.run(() => readGuestReview(other.token, callImmediately))).toEqual({ state: 'locked' });
    const db = await store();
    await db.execute(`update share_links set password_hash = '${other.passwordHash}' where id = '${one.id}'`);
    expect(await guest.run(() => readGuestReview(one.token, callImmediately))).toEqual({ state: 'locked' });
  });

  it('is unlocked by an HTTP-only cookie', async () => {
    const { token } = await createShareLink({ campaignId: id, password: PASSWORD });
    const written = await inRequest({}, async ({ cookies }) => {
      await unlockGuestReview(token, PASSWORD, callImmediately);
      return cookies.written;
    });
    expect(written).toEqual([
      {
        name: 'mailroom-share',
        value: expect.any(String),
        options: {
          httpOnly: true,
          sameSite: 'lax',
          secure: false,
          path: '/',
          maxAge: 180 * 24 * 60 * 60,
        },
      },
    ]);
  });

  const createLockedLink = () => createShareLink({ campaignId: id, password: PASSWORD });
  const enterPassword = async (guest: Guest, token: string, password: string) => {
    const outcome = await guest.run(() => unlockGuestReview(token, password, callImmediately));
    return outcome.ok ? 'unlocked' : outcome.failure.kind === 'refused' && outcome.failure.code;
  };
  const tryFrom = (address: string, token: string, password: string) =>
    enterPassword(newGuest(address), token, password);

  it('allows 10 wrong passwords in 15 minutes per IP address, and 100 per link', async () => {
    const db = await store();
    const [first, other] = [await createLockedLink(), await createLockedLink()];
    for (let i = 0; i < 99; i++) await consumeRateLimit(db, 'share-password', first.id);
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'share-password-from', '192.0.2.1');
    expect(await tryFrom('198.51.100.1', first.token, 'the 100th guess')).toBe('wrong_password');
    expect(await tryFrom('198.51.100.2', first.token, PASSWORD)).toBe('too_many_attempts');
    expect(await tryFrom('192.0.2.1', other.token, 'the tenth guess')).toBe('wrong_password');
    expect(await tryFrom('192.0.2.1', other.token, PASSWORD)).toBe('too_many_attempts');
    expect(await tryFrom('198.51.100.3', other.token, PASSWORD)).toBe('unlocked');
  });

  it('opens with the right password even after an attacker has used up another IP address’s limit', async () => {
    const { token } = await createLockedLink();
    for (let i = 0; i < 10; i++) {
      expect(await tryFrom('203.0.113.66', token, 'a wrong guess')).toBe('wrong_password');
    }
    const results = [];
    for (let i = 0; i < 12; i++) {
      expect(await tryFrom('203.0.113.66', token, 'a wrong guess')).toBe('too_many_attempts');
      results.push(await tryFrom('198.51.100.7', token, PASSWORD));
    }
    expect(new Set(results)).toEqual(new Set(['unlocked']));
  });

  describe('whose wrong-password limit attackers have used up', () => {
    /** Returns a guest who opened the link 13 hours ago, before attackers used up its wrong-password limit. */
    async function openThenAttack(link: Awaited<ReturnType<typeof createLockedLink>>) {
      const db = await store();
      await db.execute('delete from rate_limits');
      const guest = newGuest('203.0.113.66');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 13 * 60 * MINUTE_MS });
      expect(await enterPassword(guest, link.token, PASSWORD)).toBe('unlocked');
      vi.useRealTimers();
      for (let i = 0; i < 10; i++) await consumeRateLimit(db, 'share-password-from', '203.0.113.66');
      for (let i = 0; i < 100; i++) await consumeRateLimit(db, 'share-password', link.id);
      return guest;
    }

    it('still opens in a browser in which it was opened before', async () => {
      const link = await createLockedLink();
      const guest = await openThenAttack(link);
      expect(await guest.run(() => readGuestReview(link.token, callImmediately))).toEqual({
        state: 'locked',
      });
      expect(await tryFrom('198.51.100.8', link.token, PASSWORD)).toBe('too_many_attempts');
      expect(await enterPassword(guest, link.token, PASSWORD)).toBe('unlocked');
    });

    it('allows 10 wrong passwords in a browser that has opened the link, until the link’s password changes', async () => {
      const [link, other] = [await createLockedLink(), await createLockedLink()];
      const guest = await openThenAttack(link);
      expect(await enterPassword(guest, other.token, PASSWORD)).toBe('too_many_attempts');
      for (let i = 0; i < 10; i++) {
        expect(await enterPassword(guest, link.token, 'a wrong guess')).toBe('wrong_password');
      }
      expect(await enterPassword(guest, link.token, PASSWORD)).toBe('too_many_attempts');
      const db = await store();
      await db.execute("delete from rate_limits where key like 'share-password-device:%'");
      await db.execute(
        `update share_links set password_hash = '${other.passwordHash}' where id = '${link.id}'`,
      );
      expect(await enterPassword(guest, link.token, PASSWORD)).toBe('too_many_attempts');
    });
  });
});
