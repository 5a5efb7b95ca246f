import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

type SortDirection = 'asc' | 'desc';

interface SortLinkProps {
  readonly href: string;
  readonly name: string;
  /** Undefined if the list isn't sorted by this column. */
  readonly direction: SortDirection | undefined;
  /** Whether the column's values are right-aligned. */
  readonly isNumber: boolean;
}

/** A column's name, as a link that sorts the list. An arrow shows the list's order. */
export function SortLink({ href, name, direction, isNumber }: SortLinkProps) {
  const isSorted = direction !== undefined;
  return (
    <PageLink
      href={href}
      className={`group/sort inline-flex min-h-6 items-center gap-1 align-middle hover:text-ink ${isNumber ? 'flex-row-reverse' : ''} ${isSorted ? 'text-ink' : ''}`}
    >
      {name}
      <ControlIcon
        name={direction === 'asc' ? 'up' : 'down'}
        className={`size-3.5 ${isSorted ? 'text-red' : 'opacity-0 group-hover/sort:opacity-60'}`}
      />
    </PageLink>
  );
}

/** The value of `aria-sort` on the column's heading. */
export function ariaSort(direction: SortDirection | undefined): 'ascending' | 'descending' | undefined {
  if (direction === undefined) return undefined;
  return direction === 'asc' ? 'ascending' : 'descending';
}
