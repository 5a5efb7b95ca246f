/** Tests that a member gets at most one email about a share link's decisions in any 15-minute period. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import { confirmGuestDecision, saveGuestCode } from '#lib/store/guest-codes.ts';
import { saveGuestDecision } from '#lib/store/guest-decisions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { finishNotification, takeDueNotification } from '#lib/store/outbox.ts';
import { guestCodes, guestDecisions } from '#lib/store/schema/decisions.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { setUpHarness } from './support/harness.ts';
import { findMemberId, readOutbox, SENDER, setUpNotifications } from './support/notifications.ts';
import { createShareLink } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { deliverAndListEmails } = outbox;
let link: Awaited<ReturnType<typeof createShareLink>>;
let campaignId = 12_000;
beforeEach(async () => {
  await (await store()).delete(guestDecisions);
  link = await createShareLink({
    campaignId: ++campaignId,
    memberId: await findMemberId(SENDER),
    label: 'For Grace',
  });
});

interface Options {
  readonly on?: typeof link;
  readonly awaitsCode?: boolean;
  readonly browser?: string;
  readonly email?: string;
  readonly name?: string;
}

const decide = async (n: number, { on = link, awaitsCode = false, ...fields }: Options = {}) => {
  const saved = await saveGuestDecision(
    await store(),
    {
      shareLinkId: on.id,
      campaignId: on.campaignId,
      decision: n % 3 === 0 ? 'changes' : 'approved',
      name: `Guest ${n}`,
      email: `guest-${n}@maple.example`,
      comment: n % 3 === 0 ? `Comment ${n}` : null,
      fingerprint: 'x',
      browser: crypto.randomUUID(),
      ...fields,
    },
    awaitsCode,
  );
  if (!saved) throw new Error('The decision was not saved.');
  return saved.decision;
};
/** Moves the outbox's times and the codes' expiration times back by `minutes`, as if that time had passed. */
async function passMinutes(minutes: number) {
  const earlier = (column: unknown) => sql`${column} - ${minutes} * interval '1 minute'`;
  const db = await store();
  const { nextDeliveryAt, notBefore, closedAt } = notifications;
  await db.update(notifications).set({
    nextDeliveryAt: earlier(nextDeliveryAt),
    notBefore: earlier(notBefore),
    closedAt: earlier(closedAt),
  });
  await db.update(guestCodes).set({ expiresAt: earlier(guestCodes.expiresAt) });
}
const emailTexts = () => outbox.smtpServer.emails.map(({ text }) => text);

describe('many decisions through one link', () => {
  it('thirty decisions in 15 minutes are reported in two emails, which together count every decision', async () => {
    for (let n = 1; n <= 30; n++) {
      await decide(n);
      await deliverAndListEmails();
      if (n === 15) await passMinutes(7);
    }
    expect(outbox.smtpServer.emails).toHaveLength(1);
    expect(emailTexts()[0]).toContain('Guest 1, guest-1@maple.example');
    await passMinutes(7);
    expect(await deliverAndListEmails()).toHaveLength(1);
    await passMinutes(2);
    expect((await deliverAndListEmails()).at(0)).toBe(`${SENDER}: 29 decisions: Campaign #${campaignId}`);
    expect(outbox.smtpServer.emails).toHaveLength(2);
    const [, digest = ''] = emailTexts();
    expect(digest).toContain('19 approvals and 10 change requests');
    expect(digest).toMatch(/Guest 30, guest-30@maple\.example, not verified: Comment 30/);
    expect(digest).toContain('19 earlier decisions are on the campaign’s page.');
    await passMinutes(60);
    expect(await deliverAndListEmails()).toHaveLength(2);
    expect((await readOutbox()).every(({ isOpen }) => !isOpen)).toBe(true);
  });
});

describe('the email about decisions', () => {
  it('is sent at once, unless the previous email was sent in the last 15 minutes', async () => {
    for (const n of [1, 2]) {
      await decide(n);
      expect(await deliverAndListEmails()).toHaveLength(n);
      await passMinutes(16);
    }
    const ids = outbox.smtpServer.emails.map(({ headers }) => headers.get('message-id'));
    expect(new Set(ids).size).toBe(2);
  });

  it('is sent separately for each link', async () => {
    const other = await createShareLink({ campaignId: ++campaignId, memberId: await findMemberId(SENDER) });
    await decide(1);
    await decide(2, { on: other });
    expect(await deliverAndListEmails()).toHaveLength(2);
  });

  it('leaves out a decision that the same guest replaced', async () => {
    const browser = crypto.randomUUID();
    await decide(1, { browser });
    await decide(3, { browser, email: 'guest-1@maple.example', name: 'Guest 1' });
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Changes requested: Campaign #${campaignId}`]);
    await passMinutes(16);
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('is delayed until the code expires if the guest doesn’t enter the code', async () => {
    const decision = await decide(1, { awaitsCode: true });
    const db = await store();
    await saveGuestCode(db, decision.id, 'hash');
    expect(await deliverAndListEmails()).toEqual([]);
    // Make the email due before the code expires.
    await db.execute('update notifications set next_delivery_at = now()');
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: true, minutesToNext: 10 }]);
    await passMinutes(11);
    expect(await deliverAndListEmails()).toHaveLength(1);
    expect(emailTexts()[0]).toContain('Not verified');
  });

  it('lists a decision once, after the guest has entered the code', async () => {
    await decide(1);
    expect(await deliverAndListEmails()).toHaveLength(1);
    const decision = await decide(2, { awaitsCode: true });
    const db = await store();
    await saveGuestCode(db, decision.id, 'hash');
    await passMinutes(5);
    expect(await confirmGuestDecision(db, decision, ['hash'])).toBe(true);
    expect(await deliverAndListEmails()).toHaveLength(1);
    await passMinutes(11);
    expect(await deliverAndListEmails()).toHaveLength(2);
    expect(emailTexts()[1]).toContain('Email address: Verified');
    await passMinutes(60);
    expect(await deliverAndListEmails()).toHaveLength(2);
  });

  it('lists a decision that was made while the previous email was being sent', async () => {
    await decide(1);
    const db = await store();
    const notification = await takeDueNotification(db);
    const member = await findMemberByEmail(db, SENDER);
    if (!notification || !member) throw new Error('No email is due.');
    const email = await composeNotificationEmail(db, notification, member);
    await decide(2);
    await finishNotification(db, notification, email?.decisionIds ?? []);
    await passMinutes(14);
    expect(await deliverAndListEmails()).toEqual([]);
    await passMinutes(2);
    expect(await deliverAndListEmails()).toHaveLength(1);
    expect(emailTexts()[0]).toContain('Guest 2');
    expect(emailTexts()[0]).not.toContain('Guest 1');
  });

  it('is sent to the member who took over the link', async () => {
    await decide(1);
    const admin = await findMemberId('admin@mailroom.test');
    const db = await store();
    await db.execute(`update share_links set member_id = '${admin}' where id = '${link.id}'`);
    expect(await deliverAndListEmails()).toEqual([`admin@mailroom.test: Approved: Campaign #${campaignId}`]);
  });

  it('doesn’t list decisions that were made while no email server was configured', async () => {
    const { url } = outbox.smtpServer;
    harness.applySettings({});
    await decide(1);
    harness.applySettings({ SMTP_URL: url, MAIL_FROM: 'mailroom@console.test' });
    await decide(2);
    expect(await deliverAndListEmails()).toHaveLength(1);
    expect(emailTexts()[0]).not.toContain('Guest 1');
  });
});
