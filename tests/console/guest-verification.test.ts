/**
 * Tests that guests must prove their email address, and can't replace a decision by typing the address of the
 * guest who made it.
 */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmAddressAction, decideAction } from '#app/(public)/share/[token]/actions.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { findMissingApproval, saveApprovalRule } from '#lib/data/approval.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { readCampaignSharing } from '#lib/data/share-links.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { guestCodes, guestDecisions } from '#lib/store/schema/decisions.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import { startMailServer, type TestMailServer } from '../support/smtp.ts';
import { addDraftWithProof } from './support/approval.ts';
import { readCurrentFingerprint, readStoredDecisions } from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { findMemberId } from './support/notifications.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const SENDER = 'sender@mailroom.test';
const ANN = 'ann@maple.example';
type Guest = ReturnType<typeof newGuest>;
type Action = typeof decideAction;

const harness = setUpHarness();
let mailServer: TestMailServer;
let nextId = 700;
let campaign: TinyCampaign;
let link: Awaited<ReturnType<typeof createShareLink>>;
beforeEach(async () => {
  mailServer = await startMailServer();
  harness.applySettings({ SMTP_URL: mailServer.url, MAIL_FROM: 'mailroom@console.test' });
  const db = await store();
  for (const table of [notifications, guestDecisions, rateLimits]) await db.delete(table);
  await harness.admin(() => saveApprovalRule({ rule: 'guest', minimum: null }));
  campaign = addDraftWithProof(harness.service, { id: nextId++ });
  link = await createShareLink({ campaignId: campaign.id, memberId: await findMemberId(SENDER) });
});
afterEach(() => mailServer.stop());

function submit(guest: Guest, action: Action, fields: Readonly<Record<string, string>>): Promise<FormState> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: link.token, ...fields })) form.set(name, value);
  return guest.run(() => action({}, form));
}

const decide = async (guest: Guest, fields: Readonly<Record<string, string>> = {}) =>
  submit(guest, decideAction, {
    fingerprint: await readCurrentFingerprint(campaign.id),
    decision: 'approved',
    name: 'Ann',
    email: ANN,
    ...fields,
  });
const requestChanges = (guest: Guest) => decide(guest, { decision: 'changes', comment: 'Wait.' });

const enterCode = (guest: Guest, code: string) => submit(guest, confirmAddressAction, { code });

/** Returns the code in the latest email. */
function readCode(): string {
  const { to, text } = mailServer.emails.at(-1) ?? {};
  expect(to).toEqual([ANN]);
  return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
}

const wrongCode = () => (readCode() === '000000' ? '000001' : '000000');

const readMissing = () =>
  harness.sender(() =>
    findMissingApproval(
      { id: campaign.id, status: 'draft', proof: campaign.proof, recipient_count: 3 },
      undefined,
    ),
  );

async function readReview(guest: Guest) {
  const view = await guest.run(() => readGuestReview(link.token, callImmediately));
  if (view.state !== 'open' || !view.page.ok) throw new Error('The review could not be read.');
  return view.page.value;
}

describe('a guest’s approval', () => {
  it('doesn’t meet the rule until the guest enters the code from the email', async () => {
    const guest = newGuest();
    expect(await decide(guest)).toMatchObject({
      ok: true,
      message: expect.stringContaining('enter the code'),
    });
    expect(await readMissing()).toBe('guest');
    expect(await readReview(guest)).toMatchObject({ codeSentTo: ANN, decisions: [{ isVerified: false }] });
    const code = readCode();
    expect(mailServer.emails.at(-1)?.subject).not.toContain(code);
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
    const { id, proof } = campaign;
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

  it('needs no second code for the same address in the same browser, but needs a code for another address', async () => {
    const guest = newGuest();
    await decide(guest);
    await enterCode(guest, readCode());
    await requestChanges(guest);
    expect(mailServer.emails).toHaveLength(1);
    expect(await readReview(guest)).toMatchObject({
      decisions: [{ decision: 'changes', isVerified: true }],
    });
    await decide(guest, { email: 'bo@maple.example' });
    expect(mailServer.emails).toHaveLength(2);
    expect(await readMissing()).toBe('guest');
  });
});

describe('a code', () => {
  it('doesn’t work in another browser', async () => {
    await decide(newGuest());
    const other = newGuest();
    await decide(other, { email: 'bo@maple.example' });
    const [first] = mailServer.emails;
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

  it('counts wrong codes that are entered at the same time', async () => {
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
    await markShareLinkRevoked(await store(), link.id, campaign.id);
    expect(await enterCode(guest, readCode())).toMatchObject({ failure: { kind: 'missing' } });
  });

  it('is emailed to one address at most five times in 15 minutes', async () => {
    for (let n = 0; n < 7; n++) await decide(newGuest(), { name: `Ann ${n}` });
    expect(mailServer.emails).toHaveLength(5);
  });

  it.each(['', '12345', '1234567', 'abcdef'])('must have six digits, unlike %j', async (code) => {
    expect(await enterCode(newGuest(), code)).toHaveProperty('fields.code');
  });
});

describe('a request for changes', () => {
  it('isn’t replaced by someone who types the same address in another browser', async () => {
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

  it('can be replaced by the guest who proves the address in another browser', async () => {
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
    expect(await decide(newGuest(), { email: SENDER.toUpperCase() })).toMatchObject({
      fields: { email: expect.stringContaining('member of the team') },
    });
    expect(await readStoredDecisions()).toEqual([]);
    expect(mailServer.emails).toEqual([]);
  });

  it('can’t decide as a guest in a browser that is signed in', async () => {
    const member = await findMemberByEmail(await store(), SENDER);
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
    const before = mailServer.emails.length;
    await sendDueNotifications(await store());
    return mailServer.emails.slice(before).map(({ text }) => text);
  };

  it('waits for the code, and says that the decision is verified', async () => {
    const guest = newGuest();
    await decide(guest);
    expect(await deliver()).toEqual([]);
    await enterCode(guest, readCode());
    expect(await deliver()).toEqual([expect.stringContaining('Email address: Verified')]);
  });

  it('says that the decision isn’t verified if the guest doesn’t enter the code', async () => {
    await decide(newGuest());
    await (await store()).execute(
      sql`update notifications set next_delivery_at = next_delivery_at - interval '10 minutes'`,
    );
    // The code was sent after the decision was saved, so it expires slightly later than the email is due.
    expect(await deliver()).toEqual([]);
    const db = await store();
    await db.execute("update guest_codes set expires_at = now() - interval '1 second'");
    await db.execute('update notifications set next_delivery_at = now()');
    expect(await deliver()).toEqual([expect.stringContaining('Email address: Not verified')]);
  });
});
