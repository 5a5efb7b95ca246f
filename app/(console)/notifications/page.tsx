import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { NotificationList } from '#components/notifications/notification-list.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { pagingHref, readPagingQuery } from '#lib/forms/paging.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { consolePage } from '../console-page.tsx';
import { markReadAction } from './actions.ts';

export const metadata: Metadata = { title: 'Notifications' };

const PATH = '/notifications';

export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readPagingQuery(params);
  if (query.hasBlanks) redirect(pagingHref(PATH, query.typed));
  const { page = 1, per_page } = query.filters;
  const isValid = Object.keys(query.errors).length === 0;
  const list = isValid ? await listOwnNotifications(page, per_page) : undefined;
  const asOf = list?.ok ? list.value.asOf : 0;
  return (
    <>
      <PageHeader title="Notifications">
        <PageLink href="/profile#notifications" className={buttonClass('plain')}>
          Email settings
        </PageLink>
      </PageHeader>
      <PagedList
        path={PATH}
        query={query}
        list={list}
        zoneLabel={zoneLabel(dateSettings.zone)}
        empty={
          <EmptyState icon="bell" title="No notifications">
            <p>Decisions, approvals, and problems that concern you appear here.</p>
          </EmptyState>
        }
      >
        {(items) => (
          <NotificationList
            items={items}
            asOf={asOf}
            dateSettings={dateSettings}
            now={Date.now()}
            action={markReadAction}
          />
        )}
      </PagedList>
    </>
  );
});
