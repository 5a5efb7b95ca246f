import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { JobReview } from '#components/jobs/job-review.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { serviceNow } from '#lib/data/service.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadJob, loadReview } from '../loader.ts';

export const metadata: Metadata = { title: 'Review' };

/** Shows the review of a job that has been started. */
export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'listCampaigns');
  const retryHref = `/jobs/${id}/review`;
  const [job, dateSettings] = await Promise.all([loadJob(id), readDateSettings()]);
  if (!job.ok) return <ServiceUnavailable failure={job.failure} retryHref={retryHref} />;
  if (job.value.startedAt === null) redirect(`/jobs/${id}`);
  const review = await loadReview(id);
  if (!review.ok) return <ServiceUnavailable failure={review.failure} retryHref={retryHref} />;
  const props = { job: job.value, ...review.value, dateSettings, now: serviceNow() };
  return (
    <JobReview {...props} changeHref={undefined} chosen={undefined} actions={undefined} confirmHint="" />
  );
});
