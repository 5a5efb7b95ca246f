import type { ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';
import type { SortDirection } from './sort-arrow.tsx';

export interface SortLinkProps {
  readonly href: string;
  readonly name: string;
  /** Undefined if the list isn't sorted by this column. */
  readonly direction: SortDirection | undefined;
  /** Whether the column's values are right-aligned. */
  readonly isNumber: boolean;
  /** Rendered on the server, so that the icon's path isn't part of the page's scripts. */
  readonly arrow: ReactNode;
}

/** A column's name, as a link that sorts the list. An arrow shows the list's order. */
export function SortLink({ href, name, direction, isNumber, arrow }: SortLinkProps) {
  return (
    <PageLink
      href={href}
      className={`sort-link${isNumber ? ' flex-row-reverse' : ''}${direction === undefined ? '' : ' sorted'}`}
    >
      {name}
      {arrow}
    </PageLink>
  );
}
