import type { Mutation } from './mutation.ts';

const JOBS = 'tests/console/jobs.test.ts';
const WORKERS = 'tests/console/job-workers.test.ts';
const INTERRUPTIONS = 'tests/console/job-interruptions.test.ts';
const REVIEWS = 'tests/console/job-reviews.test.ts';
const SHARING = 'tests/console/job-sharing.test.ts';
const REQUESTS = 'tests/console/job-approval-requests.test.ts';
const PERMISSIONS = 'tests/console/job-permissions.test.ts';
const RESUMED = 'tests/console/resumed-jobs.test.ts';
const RACES = 'tests/console/job-races.test.ts';

const RESCHEDULES = 'tests/console/job-reschedules.test.ts';
const INTERRUPTED = 'tests/console/interrupted-reschedules.test.ts';

export const JOB_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a bulk job leaves a campaign unscheduled whose server died after the cancellation',
    file: 'lib/store/attempts.ts',
    find: "isInterrupted: isCanceled && row.reschedule?.reason === 'interrupted',",
    replace: '',
    tests: [INTERRUPTED],
  },
  {
    what: 'a stopped bulk job goes on with a reschedule whose server died',
    file: 'lib/store/job-work.ts',
    find: "isInterrupted && (await lockJobInState(tx, attemptKey, ['running']));",
    replace: 'isInterrupted;',
    tests: [INTERRUPTED],
  },
  {
    what: 'a bulk job cancels more campaigns after it couldn’t schedule one again',
    file: 'lib/jobs/items.ts',
    find: "if (await hasEndedUnscheduled(db, item)) await stopJobOf(job, 'unscheduled');",
    replace: '',
    tests: [INTERRUPTED],
  },
  {
    what: 'a bulk job cancels other campaigns while a canceled one waits to be scheduled again',
    file: 'lib/jobs/round.ts',
    find: 'unscheduled.length > 0 ? unscheduled : undefined',
    replace: 'undefined',
    tests: [INTERRUPTED],
  },
  {
    what: 'a stopped bulk job doesn’t say that a campaign isn’t scheduled',
    file: 'lib/jobs/finish.ts',
    find: "if (job.action.kind === 'reschedule') await refuseUnscheduled(db, job.id);",
    replace: '',
    tests: [INTERRUPTED],
  },
  {
    what: 'a bulk job reschedules a campaign whose send time changed after the review',
    file: 'lib/domain/preconditions.ts',
    find: "return refused('send_time_changed');",
    replace: 'return null;',
    tests: [RESCHEDULES],
  },
  {
    what: 'a bulk job’s call can begin although another server has refused the campaign',
    file: 'lib/store/job-work.ts',
    find: "and(eq(jobItems.attemptKey, attemptKey), eq(jobItems.state, 'started'), isNull(jobItems.begunAt));",
    replace: 'and(eq(jobItems.attemptKey, attemptKey), isNull(jobItems.begunAt));',
    tests: [WORKERS],
  },
  {
    what: 'a bulk job’s call can begin after the job was stopped',
    file: 'lib/store/job-work.ts',
    find: "if (!(await lockJobInState(tx, attemptKey, ['running']))) return false;",
    replace: '',
    tests: [WORKERS],
  },
  {
    what: 'a retry keeps the key that another server may still use',
    file: 'lib/store/job-work.ts',
    find: '  attemptKey: sql`gen_random_uuid()`,\n',
    replace: '',
    tests: [WORKERS, JOBS],
  },
  {
    what: 'a retry repeats calls whose outcome is unknown',
    file: 'lib/store/job-work.ts',
    find: "eq(jobItems.state, 'refused'), condition)",
    replace: "sql`state in ('refused', 'unknown')`, condition)",
    tests: [JOBS],
  },
  {
    what: 'a bulk job sends a campaign whose recipients changed after the review',
    file: 'lib/domain/preconditions.ts',
    find: "return refused('recipients_changed')",
    replace: 'return null',
    tests: [JOBS],
  },
  {
    what: 'the approval rule ignores what a job’s campaigns cost together',
    file: 'lib/domain/approval-rule.ts',
    find: 'jobTotal !== undefined && jobTotal >= minimum',
    replace: 'jobTotal !== undefined && jobTotal < 0',
    tests: [PERMISSIONS],
  },
  {
    what: 'any member can start another member’s job',
    file: 'lib/data/jobs.ts',
    find: "if (known.memberId !== viewer.value.id) return fail(refused('job_not_yours'));",
    replace: '',
    tests: [PERMISSIONS],
  },
  {
    what: 'a demoted member’s jobs go on',
    file: 'lib/store/jobs.ts',
    find: 'disabledAt !== null || !isAllowed(role, permissionFor(action))',
    replace: 'disabledAt !== null && !isAllowed(role, permissionFor(action))',
    tests: [INTERRUPTIONS],
  },
  {
    what: 'a job starts with an old review',
    file: 'lib/data/jobs.ts',
    find: '> REVIEW_VALID_MS',
    replace: '< 0',
    tests: [REVIEWS],
  },
  {
    what: 'a bulk job cancels a campaign whose send time changed after the review',
    file: 'lib/domain/preconditions.ts',
    find: "return refused('send_time_changed')",
    replace: 'return null',
    tests: [JOBS],
  },
  {
    what: 'a job is resumed with an old review',
    file: 'lib/data/jobs.ts',
    find: "if (isReviewExpired(job)) return job.state === 'stopped' ? checkAgain(tx, id) : ok(job.state);",
    replace: '',
    tests: [RESUMED],
  },
  {
    what: 'refused campaigns are retried with an old review',
    file: 'lib/data/jobs.ts',
    find: "    if (isReviewExpired(job)) return checkAgain(tx, id);\n    await setRunning(tx, id);\n    await record('job.retried'",
    replace: "    await setRunning(tx, id);\n    await record('job.retried'",
    tests: [RESUMED],
  },
  {
    what: 'resuming a job includes campaigns that were left out when it was started',
    file: 'lib/store/job-reviews.ts',
    find: "= 'left_out' and not exists",
    replace: "= 'left_out' or not exists",
    tests: [RESUMED],
  },
  {
    what: 'old reviews of jobs that were started are deleted with their results',
    file: 'lib/store/jobs.ts',
    find: 'const isNewReview = and(isReview, isNull(jobs.startedAt));',
    replace: 'const isNewReview = and(isReview, isNull(jobs.endedAt));',
    tests: [RESUMED],
  },
  {
    what: 'a job ends while one of its campaigns is put back',
    file: 'lib/store/jobs.ts',
    find: '  await lockJob(tx, id);\n  const rows',
    replace: '  const rows',
    tests: [RACES],
  },
  {
    what: 'an outage of the mail service refuses a job’s campaigns',
    file: 'lib/domain/job-check.ts',
    find: "    case 'garbled':\n    case 'stale':\n      return 'wait';",
    replace: "    case 'garbled':\n    case 'stale':\n      return 'refuse';",
    tests: [INTERRUPTIONS],
  },
  {
    what: 'a job emails a customer whose address changed after the review',
    file: 'lib/data/customer-sharing.ts',
    find: "if (email !== reviewedAddress) return refused('recipient_changed');",
    replace: '',
    tests: [SHARING],
  },
  {
    what: 'two jobs email the same customer about the same campaign',
    file: 'lib/data/customer-sharing.ts',
    find: "if (await isSharedWith(tx, campaignId, email)) return refused('already_shared');",
    replace: '',
    tests: [SHARING],
  },
  {
    what: 'a job shares a campaign after it was stopped',
    file: 'lib/data/customer-sharing.ts',
    find: "if (!(await beginItem(tx, jobKey))) return fail({ kind: 'in_progress' });",
    replace: 'await beginItem(tx, jobKey);',
    tests: [SHARING],
  },
  {
    what: 'an email that the email server may have accepted is sent again',
    file: 'lib/store/share-emails.ts',
    find: ".set({ state: 'unknown' })",
    replace: ".set({ state: 'waiting' })",
    tests: [SHARING],
  },
  {
    what: 'a connection that breaks after an email counts as not sent',
    file: 'lib/email/transport.ts',
    find: "return status >= 400 ? 'not_sent' : 'unknown';",
    replace: "return 'not_sent';",
    tests: ['tests/console/email.test.ts'],
  },
  {
    what: 'a link that was revoked is emailed',
    file: 'lib/email/share-emails.ts',
    find: "linkState(link) === 'open' ? linkUrl(link) : null",
    replace: 'linkUrl(link)',
    tests: [SHARING],
  },
  {
    what: 'a link whose email failed stays open',
    file: 'lib/email/share-emails.ts',
    find: 'const isRevoked = await markShareLinkRevoked(tx, link.id, link.campaignId);',
    replace: 'const isRevoked = false;',
    tests: [SHARING],
  },
  {
    what: 'a job’s requests for approval are never announced if the job is stopped',
    file: 'lib/jobs/finish.ts',
    find: 'if (await setStoppedIfIdle(tx, job.id)) await announceJobRequests(tx, job);',
    replace: 'await setStoppedIfIdle(tx, job.id);',
    tests: [REQUESTS],
  },
  {
    what: 'approvers get an email for each campaign of a job',
    file: 'lib/data/approval-requests.ts',
    find: "await settleItem(tx, attemptKey, { state: 'done' });",
    replace:
      "await settleItem(tx, attemptKey, { state: 'done' });\n    await notifyApprovers(tx, 'approval.requested', id, member.id);",
    tests: [REQUESTS],
  },
  {
    what: 'a job asks again about content that members were asked about',
    file: 'lib/jobs/approval-request-check.ts',
    find: "? 'asked_already' : null",
    replace: '? null : null',
    tests: [REQUESTS],
  },
  {
    what: 'a request for approval contains the fingerprint of another campaign',
    file: 'lib/share-links/approval-request.ts',
    find: 'if (campaign.id !== campaignId)',
    replace: 'if (campaign.id !== campaign.id)',
    tests: [REQUESTS],
  },
  {
    what: 'an email asks for approval of campaigns that were approved',
    file: 'lib/store/job-approval-requests.ts',
    find: 'sql`not $',
    replace: 'sql`true or $',
    tests: [REQUESTS],
  },
];
