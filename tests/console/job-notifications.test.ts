/** Tests that the member who started a job is notified when the job ends. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { retryRefused } from '#lib/data/jobs.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { setUpHarness } from './support/harness.ts';
import { endPause, expectValue, runNewJob, scheduleTomorrow, work } from './support/jobs.ts';
import { setUpNotifications } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { addPaidDraft, deliverAndListEmails } = outbox;
beforeEach(endPause);

async function readTexts() {
  const { items } = expectValue(await harness.sender(() => listOwnNotifications(1, 10)));
  return items
    .filter(({ event }) => event === 'job.ended')
    .map(({ event, content }) => describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }));
}

describe('the notification that a job ended', () => {
  it('counts the campaigns, and is sent again after refused campaigns were retried', async () => {
    const ids = [addPaidDraft({ status: 'queued' }).id, addPaidDraft({ status: 'queued' }).id];
    harness.service.injectFault('POST cancel', { status: 409, body: {} });
    const job = await runNewJob(harness.sender, { kind: 'cancel' }, ids);
    expect(await readTexts()).toEqual([
      { title: 'Ended: Cancel sending of 2 campaigns', text: '1 done and 1 refused.', path: `/jobs/${job}` },
    ]);
    const subject = 'sender@mailroom.test: Ended: Cancel sending of 2 campaigns';
    expect(await deliverAndListEmails()).toEqual([subject]);
    expect(outbox.smtpServer.emails[0]?.text).toContain(`/jobs/${job}`);
    expectValue(await harness.sender(() => retryRefused(job)));
    await work();
    expect(await readTexts()).toMatchObject([{ text: '2 done.' }]);
    expect(await deliverAndListEmails()).toEqual([subject, subject]);
  });

  it('is the only one about campaigns that the job scheduled', async () => {
    await runNewJob(harness.sender, scheduleTomorrow(), [addPaidDraft().id, addPaidDraft().id]);
    expect(await deliverAndListEmails()).toEqual(['sender@mailroom.test: Ended: Schedule 2 campaigns']);
  });
});
