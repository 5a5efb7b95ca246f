/** Visits the pages of bulk jobs: options, review, progress, and results. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  createDraft,
  createDraftWithProof,
  createPaidDraft,
  createQueuedCampaign,
} from '../support/campaigns.ts';
import { newJobPath } from '../support/jobs.ts';
import { findForm, type PageStates, refuseForms, type Surroundings, state, submitAt } from './page-state.ts';
import type { OpenedPage, Visitor } from './visitor.ts';

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 200;

/** Opens a page repeatedly until it contains the text. */
async function openUntil(visitor: Visitor, path: string, text: string): Promise<OpenedPage> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const page = await visitor.open(path);
    if (page.html.includes(text) || Date.now() > giveUpAt) return page;
    await wait(PAUSE_MS);
  }
}

/** Opens the review of a job that reschedules a queued campaign and leaves out a draft. */
export async function* reschedulePages({ service, members }: Surroundings): PageStates {
  const [queued, draft] = [await createQueuedCampaign(service), await createDraft(service)];
  const options = newJobPath('reschedule', [queued.id, draft.id]);
  yield* refuseForms(members.sender, options);
  const checking = await submitAt(members.sender, options, 'zone', { mode: 'spread', per_day: '1' });
  const path = new URL(checking.url).pathname;
  const review = await openUntil(members.sender, path, 'What happens next');
  yield state('the review of new send times', review, 200, 'Send times, current and new');
  await service.injectFaults({ operation: 'sendCampaign', kind: 'status', status: 422 });
  await members.sender.submit(review, findForm(review, 'checked_at'), {});
  const failed = await openUntil(members.sender, path, 'isn’t scheduled');
  yield state('a job that couldn’t schedule a campaign again', failed, 200, 'Not scheduled');
}

/** Schedules a paid draft in a job that leaves out an unpaid one. */
export async function* jobPages({ service, members }: Surroundings): PageStates {
  const [paid, unpaid] = [await createPaidDraft(service), await createDraft(service)];
  const options = newJobPath('schedule', [paid.id, unpaid.id]);
  yield* refuseForms(members.sender, options);
  yield* refuseForms(members.sender, newJobPath('label', [paid.id]));
  const noEmail = await members.sender.open(newJobPath('share', [paid.id]));
  yield state('sharing without an email server', noEmail, 200, 'Not available');
  const noRule = await members.sender.open(newJobPath('ask_approval', [unpaid.id]));
  yield state('asking for approvals without a rule', noRule, 200, 'doesn’t require a second member');
  const checking = await submitAt(members.sender, options, 'zone', { mode: 'spread', per_day: '1' });
  yield state('a job that is being checked', checking, 200, 'Review: schedule');
  const path = new URL(checking.url).pathname;
  const review = await openUntil(members.sender, path, 'What happens next');
  yield state('a job’s review', review, 200, 'Not paid');
  yield state('another member’s review', await members.viewer.open(path), 200, 'Not started');
  yield* refuseForms(members.sender, path);
  const resumed = await members.sender.open(`${path}?checked=old_review`);
  yield state('a job that hasn’t started because its review was old', resumed, 200, 'The job hasn’t started');
  const started = await members.sender.submit(review, findForm(review, 'checked_at'), {});
  yield state('a started job', started, 200, 'Stop job');
  // The page always contains the names of all states, but contains this text only if a campaign has been
  // scheduled.
  const done = 'Scheduled and confirmed';
  yield state('a job that has ended', await openUntil(members.sender, path, done), 200, done);
  yield state('a started job’s review', await members.viewer.open(`${path}/review`), 200, 'Go to job');
  yield state('the campaigns that a job left out', await members.viewer.open(`${path}?result=left_out`), 200);
  yield state('a result without campaigns', await members.viewer.open(`${path}?result=unknown`), 200);
  yield state('a job’s approvals', await members.admin.open(`${path}/approve`), 200, 'Approve campaigns');
  yield state('the list of jobs', await members.viewer.open('/jobs'), 200, 'Finished');
}

/** Asks for approval of a draft while the rule requires a second member's approval. */
export async function* approvalJobPages({ service, members }: Surroundings): PageStates {
  const { id } = await createDraftWithProof(service);
  await submitAt(members.admin, '/team', 'rule', { rule: 'member', minimum: '' });
  const options = newJobPath('ask_approval', [id]);
  yield* refuseForms(members.sender, options);
  const checking = await submitAt(members.sender, options, 'comment', { comment: 'Out on Friday.\nThanks!' });
  const path = new URL(checking.url).pathname;
  const review = await openUntil(members.sender, path, 'What happens next');
  yield state('a review of requests for approval', review, 200, 'Message to your team');
  await members.sender.submit(review, findForm(review, 'checked_at'), {});
  const ended = await openUntil(members.admin, path, 'Approval requested');
  yield state('a job that asked for approvals', ended, 200, 'View proofs');
  yield state(
    'the requested approvals',
    await members.admin.open(`${path}/approve`),
    200,
    'Approve campaigns',
  );
  await submitAt(members.admin, '/team', 'rule', { rule: 'none' });
}

/** Makes a job that shares a campaign with its customer. The console needs an email server. */
export async function* sharingJobPages({ service, members }: Surroundings): PageStates {
  const { id } = await createDraftWithProof(service);
  const options = newJobPath('share', [id]);
  yield* refuseForms(members.sender, options);
  const message = 'Please look.\nThank you!';
  const checking = await submitAt(members.sender, options, 'days', { message, price: 'yes' });
  const path = new URL(checking.url).pathname;
  const review = await openUntil(members.sender, path, 'What happens next');
  yield state('a review of sharing', review, 200, 'Emails can’t be taken back');
}
