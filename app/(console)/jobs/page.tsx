import type { Metadata } from 'next';
import { JobList } from '#components/jobs/job-list.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listJobs } from '#lib/data/job-results.ts';
import { readPagingQuery } from '#lib/forms/paging.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { consolePage } from '../console-page.tsx';
import { notFoundOrForbidden } from '../page-access.ts';

export const metadata: Metadata = { title: 'Jobs' };

export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const { typed, filters } = readPagingQuery(params);
  const { page = 1, per_page: perPage } = filters;
  const listed = await listJobs({ page, perPage });
  if (!listed.ok) {
    const { failure } = notFoundOrForbidden(listed.failure);
    return <ServiceUnavailable failure={failure} retryHref="/jobs" />;
  }
  const { jobs, total } = listed.value;
  return (
    <>
      <PageHeader title="Jobs" crumbs={[{ label: 'Campaigns', href: '/campaigns' }]} />
      {jobs.length === 0 ? (
        <EmptyState icon="campaigns" title="No jobs to show">
          <p>Select several campaigns in a list to schedule, cancel, or copy them together.</p>
          <EmptyStateLink href="/campaigns">Go to campaigns</EmptyStateLink>
        </EmptyState>
      ) : (
        <JobList
          jobs={jobs}
          total={total}
          page={page}
          perPage={perPage}
          typed={typed}
          dateSettings={dateSettings}
          now={Date.now()}
        />
      )}
    </>
  );
});
