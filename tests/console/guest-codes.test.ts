/** Tests the emailed codes that guests enter to prove that an email address is theirs. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { guestCodes } from '#lib/store/schema/decisions.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import { setUpGuestVerification } from './support/guest-verification.ts';
import { newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const review = setUpGuestVerification();
const { decide, enterCode, readCode, wrongCode, readMissing } = review;

describe('a code', () => {
  it('doesn’t work in another browser', async () => {
    await decide(newGuest());
    const other = newGuest();
    await decide(other, { email: 'bo@maple.example' });
    const [first] = review.emails;
    const code = /\b\d{6}\b/.exec(first?.text ?? '')?.[0] ?? '';
    expect(await enterCode(newGuest(), code)).toMatchObject({ failure: { code: 'code_gone' } });
    expect(await enterCode(other, code)).toMatchObject({ failure: { code: 'wrong_code' } });
    expect(await readMissing()).toBe('guest');
  });

  it('stops working after five wrong codes', async () => {
    const guest = newGuest();
    await decide(guest);
    for (let n = 0; n < 5; n++) {
      expect(await enterCode(guest, wrongCode())).toHaveProperty('fields.code');
    }
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { code: 'code_gone' } });
    expect(await readMissing()).toBe('guest');
  });

  it('stops working after five wrong codes, even if the guest enters many at once', async () => {
    const guest = newGuest();
    await decide(guest);
    await Promise.all(Array.from({ length: 12 }, () => enterCode(guest, wrongCode())));
    expect(await (await store()).select().from(guestCodes)).toMatchObject([{ attempts: 5 }]);
  });

  it('expires after ten minutes', async () => {
    const guest = newGuest();
    await decide(guest);
    await (await store()).execute(
      sql`update guest_codes set expires_at = expires_at - interval '10 minutes'`,
    );
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { code: 'code_gone' } });
  });

  it('doesn’t work after the link is revoked', async () => {
    const guest = newGuest();
    await decide(guest);
    await markShareLinkRevoked(await store(), review.link.id, review.campaign.id);
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { kind: 'missing' } });
  });

  it('isn’t emailed if five codes were emailed to the address in the last 15 minutes', async () => {
    for (let n = 0; n < 7; n++) await decide(newGuest(), { name: `Ann ${n}` });
    expect(review.emails).toHaveLength(5);
  });

  it.each(['', '12345', '1234567', 'abcdef'])('must have six digits, unlike %j', async (code) => {
    expect(await enterCode(newGuest(), code)).toHaveProperty('fields.code');
  });
});

it('the number of entered codes is limited per IP address, even for browsers that have no decision to verify', async () => {
  const { points } = RATE_LIMITS['share-decision-from'];
  for (let n = 0; n < points; n++)
    expect(await enterCode(newGuest(), '123456')).toMatchObject({ failure: { code: 'code_gone' } });
  expect(await enterCode(newGuest(), '123456')).toMatchObject({ failure: { code: 'too_many_attempts' } });
});

describe('the limit on codes entered through one link', () => {
  const { points } = RATE_LIMITS['guest-code-entry'];

  it('isn’t used up by browsers that have no decision to verify', async () => {
    const guest = newGuest();
    await decide(guest);
    for (let n = 0; n <= points; n++) {
      const stranger = newGuest(`198.51.100.${n}`);
      expect(await enterCode(stranger, wrongCode())).toMatchObject({ failure: { code: 'code_gone' } });
    }
    expect(await enterCode(guest, readCode())).toMatchObject({ ok: true });
    expect(await readMissing()).toBe('none');
  });

  it('refuses even the correct code once the limit is reached', async () => {
    const guest = newGuest();
    await decide(guest);
    const db = await store();
    for (let n = 1; n < points; n++) await consumeRateLimit(db, 'guest-code-entry', review.link.id);
    expect(await enterCode(guest, wrongCode())).toHaveProperty('fields.code');
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { code: 'too_many_attempts' } });
    expect(await readMissing()).toBe('guest');
  });
});
