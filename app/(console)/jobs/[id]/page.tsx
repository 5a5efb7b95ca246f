import type { Metadata } from 'next';
import { CheckNote } from '#components/jobs/check-note.tsx';
import { CheckingPage } from '#components/jobs/checking-page.tsx';
import { JobPage } from '#components/jobs/job-page.tsx';
import { JobReview } from '#components/jobs/job-review.tsx';
import { JobWatcher } from '#components/jobs/job-watcher.tsx';
import { MissingApprovals, RequestedApprovals } from '#components/jobs/missing-approvals.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { serviceNow } from '#lib/data/service.ts';
import { finishedItems, includedItems, isReview, type Job } from '#lib/domain/job.ts';
import { jobFingerprint } from '#lib/domain/live-job.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeBulkLimit, JOB_STATE_NAMES, jobTitle } from '#lib/format/job.ts';
import { readCheckReason, readJobQuery } from '#lib/forms/job-query.ts';
import { newJobHref, readChosenCampaigns, reviewHref } from '#lib/forms/job-selection.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { withErrorTitles } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import {
  discardReviewAction,
  recheckJobAction,
  resumeJobAction,
  retryRefusedAction,
  startJobAction,
  stopJobAction,
} from './actions.ts';
import { loadJob, loadResults, loadReview } from './loader.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

const REVIEW_ACTIONS = { start: startJobAction, recheck: recheckJobAction, discard: discardReviewAction };
const ACTIONS = { stop: stopJobAction, resume: resumeJobAction, retry: retryRefusedAction };

export const generateMetadata = withErrorTitles(async ({ params }: PageProps): Promise<Metadata> => {
  const { id } = await requirePageAccess(params, 'listCampaigns');
  const job = await loadJob(id);
  if (!job.ok) return { title: `Job #${id}` };
  const { action, state, counts } = job.value;
  return { title: jobTitle({ kind: action.kind, state }, includedItems(counts)) };
});

/** Shows a job’s review or, once the job has been started, its progress. */
export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'listCampaigns');
  const [job, given] = await Promise.all([loadJob(id), searchParams]);
  if (!job.ok) return <ServiceUnavailable failure={job.failure} retryHref={`/jobs/${id}`} />;
  return (
    <>
      <Content job={job.value} params={given} canApprove={isAllowed(member.role, 'approve')} />
      <Watcher job={job.value} />
    </>
  );
});

interface ContentProps {
  readonly job: Job;
  readonly params: SearchParams;
  readonly canApprove: boolean;
}

async function Content({ job, params, canApprove }: ContentProps) {
  const { id, state } = job;
  const dateSettings = await readDateSettings();
  const now = serviceNow();
  if (isReview(state)) return <Review {...{ job, params, canApprove, dateSettings, now }} />;
  const query = readJobQuery(params);
  const results = await loadResults(id, query);
  if (!results.ok) return <ServiceUnavailable failure={results.failure} retryHref={`/jobs/${id}`} />;
  const [summary, { items, total }] = results.value;
  return (
    <JobPage
      {...{ job, summary, items, total, query, dateSettings, now }}
      header={
        <>
          <MissingApprovals job={job} leftOut={summary.leftOut} canApprove={canApprove} />
          <RequestedApprovals job={job} canApprove={canApprove} />
        </>
      }
      actions={ACTIONS}
    />
  );
}

interface ReviewProps extends ContentProps {
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Shows the check of the job's campaigns, and then the review. */
async function Review({ job, params, canApprove, dateSettings, now }: ReviewProps) {
  const { id, state, action } = job;
  const chosen = readChosenCampaigns(params, dateSettings.zone);
  const reason = readCheckReason(params);
  const note = <CheckNote job={job} reason={reason} />;
  if (state === 'checking')
    return (
      <CheckingPage
        {...{ job, chosen }}
        discardAction={discardReviewAction}
        updateHref={reviewHref(id, chosen, reason)}
        header={note}
      />
    );
  const review = await loadReview(id);
  if (!review.ok) return <ServiceUnavailable failure={review.failure} retryHref={`/jobs/${id}`} />;
  const { leftOut, totals } = review.value.summary;
  return (
    <JobReview
      {...{ job, chosen, ...review.value, actions: REVIEW_ACTIONS, dateSettings, now }}
      note={note}
      header={<MissingApprovals job={job} leftOut={leftOut} canApprove={canApprove} />}
      changeHref={chosen && newJobHref(chosen, action.kind)}
      confirmHint={describeBulkLimit(env().bulkConfirmAbove, totals)}
    />
  );
}

function Watcher({ job }: { job: Job }) {
  const { id, state, counts, secondsLeft, isReviewExpired } = job;
  return (
    <JobWatcher
      id={id}
      state={state}
      stateName={isReviewExpired ? 'This review is out of date' : JOB_STATE_NAMES[state]}
      total={includedItems(counts)}
      finished={finishedItems(counts)}
      refused={counts.refused}
      unknown={counts.unknown}
      secondsLeft={secondsLeft}
      shownFingerprint={jobFingerprint(job)}
    />
  );
}
