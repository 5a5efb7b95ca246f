/** Creates, starts, stops, and resumes bulk jobs. lib/jobs runs them. */
import 'server-only';
import { callerAddress } from '#lib/auth/caller-address.ts';
import { changeAndRecord, type RecordEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import { wakeUp } from '#lib/background/wake.ts';
import type { Database } from '#lib/database/open.ts';
import {
  JOBS_LEASE,
  type JobAction,
  type JobState,
  MAX_JOB_ITEMS,
  mayStopJob,
  permissionFor,
  REVIEW_VALID_MS,
} from '#lib/domain/job.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { ChangeEventName, EventDetails } from '#lib/domain/security-event.ts';
import type { Selection } from '#lib/domain/selection.ts';
import { countItems } from '#lib/store/job-items.ts';
import { countUnscheduled } from '#lib/store/job-reschedules.ts';
import { worthRetrying } from '#lib/store/job-retries.ts';
import { discardReview, restartCheck } from '#lib/store/job-reviews.ts';
import { retryRefusedItems } from '#lib/store/job-work.ts';
import { type AgedJobRow, findJob, insertJob, lockJob, setRunning, setStopping } from '#lib/store/jobs.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { authorize } from './authorize.ts';
import { findListedIds } from './campaign-list.ts';
import { isInvoiced } from './invoicing.ts';
import { findActionProblem } from './job-action.ts';
import { readNumberToType } from './job-limits.ts';

const invalid = (fields: Readonly<Record<string, string>>): Failure => ({ kind: 'invalid', fields });
const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/**
 * Creates a job with a fixed set of campaigns. Each campaign is then read for the review. Fails with `invalid` and the
 * field `selection` if no campaign or more than `MAX_JOB_ITEMS` campaigns are selected, and with another field if the
 * action isn't valid.
 */
export async function createJob({
  selection,
  action,
}: {
  readonly selection: Selection;
  readonly action: JobAction;
}): Promise<Outcome<{ readonly id: number }>> {
  const permission = permissionFor(action);
  const allowed = await authorize(permission);
  if (!allowed.ok) return allowed;
  const problem = findActionProblem(action, isInvoiced());
  if (problem) return fail(invalid(problem));
  const selected = await findSelectedIds(selection);
  if (!selected.ok) return selected;
  const { id: memberId, email: by } = allowed.value;
  const from = await callerAddress();
  const created = await changeAndRecord(async (tx) => {
    if (!(await lockMemberWithPermission(tx, memberId, permission))) return fail({ kind: 'forbidden' });
    return ok({ id: await insertJob(tx, { action, memberId, by, from }, selected.value) });
  });
  wakeUp(JOBS_LEASE);
  return created;
}

async function findSelectedIds(selection: Selection): Promise<Outcome<readonly number[]>> {
  if (selection.kind === 'ids') return checkIds(selection.ids);
  const found = await findListedIds(selection.request, MAX_JOB_ITEMS + 1);
  if (!found.ok) return found;
  switch (found.value.kind) {
    case 'ids':
      return checkIds(found.value.ids);
    case 'unknown_names':
      return checkIds([]);
    case 'unavailable':
      return fail(refused('index_incomplete'));
  }
}

function checkIds(selected: readonly number[]): Outcome<readonly number[]> {
  const ids = [...new Set(selected)].filter((id) => Number.isSafeInteger(id) && id > 0);
  if (ids.length === 0) return fail(invalid({ selection: 'Select at least one campaign.' }));
  const limit = MAX_JOB_ITEMS.toLocaleString('en-US');
  return ids.length > MAX_JOB_ITEMS
    ? fail(invalid({ selection: `Select at most ${limit} campaigns.` }))
    : ok(ids);
}

interface SeenReview {
  /**
   * When the console finished reading the campaigns for the review that the member saw, in milliseconds since the
   * epoch.
   */
  readonly checkedAt: number;
  /** The number of campaigns, as the member typed it. */
  readonly confirmation?: string | undefined;
}

/**
 * Starts a job that the signed-in member created and reviewed. Returns the job's new state, which is `checking` if the
 * review is older than 15 minutes. In that case, every campaign is read again, and the job doesn't start. Returns the
 * current state if there is a newer review than the one that the member saw, or if the job has already started. Fails
 * with `invalid` and the field `confirmation` if the member must type a number and typed a different one.
 */
export function startJob(id: number, review: SeenReview): Promise<Outcome<JobState>> {
  return changeOwnJob(id, async (tx, job, record) => {
    if (job.state !== 'ready_for_review' || job.checkedAt?.getTime() !== review.checkedAt)
      return ok(job.state);
    if (isReviewExpired(job)) return checkAgain(tx, id);
    const campaigns = (await countItems(tx, [id])).get(id)?.ready ?? 0;
    if (campaigns === 0) return fail(refused('job_state'));
    const number = await readNumberToType(tx, job, campaigns);
    if (number !== null && review.confirmation?.replace(/[\s,.’']/g, '') !== String(number))
      return fail(invalid({ confirmation: `Enter ${number}, the number of campaigns.` }));
    await setRunning(tx, id);
    const name = job.startedAt === null ? 'job.started' : 'job.resumed';
    await record(name, { action: job.action.kind, campaigns });
    return ok('running');
  });
}

/** Whether a review is too old to be acted on. */
const isReviewExpired = ({ reviewAgeMs }: AgedJobRow): boolean =>
  (reviewAgeMs ?? Number.POSITIVE_INFINITY) > REVIEW_VALID_MS;

async function checkAgain(tx: Database, id: number): Promise<Outcome<JobState>> {
  await restartCheck(tx, id);
  return ok('checking');
}

/**
 * Reads a job's campaigns again for the review, for example after an approval. Returns the current state if the job
 * isn't waiting for its review.
 */
export const recheckJob = (id: number): Promise<Outcome<JobState>> =>
  changeOwnJob(id, async (tx, job) =>
    job.state === 'ready_for_review' ? checkAgain(tx, id) : ok(job.state),
  );

/**
 * Resumes a stopped job. Only the job's creator can do this. If the review is older than 15 minutes, reads the
 * remaining campaigns again instead and returns `checking`. The creator then has to start the job with the new review.
 * Returns the current state if the job isn't stopped, or if the review is old and the job is still being stopped.
 */
export const resumeJob = (id: number): Promise<Outcome<JobState>> =>
  changeOwnJob(id, async (tx, job, record) => {
    if (job.state !== 'stopped' && job.state !== 'stopping') return ok(job.state);
    if (isReviewExpired(job)) return job.state === 'stopped' ? checkAgain(tx, id) : ok(job.state);
    await setRunning(tx, id);
    await record('job.resumed', {});
    return ok('running');
  });

/**
 * Retries a job's refused campaigns, except those that would be refused again. Only the job's creator can do this. Never
 * repeats a call whose outcome is unknown.
 * If the review is older than 15 minutes, reads the campaigns again instead and returns `checking`, as `resumeJob`
 * does. Returns the current state if there is nothing to retry, or if the job hasn't ended and isn't stopped.
 */
export const retryRefused = (id: number): Promise<Outcome<JobState>> =>
  changeOwnJob(id, async (tx, job, record) => {
    if (job.state !== 'ended' && job.state !== 'stopped') return ok(job.state);
    // A draft can't be reviewed again for a reschedule. Members schedule it on its own page instead.
    const isTooLate = isReviewExpired(job) && (await countUnscheduled(tx, id)) > 0;
    const campaigns = await retryRefusedItems(tx, id, worthRetrying(isTooLate));
    if (campaigns === 0) return isTooLate ? fail(refused('review_expired')) : ok(job.state);
    if (isReviewExpired(job)) return checkAgain(tx, id);
    await setRunning(tx, id);
    await record('job.retried', { campaigns });
    return ok('running');
  });

/** Stops a job. The job's creator and every admin can do this. Calls in progress finish, and no new calls start. */
export async function stopJob(id: number): Promise<Outcome<JobState>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const stopped = await changeAndRecord(async (tx, record): Promise<Outcome<JobState>> => {
    const job = await lockJob(tx, id);
    if (!job) return fail({ kind: 'missing' });
    if (!mayStopJob(job, member)) return fail(refused('job_not_yours'));
    if (!(await setStopping(tx, id, 'member', member.email))) return ok(job.state);
    await record({ name: 'job.stopped', by: member, details: { id } });
    return ok('stopping');
  });
  wakeUp(JOBS_LEASE);
  return stopped;
}

/**
 * Discards a job's check or review. Since the check began, the job has only read campaigns. If the job was
 * started earlier, it becomes stopped and keeps its results. Otherwise, it is deleted. The job's creator and
 * every admin can do this. Fails with the code `job_state` if the job is neither being checked nor waiting
 * for its review.
 * @returns the job's new state, or undefined if the job was deleted
 */
export async function discardJobReview(id: number): Promise<Outcome<JobState | undefined>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  return changeAndRecord(async (tx): Promise<Outcome<JobState | undefined>> => {
    const job = await lockJob(tx, id);
    if (!job) return fail({ kind: 'missing' });
    if (!mayStopJob(job, member)) return fail(refused('job_not_yours'));
    if (!(await discardReview(tx, id, member.email))) return fail(refused('job_state'));
    return ok(job.startedAt === null ? undefined : 'stopped');
  });
}

type ChangeJob = (
  tx: Database,
  job: AgedJobRow,
  record: (name: ChangeEventName, details: EventDetails) => Promise<void>,
) => Promise<Outcome<JobState>>;

/** Changes a job that the signed-in member created, if the member still has permission for its action. */
async function changeOwnJob(id: number, change: ChangeJob): Promise<Outcome<JobState>> {
  const viewer = await authorize('listCampaigns');
  if (!viewer.ok) return viewer;
  const known = await findJob(await store(), id);
  if (!known) return fail({ kind: 'missing' });
  if (known.memberId !== viewer.value.id) return fail(refused('job_not_yours'));
  const permission = permissionFor(known.action);
  const allowed = await authorize(permission);
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const changed = await changeAndRecord(async (tx, record): Promise<Outcome<JobState>> => {
    // Lock the member before the job, in the same order as when an admin changes a member.
    if (!(await lockMemberWithPermission(tx, member.id, permission))) return fail({ kind: 'forbidden' });
    const job = await lockJob(tx, id);
    return job ? change(tx, job, recordAs(record, member, id)) : fail({ kind: 'missing' });
  });
  wakeUp(JOBS_LEASE);
  return changed;
}

const recordAs =
  (record: RecordEvent, by: Member, id: number) =>
  (name: ChangeEventName, details: EventDetails): Promise<void> =>
    record({ name, by, details: { id, ...details } });
