/**
 * Tests that guests must prove their email address, and can't replace a decision by typing the address of the
 * guest who made it.
 */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { guestCodes } from '#lib/store/schema/decisions.ts';
import { readStoredDecisions } from './support/guest-decisions.ts';
import { ANN, SHARER, setUpGuestVerification } from './support/guest-verification.ts';
import { newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const review = setUpGuestVerification();
const { harness, decide, requestChanges, enterCode, readCode, readMissing, readReview } = review;

describe('a guest’s approval', () => {
  it('doesn’t count until the guest enters the code from the email', async () => {
    const guest = newGuest();
    expect(await decide(guest)).toMatchObject({
      ok: true,
      message: expect.stringContaining('enter the code'),
    });
    expect(await readMissing()).toBe('guest');
    expect(await readReview(guest)).toMatchObject({ codeSentTo: ANN, decisions: [{ isVerified: false }] });
    const code = readCode();
    expect(review.emails.at(-1)?.subject).not.toContain(code);
    expect(await enterCode(guest, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ ok: true });
    expect(await readMissing()).toBe('none');
    expect(await readReview(guest)).toMatchObject({
      codeSentTo: undefined,
      decisions: [{ isVerified: true }],
    });
  });

  it('is shown to the team as not verified if no email server is set up', async () => {
    harness.applySettings({});
    const guest = newGuest();
    expect(await decide(guest)).toMatchObject({
      ok: true,
      message: expect.stringContaining('not verified'),
    });
    expect(await readMissing()).toBe('guest');
    expect(await readReview(guest)).toMatchObject({ codeSentTo: undefined });
    const { id, proof } = review.campaign;
    const page = { id, status: 'draft', proof, recipient_count: 3 };
    expect(await harness.sender(() => readCampaignSharing(page))).toMatchObject({
      value: { approval: { kind: 'unverified' }, missing: 'guest' },
    });
  });

  it('is stored without the code', async () => {
    await decide(newGuest());
    const stored = JSON.stringify(await (await store()).select().from(guestCodes));
    expect(stored).not.toContain(readCode());
  });

  it('needs no second code for the same address in the same browser, but needs one for another address', async () => {
    const guest = newGuest();
    await decide(guest);
    await enterCode(guest, readCode());
    await requestChanges(guest);
    expect(review.emails).toHaveLength(1);
    expect(await readReview(guest)).toMatchObject({
      decisions: [{ decision: 'changes', isVerified: true }],
    });
    await decide(guest, { email: 'bo@maple.example' });
    expect(review.emails).toHaveLength(2);
    expect(await readMissing()).toBe('guest');
  });
});

describe('a request for changes', () => {
  it('can’t be replaced by someone who only types the same address in another browser', async () => {
    const ann = newGuest();
    await requestChanges(ann);
    await enterCode(ann, readCode());
    await decide(newGuest());
    expect((await readReview(ann)).decisions).toMatchObject([
      { decision: 'approved', isVerified: false },
      { decision: 'changes', isVerified: true },
    ]);
    expect(await readMissing()).toBe('guest');
  });

  it('can be replaced by a guest who verifies the same address in another browser', async () => {
    const ann = newGuest();
    await requestChanges(ann);
    await enterCode(ann, readCode());
    const phone = newGuest();
    await decide(phone);
    await enterCode(phone, readCode());
    expect((await readReview(ann)).decisions).toMatchObject([{ decision: 'approved', isVerified: true }]);
    expect(await readMissing()).toBe('none');
  });
});

describe('a member', () => {
  it('can’t decide as a guest with a member’s address', async () => {
    expect(await decide(newGuest(), { email: SHARER.toUpperCase() })).toMatchObject({
      fields: { email: expect.stringContaining('team member') },
    });
    expect(await readStoredDecisions()).toEqual([]);
    expect(review.emails).toEqual([]);
  });

  it('can’t decide as a guest while signed in', async () => {
    const member = await findMemberByEmail(await store(), SHARER);
    if (!member) throw new Error('The sender is missing.');
    const guest = newGuest();
    guest.cookies[sessionCookie()] = await issueSessionToken(member);
    expect(await readReview(guest)).toMatchObject({ decisionStatus: 'signed_in' });
    expect(await decide(guest)).toMatchObject({ message: expect.stringContaining('Sign out') });
    expect(await readStoredDecisions()).toEqual([]);
  });
});

describe('the email to the member who shared the proof', () => {
  const deliver = async () => {
    const before = review.emails.length;
    await sendDueNotifications(await store());
    return review.emails.slice(before).map(({ text }) => text);
  };

  it('is sent only after the guest enters the code, and says that the decision is verified', async () => {
    const guest = newGuest();
    await decide(guest);
    expect(await deliver()).toEqual([]);
    await enterCode(guest, readCode());
    expect(await deliver()).toEqual([expect.stringContaining('Email address: Verified')]);
  });

  it('says that the decision isn’t verified if the guest never enters the code', async () => {
    await decide(newGuest());
    await (await store()).execute(
      sql`update notifications set next_delivery_at = next_delivery_at - interval '10 minutes'`,
    );
    // The code was sent after the decision was saved, so the code expires after the email becomes due.
    expect(await deliver()).toEqual([]);
    const db = await store();
    await db.execute("update guest_codes set expires_at = now() - interval '1 second'");
    await db.execute('update notifications set next_delivery_at = now()');
    expect(await deliver()).toEqual([expect.stringContaining('Email address: Not verified')]);
  });
});
