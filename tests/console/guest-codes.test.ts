/** Tests the emailed codes that guests enter to prove that an email address is theirs. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS, type RateLimit } from '#lib/domain/rate-limits.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { guestCodes, guestDecisions } from '#lib/store/schema/decisions.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import { ANN, setUpGuestVerification } from './support/guest-verification.ts';
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

  it('applies even to the correct code', async () => {
    const guest = newGuest();
    await decide(guest);
    const db = await store();
    for (let n = 1; n < points; n++) await consumeRateLimit(db, 'guest-code-entry', review.link.id);
    expect(await enterCode(guest, wrongCode())).toHaveProperty('fields.code');
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { code: 'too_many_attempts' } });
    expect(await readMissing()).toBe('guest');
  });
});

describe('the limit on codes emailed to one address', () => {
  const address = (n: number) => `198.51.100.${n}`;
  const decideFrom = async (from: string, count: number) => {
    for (let n = 0; n < count; n++) await decide(newGuest(from), { name: `Stranger ${n}` });
  };
  const exhaust = async (limit: RateLimit, target: string) => {
    const db = await store();
    for (let n = 0; n < RATE_LIMITS[limit].points; n++) await consumeRateLimit(db, limit, target);
  };

  it('is three in 15 minutes for each caller, so one stranger can’t use up the guest’s codes', async () => {
    await decideFrom(address(1), 7);
    expect(review.emails).toHaveLength(3);
    const guest = newGuest(address(2));
    await decide(guest);
    expect(await enterCode(guest, readCode())).toMatchObject({ ok: true });
    expect(await readMissing()).toBe('none');
  });

  it('counts IPv6 callers by their /48 network', async () => {
    for (let n = 0; n < 5; n++) await decideFrom(`2001:db8:1:${n}::1`, 1);
    expect(review.emails).toHaveLength(3);
    await decideFrom('2001:db8:2::1', 1);
    expect(review.emails).toHaveLength(4);
  });

  it('is 10 per day for each caller', async () => {
    await exhaust('guest-code-from-day', `${address(1)} ${ANN}`);
    await decideFrom(address(1), 1);
    expect(review.emails).toHaveLength(0);
    await decideFrom(address(2), 1);
    expect(review.emails).toHaveLength(1);
  });

  it('is 15 in 15 minutes across all callers', async () => {
    for (let n = 0; n < 8; n++) await decideFrom(address(n), 3);
    expect(review.emails).toHaveLength(15);
  });

  it('is 50 in a day across all callers', async () => {
    await exhaust('guest-code-day', ANN);
    await decideFrom(address(1), 1);
    expect(review.emails).toHaveLength(0);
  });

  it('is separate for a browser in which the guest verified the address, even through another link', async () => {
    const guest = newGuest(address(1));
    await decide(guest);
    await enterCode(guest, readCode());
    await (await store()).execute(
      sql`update guest_decisions set verified_at = verified_at - interval '30 days'`,
    );
    for (const limit of ['guest-code', 'guest-code-day'] as const) await exhaust(limit, ANN);
    await exhaust('guest-code-from', `${address(1)} ${ANN}`);
    await review.switchToNewLink();
    const before = review.emails.length;
    for (let n = 0; n < 7; n++) await decide(guest, { name: `Ann ${n}` });
    expect(review.emails.length - before).toBe(RATE_LIMITS['guest-code-browser'].points);
    expect(await enterCode(guest, readCode())).toMatchObject({ ok: true });
  });

  it('is 20 per day for a browser in which the guest verified the address', async () => {
    const guest = newGuest();
    await decide(guest);
    await enterCode(guest, readCode());
    const [row] = await (await store()).select().from(guestDecisions);
    await exhaust('guest-code-browser-day', `${row?.browser} ${ANN}`);
    await review.switchToNewLink();
    await decide(guest);
    expect(review.emails).toHaveLength(1);
  });

  it('isn’t separate for a browser in which the guest verified another address', async () => {
    const guest = newGuest(address(1));
    await decide(guest);
    await enterCode(guest, readCode());
    await exhaust('guest-code', 'bo@maple.example');
    await decide(guest, { email: 'bo@maple.example' });
    expect(review.emails).toHaveLength(1);
  });
});
