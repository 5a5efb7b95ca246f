/** Tests that members learn whether the campaigns that a payment run paid for were scheduled. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { saveRunSendDate, takeOverPaymentRun } from '#lib/data/payment-runs.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember, type RunAs } from './support/members.ts';
import { findMemberId, setUpNotifications } from './support/notifications.ts';
import { createScheduledRuns, inTwoDays, succeeded } from './support/payment-runs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { deliverAndListEmails } = outbox;
const { runs, payAndConfirm, schedule, endWait, sends, sendOf, reset } = createScheduledRuns(harness);
const [SENDER, ADMIN] = ['sender@mailroom.test', 'admin@mailroom.test'];

beforeEach(reset);

async function readTexts(runAs: RunAs = harness.sender) {
  const { items } = succeeded(await runAs(() => listOwnNotifications(1, 10)));
  return items.map(({ event, content }) =>
    describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }),
  );
}

const titleOf = ({ id }: { readonly id: number }) => `Just listed (#${id})`;
const failedSubject = (draft: { readonly id: number }) => `Paid, but not scheduled: ${titleOf(draft)}`;

/** Pays for a campaign, and changes its recipients, so that the run doesn't schedule it. */
async function payAndChange() {
  const paid = await payAndConfirm();
  paid.draft.recipient_count = 4;
  return paid;
}

it('the member who pays is notified when a campaign is scheduled', async () => {
  const { draft } = await payAndConfirm();
  await schedule();
  expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: ${titleOf(draft)}`]);
});

describe('if a paid campaign can’t be scheduled', () => {
  it('the member who pays is notified at once, with the reason', async () => {
    const { draft } = await payAndChange();
    await schedule();
    expect(await readTexts()).toEqual([
      {
        title: expect.stringMatching(/ is paid, but couldn’t be scheduled$/),
        text: expect.stringContaining('have changed since the payment'),
        path: `/campaigns/${draft.id}`,
      },
    ]);
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: ${failedSubject(draft)}`]);
    expect(outbox.smtpServer.emails[0]?.text).toContain(`/campaigns/${draft.id}`);
  });

  it('no one is notified while the server is still trying to schedule the campaign', async () => {
    await payAndConfirm();
    harness.service.injectFault('GET checkout', { status: 401, body: {} });
    await schedule();
    expect(await readTexts()).toEqual([]);
  });

  it('the member is notified again if scheduling fails for another send date, too', async () => {
    const { runId, draft } = await payAndChange();
    await schedule();
    await deliverAndListEmails();
    succeeded(await harness.sender(() => saveRunSendDate(runId, inTwoDays())));
    expect(await readTexts()).toMatchObject([{ text: 'No longer applies.' }]);
    await schedule();
    const subject = `${SENDER}: ${failedSubject(draft)}`;
    expect(await deliverAndListEmails()).toEqual([subject, subject]);
  });

  it('no email is sent if a member has scheduled the campaign in the meantime', async () => {
    const { draft } = await payAndChange();
    await schedule();
    succeeded(await harness.sender(() => sendCampaign(draft.id, {})));
    await allRecorded();
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: Scheduled: ${titleOf(draft)}`]);
    expect(await readTexts()).toContainEqual(expect.objectContaining({ text: 'No longer applies.' }));
  });

  it('the admins are notified if the member was disabled, and the campaign is scheduled once another member takes over the run', async () => {
    const email = `${crypto.randomUUID()}@mailroom.test`;
    const leaving = await asMember(await addMember(email, 'sender'));
    const { runId, drafts } = await runs.start(1, inTwoDays());
    const [draft] = drafts;
    if (!draft) throw new Error('No draft.');
    succeeded(await leaving(() => takeOverPaymentRun(runId)));
    succeeded(await runs.pay(runId, draft, leaving));
    draft.paid = draft.price;
    const db = await store();
    await reconcileAttempts(db);
    await updateMember(db, await findMemberId(ADMIN), await findMemberId(email), 'disable');
    await schedule();
    expect(sends()).toEqual([]);
    expect(await deliverAndListEmails()).toEqual([`${ADMIN}: ${failedSubject(draft)}`]);
    succeeded(await harness.sender(() => takeOverPaymentRun(runId)));
    await endWait();
    await schedule();
    expect(sends()).toHaveLength(1);
    expect(await sendOf(runId)).toMatchObject({ state: 'scheduled', failure: null });
  });
});
