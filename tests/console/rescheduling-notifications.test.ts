/**
 * Tests that notifications about a reschedule show its own send times, even if the campaign has been
 * rescheduled since.
 */
import { expect, it, vi } from 'vitest';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { cancelCampaign, sendCampaign } from '#lib/data/sending.ts';
import { formatFull } from '#lib/format/dates.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { setUpHarness } from './support/harness.ts';
import { expectValue } from './support/jobs.ts';
import { SENDER, setUpNotifications } from './support/notifications.ts';
import { addQueued, inMinutes, NEW_TIME, OLD_TIME, reschedule } from './support/rescheduling.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const dateSettings = { zone: 'UTC', locale: 'en-US' };
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const LATER = inMinutes(7 * 24 * 60);
const [OLD, NEW, LAST] = [OLD_TIME, NEW_TIME, LATER].map((time) =>
  plain(formatFull(Date.parse(time), dateSettings)),
);

/** Returns the notifications, newest first. */
async function readTexts() {
  await allRecorded();
  const { items } = expectValue(await harness.sender(() => listOwnNotifications(1, 10)));
  return items.map(({ event, content }) => {
    const { title, text } = describeNotification(event, content, dateSettings);
    return [title, plain(text)];
  });
}

it('two reschedules cause two notifications, each with its own send times', async () => {
  const campaign = addQueued(harness);
  const title = `Campaign #${campaign.id}`;
  await reschedule(harness, campaign);
  await reschedule(harness, campaign, LATER);
  expect(await readTexts()).toEqual([
    [`${title} is rescheduled`, `Moved from ${NEW} to ${LAST}.`],
    [`${title} was rescheduled`, `Moved from ${OLD} to ${NEW}. It has been rescheduled since then.`],
  ]);
});

it('a canceled campaign’s notifications keep their send times', async () => {
  const sent = outbox.addPaidDraft();
  const title = `Campaign #${sent.id}`;
  await harness.sender(() => sendCampaign(sent.id, { date: NEW_TIME }));
  expect(await readTexts()).toEqual([
    [`${title} is scheduled`, `The mail service accepted the campaign. Production starts on ${NEW}.`],
  ]);
  await reschedule(harness, sent, LATER);
  expect((await readTexts())[1]).toEqual([
    `${title} was scheduled`,
    `Scheduled for ${NEW}. It has been rescheduled since then.`,
  ]);
  await harness.sender(() => cancelCampaign(sent.id));
  expect(await readTexts()).toEqual([
    [`${title} was rescheduled`, `Moved from ${NEW} to ${LAST}. It has been canceled since then.`],
    [`${title} was scheduled`, `Scheduled for ${NEW}. It has been canceled since then.`],
  ]);
});

it('an email about a reschedule says so, and contains both send times', async () => {
  const campaign = addQueued(harness);
  await reschedule(harness, campaign);
  expect(await outbox.deliverAndListEmails()).toEqual([
    `${SENDER}: Rescheduled: Just listed (#${campaign.id})`,
  ]);
  const [email] = outbox.smtpServer.emails;
  for (const part of [email?.text, email?.html])
    expect(plain(part)).toContain(`Moved from ${OLD} to ${NEW}.`);
});
