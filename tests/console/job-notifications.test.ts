/** Tests that the member who started a job is notified when the job ends. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { retryRefused } from '#lib/data/jobs.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import type { NotificationEvent } from '#lib/domain/notification.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { setUpHarness } from './support/harness.ts';
import {
  endPause,
  expectValue,
  rescheduleTo,
  runNewJob,
  scheduleTomorrow,
  startNewJob,
  work,
} from './support/jobs.ts';
import { addMember, asMember, type RunAs } from './support/members.ts';
import { findMemberId, setUpNotifications } from './support/notifications.ts';
import { inMinutes, NEW_TIME } from './support/rescheduling.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { addPaidDraft, deliverAndListEmails } = outbox;
beforeEach(endPause);

async function readTexts(name: NotificationEvent = 'job.ended', runAs: RunAs = harness.sender) {
  const { items } = expectValue(await runAs(() => listOwnNotifications(1, 10)));
  return items
    .filter(({ event }) => event === name)
    .map(({ event, content }) => describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }));
}

describe('the notification that a job ended', () => {
  it('counts the campaigns, and is sent again after refused campaigns are retried', async () => {
    const ids = [addPaidDraft({ status: 'queued' }).id, addPaidDraft({ status: 'queued' }).id];
    harness.service.injectFault('POST cancel', { status: 409, body: {} });
    const job = await runNewJob(harness.sender, { kind: 'cancel' }, ids);
    expect(await readTexts()).toEqual([
      {
        title: 'Finished: Cancel sending of 2 campaigns',
        text: '1 done and 1 refused.',
        path: `/jobs/${job}`,
      },
    ]);
    const subject = 'sender@mailroom.test: Finished: Cancel sending of 2 campaigns';
    expect(await deliverAndListEmails()).toEqual([subject]);
    expect(outbox.smtpServer.emails[0]?.text).toContain(`/jobs/${job}`);
    expectValue(await harness.sender(() => retryRefused(job)));
    await work();
    expect(await readTexts()).toMatchObject([{ text: '2 done.' }]);
    expect(await deliverAndListEmails()).toEqual([subject, subject]);
  });

  it('says which campaigns a job canceled and didn’t schedule again, in addition to an email to all admins', async () => {
    const { id } = addPaidDraft({ status: 'queued', scheduled_at: inMinutes(60) });
    harness.service.injectFault('POST send', { status: 422, body: {} });
    await runNewJob(harness.sender, rescheduleTo(NEW_TIME), [id]);
    expect((await readTexts())[0]).toMatchObject({
      title: 'Finished: Reschedule 1 campaign',
      text: '0 done and 1 refused. 1 campaign was canceled and hasn’t been scheduled again.',
    });
    expect((await deliverAndListEmails()).toSorted()).toEqual([
      `admin@mailroom.test: Not scheduled: Just listed (#${id})`,
      'sender@mailroom.test: Finished: Reschedule 1 campaign',
      `sender@mailroom.test: Not scheduled: Just listed (#${id})`,
    ]);
  });

  it('is the only notification about campaigns that the job scheduled', async () => {
    await runNewJob(harness.sender, scheduleTomorrow(), [addPaidDraft().id, addPaidDraft().id]);
    expect(await deliverAndListEmails()).toEqual(['sender@mailroom.test: Finished: Schedule 2 campaigns']);
  });
});

describe('the notification that a job was stopped', () => {
  /** Starts a job with three campaigns as a member who leaves while the first campaign is being read. */
  async function stopByLeaving(change: 'viewer' | 'disable') {
    const member = await addMember(`${crypto.randomUUID()}@mailroom.test`, 'sender');
    const ids = [addPaidDraft().id, addPaidDraft().id, addPaidDraft().id];
    const job = await startNewJob(await asMember(member), scheduleTomorrow(), ids);
    await updateMember(await store(), await findMemberId('admin@mailroom.test'), member.id, change);
    await work();
    return { job, email: member.email };
  }

  it.each(['viewer', 'disable'] as const)(
    'tells all admins how many campaigns are left if the job’s member can’t continue the job (%s)',
    async (change) => {
      const { job, email } = await stopByLeaving(change);
      const text = `3 campaigns left. ${email} no longer has permission to do this.`;
      expect(await readTexts('job.stopped', harness.admin)).toEqual([
        { title: 'Stopped: Schedule 3 campaigns', text, path: `/jobs/${job}` },
      ]);
      expect(await readTexts('job.stopped')).toEqual([]);
      expect(await deliverAndListEmails()).toEqual(['admin@mailroom.test: Stopped: Schedule 3 campaigns']);
    },
  );

  it('is queued even if only the server that works on the job finds that the member lost permission', async () => {
    const member = await addMember(`${crypto.randomUUID()}@mailroom.test`, 'sender');
    await startNewJob(await asMember(member), scheduleTomorrow(), [addPaidDraft().id]);
    await (await store()).update(members).set({ role: 'viewer' }).where(eq(members.id, member.id));
    await work();
    expect(await readTexts('job.stopped', harness.admin)).toHaveLength(1);
  });
});
