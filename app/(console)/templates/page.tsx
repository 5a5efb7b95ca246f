import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { TemplateCards } from '#components/templates/template-cards.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { listTemplates } from '#lib/data/templates.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { pagingHref, readPagingQuery } from '#lib/forms/paging.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { findConfirmedChange } from '../confirmation.ts';

export const metadata: Metadata = { title: 'Templates' };

const PATH = '/templates';

export default async function TemplatesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readPagingQuery(params);
  if (query.hasBlanks) redirect(pagingHref(PATH, query.typed));

  const isQueryValid = Object.keys(query.errors).length === 0;
  const [list, change] = await Promise.all([
    isQueryValid ? listTemplates(query.filters) : undefined,
    findConfirmedChange('templateId', params),
  ]);
  const empty = (
    <EmptyState icon="templates" title="No templates yet">
      <p>Templates are created in the mail service and appear here automatically.</p>
    </EmptyState>
  );
  return (
    <>
      <PageHeader title="Templates" />
      {change?.operation === 'deleteTemplate' && (
        <Confirmation>Template #{change.subjectId} deleted. Its campaigns aren’t affected.</Confirmation>
      )}
      <PagedList path={PATH} query={query} list={list} zoneLabel={zoneLabel(dateSettings.zone)} empty={empty}>
        {(templates) => (
          <TemplateCards templates={templates} dateSettings={dateSettings} now={serviceNow()} />
        )}
      </PagedList>
    </>
  );
}
