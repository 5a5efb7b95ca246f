import { ControlIcon } from '#components/ui/control-icon.tsx';

export type SortDirection = 'asc' | 'desc';

/** The arrow of a `SortLink`. */
export const SortArrow = ({ direction = 'desc' }: { readonly direction?: SortDirection | undefined }) => (
  <ControlIcon name={direction === 'asc' ? 'up' : 'down'} className="size-3.5" />
);

/** The value of `aria-sort` on the column's heading. */
export function ariaSort(direction: SortDirection | undefined): 'ascending' | 'descending' | undefined {
  if (direction === undefined) return undefined;
  return direction === 'asc' ? 'ascending' : 'descending';
}
