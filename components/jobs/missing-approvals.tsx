import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Job, JobSummary, LeftOutReason } from '#lib/domain/job.ts';
import { formatPlural } from '#lib/format/text.ts';

const WAITING: readonly LeftOutReason[] = ['waiting_for_member', 'waiting_for_both'];

interface MissingApprovalsProps {
  readonly job: Pick<Job, 'id' | 'action' | 'by' | 'isOwn' | 'startedAt'>;
  readonly leftOut: JobSummary['leftOut'];
  /** Whether the member's role allows approving. */
  readonly canApprove: boolean;
}

/** Says that campaigns are waiting for a second member's approval, and links other members to the proofs. */
export function MissingApprovals({ job, leftOut, canApprove }: MissingApprovalsProps) {
  const waiting = leftOut
    .filter(({ reason }) => WAITING.includes(reason))
    .reduce((sum, { campaigns }) => sum + campaigns, 0);
  if (waiting === 0) return null;
  if (job.action.kind === 'reschedule') return <QueuedWithoutApproval campaigns={waiting} />;
  return (
    <div className="mb-4">
      <Note tone="amber" title="Waiting for a second member’s approval">
        <p>
          {formatPlural(waiting, 'campaign')} {waiting === 1 ? 'was' : 'were'} left out. A member other than{' '}
          <bdi className="wrap-anywhere">{job.by}</bdi> must approve{' '}
          {waiting === 1 ? 'its proof' : 'their proofs'} first.
          {job.isOwn &&
            (job.startedAt === null
              ? ' Ask a member to open this page, then check again.'
              : ' Ask a member to open this page, then select the campaigns again.')}
        </p>
        {!job.isOwn && canApprove && (
          <PageLink href={`/jobs/${job.id}/approve`} className={buttonClass('plain', 'mt-2 text-sm')}>
            View proofs
          </PageLink>
        )}
      </Note>
    </div>
  );
}

/** Members can approve only drafts, so no other member can help here. */
function QueuedWithoutApproval({ campaigns }: { campaigns: number }) {
  return (
    <div className="mb-4">
      <Note tone="amber" title="Without a second member’s approval">
        <p>
          {formatPlural(campaigns, 'queued campaign')} {campaigns === 1 ? 'was' : 'were'} left out. Only
          drafts can be approved. To change the send time, cancel sending, get the approval, and then schedule{' '}
          {campaigns === 1 ? 'the campaign' : 'the campaigns'}.
        </p>
      </Note>
    </div>
  );
}

interface RequestedApprovalsProps {
  readonly job: Pick<Job, 'id' | 'by' | 'isOwn' | 'counts' | 'action'>;
  /** Whether the member's role allows approving. */
  readonly canApprove: boolean;
}

/** Links other members to the proofs that a job asks them to approve. */
export function RequestedApprovals({ job, canApprove }: RequestedApprovalsProps) {
  const { id, by, isOwn, counts, action } = job;
  if (action.kind !== 'ask_approval' || counts.done === 0 || isOwn || !canApprove) return null;
  return (
    <div className="mb-4">
      <Note tone="amber" title="Approval requested">
        <p>
          <bdi className="wrap-anywhere">{by}</bdi> asked the team to approve{' '}
          {formatPlural(counts.done, 'campaign')}.
        </p>
        <PageLink href={`/jobs/${id}/approve`} className={buttonClass('plain', 'mt-2 text-sm')}>
          View proofs
        </PageLink>
      </Note>
    </div>
  );
}
