import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FreshnessLine } from '#components/campaigns/freshness-line.tsx';
import {
  CustomerList,
  CustomerSearch,
  describeNoMatches,
  describeReachable,
} from '#components/customers/customer-list.tsx';
import { CustomerTable } from '#components/customers/customer-table.tsx';
import { BeyondLastPage, EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { Pagination } from '#components/lists/pagination.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { type CustomerListing, readIndexedCustomers } from '#lib/data/customer-list.ts';
import { listCustomers } from '#lib/data/customers.ts';
import { serviceNow } from '#lib/data/service.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { type DateSettings, zoneLabel } from '#lib/format/dates.ts';
import { type CustomerQuery, customersHref, readCustomerQuery } from '#lib/forms/customer-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';

export const metadata: Metadata = { title: 'Customers' };

export default async function CustomersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readCustomerQuery(params);
  if (query.hasBlanks) redirect(customersHref(query.typed));

  const isValid = Object.keys(query.errors).length === 0;
  const read = isValid ? await readIndexedCustomers(toRequest(query)) : undefined;
  const listing = read?.ok ? read.value : undefined;
  return (
    <>
      <PageHeader title="Customers">
        <FreshnessLine freshness={listing?.freshness} dateSettings={dateSettings} />
      </PageHeader>
      {listing?.kind !== 'live' && <CustomerSearch query={query} />}
      {read?.ok === false && (
        <ServiceUnavailable failure={read.failure} retryHref={customersHref(query.typed)} headingLevel={2} />
      )}
      {read === undefined && <InvalidQuery query={query} />}
      {listing?.kind === 'indexed' && (
        <IndexedList listing={listing} query={query} dateSettings={dateSettings} />
      )}
      {listing?.kind === 'live' && <LiveList query={query} dateSettings={dateSettings} />}
    </>
  );
}

const toRequest = ({ words, sort, filters }: CustomerQuery) => ({
  words,
  sort,
  page: filters.page ?? 1,
  perPage: filters.per_page,
});

function InvalidQuery({ query: { errors } }: { query: CustomerQuery }) {
  return (
    <EmptyState icon="not-found" title="This page doesn’t exist">
      <p>{Object.values(errors).join(' ')}</p>
      <EmptyStateLink href="/customers">Go to first page</EmptyStateLink>
    </EmptyState>
  );
}

const NO_CUSTOMERS = (
  <EmptyState icon="customers" title="No customers yet">
    <p>Customers are created in the mail service and appear here automatically.</p>
  </EmptyState>
);

interface ListProps {
  readonly query: CustomerQuery;
  readonly dateSettings: DateSettings;
}

function IndexedList({
  listing: { items, total },
  query,
  dateSettings,
}: ListProps & { readonly listing: CustomerListing & { kind: 'indexed' } }) {
  const { typed, filters } = query;
  const perPage = filters.per_page;
  const reachable = INDEX_LIMITS.offset + perPage;
  const totalPages = Math.max(1, Math.ceil(Math.min(total, reachable) / perPage));
  const hrefOf = (page: number) => customersHref(typed, { page: String(page) });
  if (total === 0 && typed.q === undefined) return NO_CUSTOMERS;
  if (total === 0)
    return (
      <EmptyState icon="customers" title="No matching customers">
        <p>{describeNoMatches(typed)}</p>
        <EmptyStateLink href="/customers">Show all customers</EmptyStateLink>
      </EmptyState>
    );
  if (items.length === 0)
    return <BeyondLastPage page={typed.page} totalPages={totalPages} lastHref={hrefOf(totalPages)} />;
  return (
    <>
      <CustomerList customers={items} query={query} dateSettings={dateSettings} now={serviceNow()} />
      <Pagination
        page={filters.page ?? 1}
        perPage={perPage}
        shown={items.length}
        total={total}
        totalPages={totalPages}
        zoneLabel={zoneLabel(dateSettings.zone)}
        hrefOf={hrefOf}
        perPageHrefOf={(size) => customersHref(typed, { per_page: String(size), page: undefined })}
      />
      {total > reachable && (filters.page ?? 1) === totalPages && (
        <p className="mt-2 text-sm text-muted">{describeReachable(reachable)}</p>
      )}
    </>
  );
}

/** The mail service's own list, which can't be searched or sorted. */
async function LiveList({ query, dateSettings }: ListProps) {
  const { typed, filters, errors } = query;
  if (typed.q !== undefined || typed.sort !== undefined)
    return (
      <EmptyState icon="clock" title="Search and sorting aren’t available yet">
        <p>You can search and sort customers once all campaigns have been indexed.</p>
        <EmptyStateLink href="/customers">Show all customers</EmptyStateLink>
      </EmptyState>
    );
  return (
    <PagedList
      path="/customers"
      query={{ typed, filters, errors, hasBlanks: false }}
      list={await listCustomers(filters)}
      zoneLabel={zoneLabel(dateSettings.zone)}
      empty={NO_CUSTOMERS}
    >
      {(customers) => <CustomerTable customers={customers} dateSettings={dateSettings} now={serviceNow()} />}
    </PagedList>
  );
}
