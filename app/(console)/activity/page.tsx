import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ActivityFilterForm } from '#components/activity/activity-filters.tsx';
import { ActivityTable } from '#components/activity/activity-table.tsx';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listActivity, listActivityMembers } from '#lib/data/activity.ts';
import { activityHref, readActivityQuery } from '#lib/forms/activity-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readActivityQuery(params, dateSettings.zone);
  const { typed, errors, filters, before } = query;
  if (query.hasBlanks) redirect(activityHref(typed));
  const isValid = Object.keys(errors).length === 0;
  const [list, members] = await Promise.all([
    isValid ? listActivity(filters, before) : undefined,
    listActivityMembers(),
  ]);
  const page = list?.ok ? list.value : undefined;
  return (
    <>
      <PageHeader title="Activity">
        {isValid && (
          <a
            href={activityHref({ ...typed, before: undefined }, {}, '/activity/export')}
            className={buttonClass('plain')}
          >
            Download CSV
          </a>
        )}
      </PageHeader>
      <ActivityFilterForm query={query} members={members} />
      {page && page.items.length > 0 && (
        <ActivityTable entries={page.items} dateSettings={dateSettings} now={Date.now()} />
      )}
      {page?.items.length === 0 && (
        <EmptyState icon="clock" title="No activity to show">
          <p>Payments, mailings, cancellations, and edits appear here.</p>
        </EmptyState>
      )}
      {page?.next !== undefined && (
        <PageLink
          href={activityHref(typed, { before: String(page.next) })}
          className={buttonClass('plain', 'mt-3.5')}
        >
          Older
        </PageLink>
      )}
    </>
  );
}
