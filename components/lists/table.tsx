import type { ReactNode } from 'react';

/** CSS classes for tables. On phones, each row is displayed as a block. */
export const TABLE_CLASS =
  'w-full table-fixed overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] ' +
  'border-spacing-0 max-wide:block';

/** CSS classes for table rows. A link with `ROW_LINK_CLASS` makes the whole row clickable. */
export const ROW_CLASS =
  'group relative hover:bg-paper/55 max-wide:border-b max-wide:border-line max-wide:last:border-b-0';
export const ROW_LINK_CLASS =
  'font-[550] after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3 ' +
  'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-blue';

export const CELL_CLASS =
  'wide:border-b wide:border-line wide:px-3.5 wide:py-2.5 wide:align-middle wide:group-last:border-b-0';

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
