import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { formatCount } from '#lib/format/text.ts';
import { PAGE_SIZES } from '#lib/forms/paging.ts';
import { ListSummary } from './list-summary.tsx';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  readonly page: number;
  readonly perPage: number;
  readonly shown: number;
  readonly total: number;
  /** True if there are more items than `total`. */
  readonly isAtLeast?: boolean | undefined;
  readonly totalPages: number;
  readonly zoneLabel: string;
  /** Returns the URL of the page with the given number. */
  readonly hrefOf: (page: number) => string;
  /** Returns the URL of the first page with the given number of items per page. Undefined if the number is fixed. */
  readonly perPageHrefOf?: (perPage: number) => string;
}

/** The line below a list: the range of items shown, the page links, and the page sizes. */
export function Pagination(props: PaginationProps) {
  const { page, perPage, shown, total, isAtLeast, totalPages, zoneLabel, perPageHrefOf } = props;
  const first = (page - 1) * perPage + 1;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <ListSummary zoneLabel={zoneLabel} className="grow text-sm">
        {formatCount(first)}–{formatCount(first + shown - 1)} of {isAtLeast && 'at least '}
        {formatCount(total)}
      </ListSummary>
      {totalPages > 1 && <Pages {...props} />}
      {perPageHrefOf && total > Math.min(perPage, ...PAGE_SIZES) && (
        <PageSizes perPage={perPage} perPageHrefOf={perPageHrefOf} />
      )}
    </div>
  );
}

function Pages({ page, totalPages, hrefOf }: PaginationProps) {
  return (
    <nav aria-label="Pages">
      <ul className="flex items-center gap-0.5">
        {page > 1 && (
          <li>
            <PageLink href={hrefOf(page - 1)} aria-label="Previous page" className="page-link">
              <ControlIcon name="previous" className="size-4" />
            </PageLink>
          </li>
        )}
        {pageNumbers(page, totalPages).map((number, i) => (
          <li key={number ?? `gap ${i}`}>
            {number === undefined ? (
              <span className="px-1 text-sm text-muted">…</span>
            ) : (
              <PageLink
                href={hrefOf(number)}
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}`}
                className="page-link"
              >
                {formatCount(number)}
              </PageLink>
            )}
          </li>
        ))}
        {page < totalPages && (
          <li>
            <PageLink href={hrefOf(page + 1)} aria-label="Next page" className="page-link">
              <ControlIcon name="next" className="size-4" />
            </PageLink>
          </li>
        )}
      </ul>
    </nav>
  );
}

function PageSizes({ perPage, perPageHrefOf }: Required<Pick<PaginationProps, 'perPage' | 'perPageHrefOf'>>) {
  return (
    <nav aria-label="Items per page" className="flex items-center gap-0.5 text-sm text-muted">
      <span className="mr-1">Rows</span>
      {PAGE_SIZES.map((size) => (
        <PageLink
          key={size}
          href={perPageHrefOf(size)}
          aria-current={perPage === size ? 'true' : undefined}
          className="page-size"
        >
          {size}
        </PageLink>
      ))}
    </nav>
  );
}
