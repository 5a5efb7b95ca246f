/** Tests that a bulk job asks for approvals once, and that each approver gets one email about all of them. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestApproval } from '#lib/data/approval-requests.ts';
import { createJob, resumeJob, stopJob } from '#lib/data/jobs.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { readUnavailableJobs } from '#lib/data/unavailable-jobs.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { createServiceState } from '#lib/jobs/service-state.ts';
import { claimItem } from '#lib/store/job-work.ts';
import { findJob } from '#lib/store/jobs.ts';
import { store } from '#lib/store/open.ts';
import { approvalRequests, notifications } from '#lib/store/schema/notifications.ts';
import { changeProof, decideAsMember, setUpMemberApproval, THIRD_MEMBER } from './support/approval.ts';
import {
  endPause,
  expectValue,
  itemsOf,
  jobOf,
  makeJob,
  runNewJob,
  start,
  startNewJob,
  statesOf,
  work,
} from './support/jobs.ts';
import type { RunAs } from './support/members.ts';
import { setUpNotifications } from './support/notifications.ts';
import { readEvents } from './support/security-events.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const ADMIN = 'admin@mailroom.test';
const REQUEST = { kind: 'ask_approval', comment: 'Out on Friday' } as const;

const { harness, setRule, addDraft } = setUpMemberApproval();
const outbox = setUpNotifications(harness);
const { deliverAndListEmails } = outbox;
const addSome = (count: number) => Array.from({ length: count }, () => addDraft().id);

beforeEach(async () => {
  endPause();
  await (await store()).delete(notifications);
});

/** Returns the emails about jobs' requests. Other emails tell the creator that the job ended. */
const listRequestEmails = async () =>
  (await deliverAndListEmails()).filter((line) => line.includes('Approval requested'));

const requestsOf = async (campaignId: number) =>
  (await store()).select().from(approvalRequests).where(eq(approvalRequests.campaignId, campaignId));

async function readTexts(runAs: RunAs) {
  const { items } = expectValue(await runAs(() => listOwnNotifications(1, 20)));
  return items
    .filter(({ event }) => event !== 'job.ended')
    .map(({ event, content }) => describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }));
}

describe('the review of a job that asks for approvals', () => {
  it('leaves out campaigns that need no approval or that members were already asked about', async () => {
    const [wanted, approved, requested, changed] = [addDraft(), addDraft(), addDraft(), addDraft()];
    await decideAsMember(approved, THIRD_MEMBER);
    for (const { id } of [requested, changed]) await harness.sender(() => requestApproval(id, null));
    changeProof(harness.service, changed);
    const queued = addDraft({ status: 'queued' });
    const withoutProof = addCampaign(harness.service, { id: 8_001 });
    const id = await makeJob(
      harness.sender,
      REQUEST,
      [wanted, approved, requested, changed, queued, withoutProof, { id: 999_999 }].map((each) => each.id),
    );
    await work();
    expect(await statesOf(harness.sender, id)).toEqual([
      'ready',
      'approved_already',
      'asked_already',
      'ready',
      'not_draft',
      'no_proof',
      'missing',
    ]);
    expect(await requestsOf(wanted.id)).toEqual([]);
  });

  it('doesn’t accept another campaign’s data in place of the requested campaign', async () => {
    const [draft, other] = [addDraft(), addDraft()];
    const body = { id: other.id, status: 'draft', proof: other.proof, recipient_count: 3 };
    harness.service.injectFault(`GET ${draft.id}`, { status: 200, body });
    expect(await harness.sender(() => requestApproval(draft.id, null))).toEqual({
      ok: false,
      failure: { kind: 'garbled' },
    });
    expect(await requestsOf(draft.id)).toEqual([]);
  });

  it('leaves out drafts below the rule’s minimum', async () => {
    await setRule({ minimum: 2_000 });
    const [cheap, expensive] = [addDraft(), addDraft({ price: 30 })];
    const id = await makeJob(harness.sender, REQUEST, [cheap.id, expensive.id]);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['no_approval_needed', 'ready']);
  });

  it('isn’t offered if the rule requires no second member', async () => {
    expect(await harness.sender(readUnavailableJobs)).not.toHaveProperty('ask_approval');
    await setRule({ rule: 'guest' });
    expect(await harness.sender(readUnavailableJobs)).toHaveProperty('ask_approval');
  });

  it('is refused if its message is too long', async () => {
    const action = { ...REQUEST, comment: 'a'.repeat(2_001) };
    const selection = { kind: 'ids', ids: addSome(1) } as const;
    expect(await harness.sender(() => createJob({ selection, action }))).toMatchObject({
      failure: { kind: 'invalid', fields: { comment: expect.any(String) } },
    });
  });
});

describe('a job that asks for approvals', () => {
  it('sends each approver one email, which lists the campaigns and adds up their prices', async () => {
    const ids = addSome(3);
    const job = await runNewJob(harness.sender, REQUEST, ids);
    expect(await statesOf(harness.sender, job)).toEqual(['done', 'done', 'done']);
    const subject = 'Approval requested: 3 campaigns';
    expect(await listRequestEmails()).toEqual([`${ADMIN}: ${subject}`, `${THIRD_MEMBER}: ${subject}`]);
    const email = outbox.smtpServer.emails.find(({ to }) => to.includes(ADMIN));
    expect(email?.text).toContain('> Out on Friday');
    expect(email?.text).toContain('Total price: $30.00');
    expect(email?.text).toContain(`${ORIGIN}/jobs/${job}/approve`);
    for (const id of ids) expect(email?.text).toContain(`${ORIGIN}/campaigns/${id}`);
    expect(await readTexts(harness.admin)).toEqual([
      {
        title: 'sender@mailroom.test asks you to approve 3 campaigns',
        text: 'Out on Friday',
        path: `/jobs/${job}/approve`,
      },
    ]);
    expect(await readTexts(harness.viewer)).toEqual([]);
    const events = await readEvents(harness.admin, 'approval.requested');
    expect(events.map(({ campaignId }) => campaignId)).toEqual(expect.arrayContaining(ids));
  });

  it('adds up only the prices that it can read, and says so', async () => {
    harness.service.injectFault('GET checkout', { status: 409, body: { error: { code: 'busy' } } });
    await runNewJob(harness.sender, REQUEST, addSome(3));
    await listRequestEmails();
    const email = outbox.smtpServer.emails.find(({ to }) => to.includes(ADMIN));
    expect(email?.text).toContain('Total price: $20.00, 1 without a price');
  });

  it('lists only the campaigns that no one has approved by the time the email is sent', async () => {
    const [first, second] = [addDraft(), addDraft()];
    await runNewJob(harness.sender, REQUEST, [first.id, second.id]);
    await decideAsMember(first, THIRD_MEMBER);
    expect(await listRequestEmails()).toEqual(
      [ADMIN, THIRD_MEMBER].map((to) => `${to}: Approval requested: 1 campaign`),
    );
    await decideAsMember(second, THIRD_MEMBER);
    expect(await readTexts(harness.admin)).toMatchObject([{ text: 'None of them is waiting anymore.' }]);
  });

  it('sends no email if everything has already been approved', async () => {
    const draft = addDraft();
    await runNewJob(harness.sender, REQUEST, [draft.id]);
    await decideAsMember(draft, THIRD_MEMBER);
    expect(await listRequestEmails()).toEqual([]);
  });

  it('asks once about each campaign, even if two servers work on two members’ jobs at the same time', async () => {
    const ids = addSome(8);
    const jobs = [await makeJob(harness.sender, REQUEST, ids), await makeJob(harness.admin, REQUEST, ids)];
    await work();
    expectValue(await start(harness.sender, jobs[0] ?? 0));
    expectValue(await start(harness.admin, jobs[1] ?? 0));
    await Promise.all([work(), work()]);
    await work();
    for (const id of ids) expect(await requestsOf(id)).toHaveLength(1);
    const items = (await Promise.all(jobs.map((job) => itemsOf(harness.sender, job)))).flat();
    expect(items.filter(({ state }) => state === 'done')).toHaveLength(8);
    expect(items.filter(({ failure }) => failure?.kind === 'refused')).toHaveLength(8);
  });

  it('sends an email about the requests that it made before it was stopped, and one about the rest after it is resumed', async () => {
    const job = await startNewJob(harness.sender, REQUEST, addSome(2));
    const db = await store();
    const [item, row] = [await claimItem(db, job), await findJob(db, job)];
    if (!item || !row) throw new Error('The item was not claimed.');
    await workOnItem(db, row, item, createServiceState());
    expect(await listRequestEmails()).toEqual([]);
    expectValue(await harness.sender(() => stopJob(job)));
    await work();
    expect((await jobOf(harness.sender, job)).state).toBe('stopped');
    const sent = [ADMIN, THIRD_MEMBER].map((to) => `${to}: Approval requested: 1 campaign`);
    expect(await listRequestEmails()).toEqual(sent);
    await work();
    expect(await listRequestEmails()).toEqual(sent);
    expectValue(await harness.sender(() => resumeJob(job)));
    await work();
    expect(await listRequestEmails()).toEqual(
      [...sent, ...[ADMIN, THIRD_MEMBER].map((to) => `${to}: Approval requested: 2 campaigns`)].sort(),
    );
  });

  it('tries again if the proof temporarily can’t be read', async () => {
    const draft = addDraft();
    const job = await startNewJob(harness.sender, REQUEST, [draft.id]);
    harness.service.injectFault('GET proof.pdf', 'drop_before');
    await work();
    expect(await statesOf(harness.sender, job)).toEqual(['ready']);
    expect(await requestsOf(draft.id)).toEqual([]);
    expectValue(await harness.sender(() => stopJob(job)));
    await work();
  });

  it('refuses a campaign that was approved after the review', async () => {
    const draft = addDraft();
    const job = await startNewJob(harness.sender, REQUEST, [draft.id]);
    await decideAsMember(draft, THIRD_MEMBER);
    await work();
    expect(await itemsOf(harness.sender, job)).toMatchObject([
      { state: 'refused', failure: { code: 'no_approval_needed' } },
    ]);
    expect(await listRequestEmails()).toEqual([]);
  });
});
