import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { TemplateCards } from '#components/templates/template-cards.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { serviceNow } from '#lib/data/service.ts';
import { listTemplates } from '#lib/data/templates.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { pagingHref, readPagingQuery, type SearchParams } from '#lib/forms/query.ts';
import { DeletedTemplateNote } from './deleted-template-note.tsx';

export const metadata: Metadata = { title: 'Templates' };

const PATH = '/templates';

export default async function TemplatesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readPagingQuery(params);
  if (query.hasBlanks) redirect(pagingHref(PATH, query.typed));

  const isQueryValid = Object.keys(query.errors).length === 0;
  const list = isQueryValid ? await listTemplates(query.filters) : undefined;
  const empty = (
    <EmptyState icon="templates" title="No templates yet">
      <p>Templates are created in the mail service and appear here automatically.</p>
    </EmptyState>
  );
  return (
    <>
      <PageHeader title="Templates" />
      <DeletedTemplateNote id={params.deleted} />
      <PagedList path={PATH} query={query} list={list} zoneLabel={zoneLabel(zone)} empty={empty}>
        {(templates) => <TemplateCards templates={templates} zone={zone} now={serviceNow()} />}
      </PagedList>
    </>
  );
}
