/**
 * Tests that a share link with a password shows its content only in browsers where a guest entered the
 * password.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unlockGuestReview } from '#lib/data/guest/actions.ts';
import { readGuestReview, readGuestReviewFile } from '#lib/data/guest/review.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { setUpHarness } from './support/harness.ts';
import { inRequest } from './support/request.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

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
    expect(
      await guest.run(() => readGuestReviewFile(token, 'front', 160, 'v', callImmediately)),
    ).toMatchObject({ ok: false });
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
    expect(
      await guest.run(() => readGuestReviewFile(token, 'front', 160, 'v', callImmediately)),
    ).toMatchObject({ ok: true });
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

  it('stores the unlocked state in an HTTP-only cookie for the link’s path', async () => {
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
          path: `/share/${token}`,
          maxAge: 12 * 60 * 60,
        },
      },
    ]);
  });

  it('allows 10 password attempts in 15 minutes per link and per IP address', async () => {
    const db = await store();
    const createLockedLink = () => createShareLink({ campaignId: id, password: PASSWORD });
    const [first, other] = [await createLockedLink(), await createLockedLink()];
    const tryFrom = async (address: string, token: string, password: string) => {
      const outcome = await newGuest(address).run(() => unlockGuestReview(token, password, callImmediately));
      return outcome.ok ? 'unlocked' : outcome.failure.kind === 'refused' && outcome.failure.code;
    };
    for (let i = 0; i < 9; i++) {
      await consumeRateLimit(db, 'share-password', first.id);
      await consumeRateLimit(db, 'share-address', '192.0.2.1');
    }
    expect(await tryFrom('198.51.100.1', first.token, 'the tenth guess')).toBe('wrong_password');
    expect(await tryFrom('198.51.100.2', first.token, PASSWORD)).toBe('too_many_attempts');
    expect(await tryFrom('192.0.2.1', other.token, 'the tenth guess')).toBe('wrong_password');
    expect(await tryFrom('192.0.2.1', other.token, PASSWORD)).toBe('too_many_attempts');
    expect(await tryFrom('198.51.100.3', other.token, PASSWORD)).toBe('unlocked');
  });
});
