/** Tests the places where the console reports that a reschedule left a campaign unscheduled. */
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { listActivity } from '#lib/data/activity.ts';
import { dismissUnscheduled, listAttempts, listUnscheduled } from '#lib/data/attempts.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { cancelCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { findUnscheduled } from '#lib/domain/reschedule.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { expectValue } from './support/jobs.ts';
import { backdateAttempt, SENDER, setUpNotifications } from './support/notifications.ts';
import { addQueued, NEW_TIME, OLD_TIME, reschedule } from './support/rescheduling.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

describe('an unscheduled campaign', () => {
  const harness = setUpHarness();
  const outbox = setUpNotifications(harness);
  const ADMIN = 'admin@mailroom.test';

  async function addUnscheduled(): Promise<TinyCampaign> {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST send', { status: 422, body: {} });
    await reschedule(harness, campaign);
    await allRecorded();
    return campaign;
  }
  const listUnscheduledIds = async () =>
    (await harness.viewer(listUnscheduled)).map(({ campaignId }) => campaignId);

  it('is listed on the overview until it is scheduled, and isn’t listed again if a member then cancels it', async () => {
    const { id } = await addUnscheduled();
    expect(await listUnscheduledIds()).toEqual([id]);
    await harness.sender(() => sendCampaign(id, { date: NEW_TIME }));
    await allRecorded();
    expect(await listUnscheduledIds()).toEqual([]);
    await harness.sender(() => cancelCampaign(id));
    await allRecorded();
    expect(await listUnscheduledIds()).toEqual([]);
  });

  it('is listed once, and not after it is deleted', async () => {
    const campaign = await addUnscheduled();
    await harness.sender(() => sendCampaign(campaign.id, { date: OLD_TIME }));
    harness.service.injectFault('POST send', { status: 422, body: {} });
    await reschedule(harness, campaign);
    await allRecorded();
    expect(await listUnscheduledIds()).toEqual([campaign.id]);
    await harness.admin(() => deleteCampaign(campaign.id));
    await allRecorded();
    expect(await listUnscheduledIds()).toEqual([]);
  });

  it('is no longer listed after it is dismissed by a member who can schedule it, and the activity shows one dismissal', async () => {
    const { id } = await addUnscheduled();
    const attempts = await harness.sender(() => listAttempts(id));
    const attemptId = attempts[0]?.id ?? '';
    const dismiss = (runAs: typeof harness.sender, campaignId = id) =>
      runAs(() => dismissUnscheduled(campaignId, attemptId));
    expect(findUnscheduled(attempts, 'draft')).toMatchObject({ id: attemptId });
    expect(await dismiss(harness.viewer)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await dismiss(harness.sender, id + 1_000)).toMatchObject({ failure: { kind: 'missing' } });
    expect(await listUnscheduledIds()).toEqual([id]);
    expect(await dismiss(harness.sender)).toEqual({ ok: true, value: null });
    expect(await dismiss(harness.sender)).toMatchObject({ failure: { kind: 'missing' } });
    expect(await listUnscheduledIds()).toEqual([]);
    expect(findUnscheduled(await harness.sender(() => listAttempts(id)), 'draft')).toBeUndefined();
    const activity = await harness.viewer(() => listActivity({ campaignId: id, category: 'security' }));
    expect(activity).toMatchObject({
      value: { items: [{ operation: 'campaign.unscheduled_dismissed', by: SENDER }] },
    });
  });

  it('is listed again if a later reschedule leaves it unscheduled', async () => {
    const campaign = await addUnscheduled();
    const [first] = await harness.sender(() => listAttempts(campaign.id));
    await harness.sender(() => dismissUnscheduled(campaign.id, first?.id ?? ''));
    await harness.sender(() => sendCampaign(campaign.id, { date: OLD_TIME }));
    harness.service.injectFault('POST send', { status: 422, body: {} });
    await reschedule(harness, campaign);
    await allRecorded();
    expect(await listUnscheduledIds()).toEqual([campaign.id]);
  });

  it('is reported by email to the member and to all admins, with the reason and both times', async () => {
    const { id } = await addUnscheduled();
    expect(await outbox.deliverAndListEmails()).toEqual([
      `${ADMIN}: Not scheduled: Just listed (#${id})`,
      `${SENDER}: Not scheduled: Just listed (#${id})`,
    ]);
    const [email] = outbox.smtpServer.emails;
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain('The mail service rejected the new send time.');
      expect(part).toContain('It won’t be mailed until you schedule it.');
    }
    await reconcileAttempts(await store());
    expect(await outbox.deliverAndListEmails()).toHaveLength(2);
  });

  it('isn’t reported if it was scheduled again before the email was sent', async () => {
    const { id } = await addUnscheduled();
    await harness.sender(() => sendCampaign(id, { date: NEW_TIME }));
    expect(await outbox.deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: Just listed (#${id})`]);
  });

  it('no longer counts as unscheduled on the notifications page once a member has scheduled it', async () => {
    const readText = async () => {
      const { items } = expectValue(await harness.admin(() => listOwnNotifications(1, 10)));
      const [first] = items.filter(({ event }) => event === 'campaign.unscheduled');
      return first && describeNotification(first.event, first.content, { zone: 'UTC', locale: 'en-US' }).text;
    };
    const { id } = await addUnscheduled();
    expect(await readText()).toBe('The mail service rejected the new send time.');
    await harness.sender(() => sendCampaign(id, { date: NEW_TIME }));
    await allRecorded();
    expect(await readText()).toBe('It has been scheduled again since then.');
  });

  it('is reported after two minutes if the outcome of the second call is still unknown', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST send', 'drop_before');
    await reschedule(harness, campaign);
    await reconcileAttempts(await store());
    expect(await outbox.deliverAndListEmails()).toEqual([]);
    await backdateAttempt(campaign, '2 minutes');
    await reconcileAttempts(await store());
    expect(await outbox.deliverAndListEmails()).toEqual([
      `${ADMIN}: Not scheduled: Just listed (#${campaign.id})`,
      `${SENDER}: Not scheduled: Just listed (#${campaign.id})`,
    ]);
    expect(outbox.smtpServer.emails[0]?.text).toContain('it might not have been scheduled');
  });

  it('is in the activity log with its own outcome, the new time, and the reason', async () => {
    const { id } = await addUnscheduled();
    const activity = await harness.viewer(() => listActivity({ campaignId: id }));
    expect(activity).toMatchObject({
      value: {
        items: [
          {
            operation: 'rescheduleCampaign',
            outcome: 'unscheduled',
            newSendTime: NEW_TIME,
            unscheduledReason: 'rejected',
          },
        ],
      },
    });
  });

  it('isn’t mistaken for a scheduled campaign if the service still shows it as queued', async () => {
    const campaign = await addUnscheduled();
    Object.assign(campaign, { status: 'queued', scheduled_at: OLD_TIME });
    expect(await harness.sender(() => cancelCampaign(campaign.id))).toMatchObject({
      failure: { kind: 'stale', operation: 'cancelCampaign' },
    });
  });
});
