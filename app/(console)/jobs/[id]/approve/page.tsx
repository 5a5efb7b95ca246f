import type { Metadata } from 'next';
import { type ApprovableCampaign, ApprovePage } from '#components/jobs/approve-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { getCampaign } from '#lib/data/campaigns.ts';
import { type ItemFilter, listJobItems } from '#lib/data/job-results.ts';
import type { JobItem } from '#lib/domain/job.ts';
import { APPROVALS_PER_PAGE } from '#lib/forms/job-approval.ts';
import { readJobQuery } from '#lib/forms/job-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadJob } from '../loader.ts';
import { approveJobAction } from './actions.ts';

export const metadata: Metadata = { title: 'Approve campaigns' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

/** Shows the proofs of those campaigns in a job that are waiting for a second member's approval. */
export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'approve');
  const [job, given, dateSettings] = await Promise.all([loadJob(id), searchParams, readDateSettings()]);
  const retryHref = `/jobs/${id}/approve`;
  if (!job.ok) return <ServiceUnavailable failure={job.failure} retryHref={retryHref} />;
  const { page } = readJobQuery(given);
  const waiting: ItemFilter =
    job.value.action.kind === 'ask_approval'
      ? { states: ['done'] }
      : { leftOut: ['waiting_for_member', 'waiting_for_both'] };
  const listed = await listJobItems(id, waiting, { page, perPage: APPROVALS_PER_PAGE });
  if (!listed.ok) return <ServiceUnavailable failure={listed.failure} retryHref={retryHref} />;
  const { items, total } = listed.value;
  const campaigns = await Promise.all(items.map((item) => readApprovable(item, member.id)));
  return (
    <ApprovePage
      job={job.value}
      campaigns={campaigns}
      total={total}
      page={page}
      action={approveJobAction}
      dateSettings={dateSettings}
    />
  );
});

async function readApprovable(item: JobItem, memberId: string): Promise<ApprovableCampaign> {
  const campaign = await getCampaign(item.campaignId);
  const sharing = campaign.ok ? await readCampaignSharing(campaign.value) : undefined;
  if (!campaign.ok || !sharing?.ok)
    return { item, campaign: undefined, fingerprint: null, isApproved: false };
  const { memberDecisions, decidable } = sharing.value;
  const own = memberDecisions.find((decision) => decision.memberId === memberId);
  const isApproved = own?.decision === 'approved' && own.isCurrent === true;
  return { item, campaign: campaign.value, fingerprint: decidable, isApproved };
}
