import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CustomerTable } from '#components/customers/customer-table.tsx';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listCustomers } from '#lib/data/customers.ts';
import { serviceNow } from '#lib/data/service.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { pagingHref, readPagingQuery } from '#lib/forms/paging.ts';
import type { SearchParams } from '#lib/forms/query.ts';

export const metadata: Metadata = { title: 'Customers' };

const PATH = '/customers';

export default async function CustomersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readPagingQuery(params);
  if (query.hasBlanks) redirect(pagingHref(PATH, query.typed));

  const isQueryValid = Object.keys(query.errors).length === 0;
  const list = isQueryValid ? await listCustomers(query.filters) : undefined;
  const empty = (
    <EmptyState icon="customers" title="No customers yet">
      <p>Customers are created in the mail service and appear here automatically.</p>
    </EmptyState>
  );
  return (
    <>
      <PageHeader title="Customers" />
      <PagedList path={PATH} query={query} list={list} zoneLabel={zoneLabel(dateSettings.zone)} empty={empty}>
        {(customers) => (
          <CustomerTable customers={customers} dateSettings={dateSettings} now={serviceNow()} />
        )}
      </PagedList>
    </>
  );
}
