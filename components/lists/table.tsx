import type { ReactNode } from 'react';

/** CSS classes for tables. On phones, each row is displayed as a block. */
const TABLE_CLASS =
  'w-full table-fixed overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] ' +
  'border-spacing-0 @max-list:block';

/** CSS classes for table rows. A link with `ROW_LINK_CLASS` makes the whole row clickable. */
export const ROW_CLASS = 'group row';
export const ROW_LINK_CLASS = 'row-link';

export const CELL_CLASS = 'cell';

/** A table with a caption for screen readers. If the table's container is narrow, each row becomes a card. */
export function ListTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="@container">
      <table className={TABLE_CLASS}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function ColumnHeading({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`column-heading ${className}`}>
      {children}
    </th>
  );
}
