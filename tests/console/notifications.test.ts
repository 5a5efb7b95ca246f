/** Tests which events cause email notifications, and which members receive each notification. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { resolveAttemptManually } from '#lib/data/attempts.ts';
import { cancelCampaign, cloneCampaign, sendCampaign } from '#lib/data/sending.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import {
  backdateAttempt,
  findMemberId,
  readOutbox,
  SENDER,
  saveDecisionTwice,
  setUpNotifications,
} from './support/notifications.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { addPaidDraft, deliverAndListEmails, startUnknownCancel } = outbox;

const ADMIN = 'admin@mailroom.test';

describe('the notification that a campaign was scheduled', () => {
  it('is sent to the member who scheduled the campaign, in plain text and HTML, with a link', async () => {
    const { id } = addPaidDraft({ scheduled_at: '2026-12-24T09:00:00Z' });
    await harness.sender(() => sendCampaign(id, {}));
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
    const [email] = outbox.smtpServer.emails;
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain(`${ORIGIN}/campaigns/${id}`);
      expect(part).toContain('Production starts on Thu, Dec 24, 2026, 9:00 AM UTC');
    }
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('is sent after a lost response if a read shows that the campaign is queued', async () => {
    const { id } = addPaidDraft();
    harness.service.injectFault('POST send', 'drop_after');
    await harness.sender(() => sendCampaign(id, {}));
    expect(await deliverAndListEmails()).toHaveLength(1);
  });

  it('names the campaign even if the service no longer returns it', async () => {
    const { id } = addPaidDraft();
    await harness.sender(() => sendCampaign(id, {}));
    harness.service.campaigns.delete(id);
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
  });

  it('isn’t sent for a refused send, a clone, or a campaign that was canceled in the meantime', async () => {
    const refused = addPaidDraft();
    harness.service.injectFault('POST send', { status: 409, body: {} });
    await harness.sender(() => sendCampaign(refused.id, {}));
    await harness.sender(() => cloneCampaign(refused.id));
    expect(await readOutbox()).toEqual([]);
    const canceled = addPaidDraft();
    await harness.sender(() => sendCampaign(canceled.id, {}));
    await harness.sender(() => cancelCampaign(canceled.id));
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: false }]);
  });
});

describe('the notification that an outcome has been unknown for 10 minutes', () => {
  it('is sent only once, to the member who started the action and to all active admins', async () => {
    const campaign = await startUnknownCancel();
    await addMember('former@mailroom.test', 'admin');
    await (await store())
      .update(members)
      .set({ disabledAt: new Date() })
      .where(eq(members.email, 'former@mailroom.test'));
    await backdateAttempt(campaign, '9 minutes 50 seconds');
    await reconcileAttempts(await store());
    expect(await deliverAndListEmails()).toEqual([]);
    await backdateAttempt(campaign, '10 minutes');
    await reconcileAttempts(await store());
    await reconcileAttempts(await store());
    const subject = `Needs review: Just listed (#${campaign.id})`;
    expect(await deliverAndListEmails()).toEqual([`${ADMIN}: ${subject}`, `${SENDER}: ${subject}`]);
    expect(outbox.smtpServer.emails[0]?.text).toContain(`Member: ${SENDER}`);
    // An admin who is added later doesn't receive an email about the attempt.
    await addMember('later@mailroom.test', 'admin');
    await reconcileAttempts(await store());
    expect(await deliverAndListEmails()).toHaveLength(2);
    await (await store()).delete(members).where(eq(members.email, 'later@mailroom.test'));
  });

  it('isn’t sent if a member has already resolved the attempt', async () => {
    const campaign = await startUnknownCancel();
    await backdateAttempt(campaign, '11 minutes');
    await reconcileAttempts(await store());
    const [attempt] = await listCampaignAttempts(await store(), campaign.id);
    const resolution = await harness.sender(() =>
      resolveAttemptManually(campaign.id, attempt?.id ?? '', 'refused'),
    );
    expect(resolution).toMatchObject({ ok: true });
    expect(await deliverAndListEmails()).toEqual([]);
    expect((await readOutbox()).every(({ isOpen }) => !isOpen)).toBe(true);
  });
});

describe('the notification about a guest’s decision', () => {
  it('is sent only once to the member who shared the campaign, with times in the member’s time zone and date format', async () => {
    const db = await store();
    await db
      .update(members)
      .set({ timeZone: 'America/New_York', dateLocale: 'en-GB' })
      .where(eq(members.email, SENDER));
    await saveDecisionTwice(db, await findMemberId(SENDER));
    expect(await deliverAndListEmails()).toEqual([
      expect.stringMatching(/^sender@.*: Changes requested: Campaign #\d+$/),
    ]);
    const [email] = outbox.smtpServer.emails;
    expect(email?.text).toContain('> Could the <b>number</b> be larger?');
    expect(email?.text).toMatch(/When: \w+, \d+ \w+ \d{4}, \d\d:\d\d E[SD]T/);
    expect(email?.html).toContain('Could the &lt;b&gt;number&lt;/b&gt; be larger?');
  });

  it('isn’t sent to a disabled member', async () => {
    const disabled = await addMember('disabled@mailroom.test', 'sender');
    await saveDecisionTwice(await store(), disabled.id);
    await (await store()).update(members).set({ disabledAt: new Date() }).where(eq(members.id, disabled.id));
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: false }]);
  });
});
