import type { ReactNode } from 'react';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import type { Outcome } from '#lib/domain/outcome.ts';
import { type PagingQuery, pagingHref } from '#lib/forms/paging.ts';
import { BeyondLastPage, EmptyState, EmptyStateLink } from './empty-state.tsx';
import { Pagination } from './pagination.tsx';

interface Page<T> {
  readonly items: readonly T[];
  readonly current_page: number;
  readonly total_count: number;
  readonly total_pages: number;
}

interface PagedListProps<T> {
  /** The URL path of the page with the list. */
  readonly path: string;
  readonly query: PagingQuery;
  /** Undefined if the page number or the page size is invalid. */
  readonly list: Outcome<Page<T>> | undefined;
  readonly zoneLabel: string;
  /** Shown if the list has no items on any page. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

/**
 * A paged list that can't be filtered. Shows a message if the list is empty, the page number is invalid, or the list
 * can't be read.
 */
export function PagedList<T>({ path, query, list, zoneLabel, empty, children }: PagedListProps<T>) {
  const { typed, errors, filters } = query;
  const hrefOf = (page: number) => pagingHref(path, typed, { page: String(page) });
  if (list === undefined) {
    return (
      <EmptyState icon="not-found" title="This page doesn’t exist">
        <p>{errors.page ?? errors.per_page}</p>
        <EmptyStateLink href={path}>Go to first page</EmptyStateLink>
      </EmptyState>
    );
  }
  if (!list.ok)
    return <ServiceUnavailable failure={list.failure} retryHref={pagingHref(path, typed)} headingLevel={2} />;
  const perPage = filters.per_page;
  const { items, current_page, total_count, total_pages } = list.value;
  if (items.length === 0 && total_count === 0) return empty;
  if (items.length === 0) {
    return <BeyondLastPage page={typed.page} totalPages={total_pages} lastHref={hrefOf(total_pages)} />;
  }
  return (
    <>
      {children(items)}
      <Pagination
        page={current_page}
        perPage={perPage}
        shown={items.length}
        total={total_count}
        totalPages={total_pages}
        zoneLabel={zoneLabel}
        hrefOf={hrefOf}
        perPageHrefOf={(size) => pagingHref(path, typed, { per_page: String(size), page: '1' })}
      />
    </>
  );
}
