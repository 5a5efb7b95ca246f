import type { ReactNode } from 'react';

/** CSS classes for tables. On phones, each row is displayed as a block. */
const TABLE_CLASS =
  'w-full table-fixed overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] ' +
  'border-spacing-0 @max-list:block';

/** CSS classes for table rows. A link with `ROW_LINK_CLASS` makes the whole row clickable. */
export const ROW_CLASS =
  'group relative hover:bg-paper/55 @max-list:border-b @max-list:border-line @max-list:last:border-b-0';
export const ROW_LINK_CLASS =
  'font-[550] after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3 ' +
  'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-blue';

export const CELL_CLASS =
  '@list:border-b @list:border-line @list:px-3.5 @list:py-2.5 @list:align-middle @list:group-last:border-b-0';

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
    <th
      scope="col"
      className={`border-b border-line bg-paper/60 px-3.5 py-2.75 text-left text-[0.78125rem] font-[550] leading-none text-muted ${className}`}
    >
      {children}
    </th>
  );
}
