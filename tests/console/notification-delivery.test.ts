/** Tests that an SMTP server receives each notification only once, even after failures. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { startPayment } from '#lib/data/paying.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { sendDueNotifications } from '#lib/email/outbox.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { beginExit } from '#lib/runtime/unfinished-work.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { queueNotifications } from '#lib/store/notifications.ts';
import { store } from '#lib/store/open.ts';
import { MAX_DELIVERY_ATTEMPTS, takeDueNotification } from '#lib/store/outbox.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import {
  backdateAttempt,
  findMemberId,
  readOutbox,
  SENDER,
  saveDecisionTwice,
  setUpNotifications,
} from './support/notifications.ts';
import { orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { addPaidDraft, deliverAndListEmails, startUnknownCancel } = outbox;

const makeDue = async () => (await store()).update(notifications).set({ nextDeliveryAt: sql`now()` });

describe('a notification', () => {
  it('is delivered only once after the SMTP server restarts', async () => {
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    await outbox.smtpServer.stop();
    await sendDueNotifications(await store());
    expect(await readOutbox()).toEqual([{ deliveryAttempts: 1, minutesToNext: 1, isOpen: true }]);
    await outbox.restartSmtpServer();
    expect(await deliverAndListEmails()).toEqual([]);
    await makeDue();
    expect(await deliverAndListEmails()).toHaveLength(1);
    expect(await readOutbox()).toMatchObject([{ deliveryAttempts: 2, isOpen: false }]);
    await makeDue();
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('isn’t sent again after the SMTP server has refused it eight times within a day', async () => {
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    outbox.smtpServer.rejectRecipients(SENDER);
    const minutes: number[] = [];
    for (let i = 0; i < 9; i++) {
      await makeDue();
      await sendDueNotifications(await store());
      minutes.push(
        ...(await readOutbox()).filter(({ isOpen }) => isOpen).map(({ minutesToNext }) => minutesToNext),
      );
    }
    expect(minutes).toEqual([1, 5, 20, 60, 120, 360, 840]);
    expect(minutes.reduce((sum, wait) => sum + wait)).toBeLessThan(24 * 60);
    expect(await readOutbox()).toMatchObject([{ deliveryAttempts: 8, isOpen: false }]);
  });

  it('isn’t sent by a server that is stopping, and is sent by the next server', async () => {
    const db = await store();
    const labels = ['Link 1.', 'Link 2.', 'Link 3.'];
    for (const label of labels) await saveDecisionTwice(db, await findMemberId(SENDER), label);
    onTestFinished(() => dropSingleton('unfinishedWork'));
    outbox.smtpServer.onReceived((count) => {
      if (count === 1) beginExit();
    });
    await sendDueNotifications(db);
    expect(outbox.smtpServer.emails).toHaveLength(1);
    dropSingleton('unfinishedWork');
    expect(await deliverAndListEmails()).toHaveLength(labels.length);
  });

  it('can’t be taken by another server during the last delivery attempt', async () => {
    const db = await store();
    await saveDecisionTwice(db, await findMemberId(SENDER));
    await db.update(notifications).set({ deliveryAttempts: MAX_DELIVERY_ATTEMPTS - 1 });
    await makeDue();
    expect(await takeDueNotification(db)).toMatchObject({ deliveryAttempts: MAX_DELIVERY_ATTEMPTS });
    expect(await takeDueNotification(db)).toBeUndefined();
  });

  it('is queued for any number of campaigns and members', async () => {
    const db = await store();
    const memberId = await findMemberId(SENDER);
    const recipients = Array.from({ length: 14_000 }, (_, i) => ({ about: String(i), memberId }));
    await queueNotifications(db, 'campaign.paid_unsent', recipients);
    expect(await db.$count(notifications)).toBe(14_000);
    await db.delete(notifications);
  });

  it('doesn’t keep payments from being checked if it can’t be queued', async () => {
    const db = await store();
    const draft = addPaidDraft({ paid: 0 });
    const agreed = { ...orderAmounts(draft), sender_copy: draft.senderCopy };
    expect(await harness.sender(() => startPayment(draft.id, { agreed }))).toMatchObject({ ok: true });
    draft.paid = draft.price;
    const unknown = await startUnknownCancel();
    await backdateAttempt(unknown, '11 minutes');
    await db.execute(sql`alter table notifications rename to gone`);
    try {
      await expect(reconcileAttempts(db)).rejects.toThrow();
    } finally {
      await db.execute(sql`alter table gone rename to notifications`);
    }
    const [attempt] = await listCampaignAttempts(db, draft.id);
    expect(attempt?.paidAt).toBeInstanceOf(Date);
  });

  it('appears only on the notifications page if no SMTP server is configured', async () => {
    harness.applySettings({});
    const campaign = await startUnknownCancel();
    await backdateAttempt(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    await saveDecisionTwice(await store(), await findMemberId(SENDER));
    const rows = await readOutbox();
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.every(({ isOpen }) => !isOpen)).toBe(true);
    harness.applySettings({ SMTP_URL: outbox.smtpServer.url, MAIL_FROM: 'mailroom@console.test' });
    expect(await deliverAndListEmails()).toEqual([]);
  });

  it('is sent only once if two consoles share the database', { timeout: 60_000 }, async () => {
    const consoles = await openOnTwoServers();
    const [{ db }] = consoles;
    await db.insert(members).values({ email: SENDER, role: 'sender' });
    const labels = Array.from({ length: 12 }, (_, i) => `Link number ${i}.`);
    for (const label of labels) await saveDecisionTwice(db, await findMemberId(SENDER, db), label);
    await Promise.all(
      consoles.flatMap((console) => [sendDueNotifications(console.db), sendDueNotifications(console.db)]),
    );
    const delivered = outbox.smtpServer.emails.map(({ text }) => /Link number \d+\./.exec(text)?.[0]);
    expect(delivered.sort()).toEqual(labels.sort());
  });
});
