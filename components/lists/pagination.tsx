import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { formatCount } from '#lib/format/text.ts';
import { ListSummary } from './list-summary.tsx';

interface PaginationProps {
  readonly page: number;
  readonly perPage: number;
  readonly shown: number;
  readonly total: number;
  readonly totalPages: number;
  readonly zoneLabel: string;
  /** Returns the URL of the page with the given number. */
  readonly hrefOf: (page: number) => string;
}

export function Pagination({ page, perPage, shown, total, totalPages, zoneLabel, hrefOf }: PaginationProps) {
  const first = (page - 1) * perPage + 1;
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ListSummary zoneLabel={zoneLabel} className="grow text-sm">
        {formatCount(first)}–{formatCount(first + shown - 1)} of {formatCount(total)}
      </ListSummary>
      {totalPages > 1 && (
        <nav aria-label="Pages" className="flex items-center gap-2">
          <span className="text-sm text-muted tabular-nums">
            Page {formatCount(page)} of {formatCount(totalPages)}
          </span>
          {page > 1 && (
            <PageLink href={hrefOf(page - 1)} className={buttonClass()}>
              Previous
            </PageLink>
          )}
          {page < totalPages && (
            <PageLink href={hrefOf(page + 1)} className={buttonClass()}>
              Next
            </PageLink>
          )}
        </nav>
      )}
    </div>
  );
}
