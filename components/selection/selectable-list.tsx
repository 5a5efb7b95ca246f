import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { formatCount } from '#lib/format/text.ts';
import type { SelectionActions, SelectionBarProps } from './selection-bar.tsx';
import { SelectionForm } from './selection-form.tsx';

interface SelectableListProps extends SelectionActions, Pick<SelectionBarProps, 'list' | 'rows' | 'total'> {
  /** A table whose rows have a `RowCheckbox`. */
  readonly children: ReactNode;
}

/** A list in which members select campaigns to act on. */
export function SelectableList({ children, ...props }: SelectableListProps) {
  return (
    <SelectionForm key={props.list} {...props} plainBar={<PlainBar {...props} />}>
      {children}
    </SelectionForm>
  );
}

/** The buttons for browsers without JavaScript. Otherwise, keeps the space for the selection bar until it is loaded. */
function PlainBar({ actions, total }: Pick<SelectableListProps, 'actions' | 'total'>) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-sm print:hidden scripted:invisible scripted:max-h-13 scripted:min-h-13 @max-list:scripted:max-h-11.5 @max-list:scripted:min-h-11.5 scripted:overflow-hidden">
      <span className="text-muted">Selected campaigns:</span>
      {total !== undefined && (
        <label className="mr-auto flex min-h-6 items-center gap-2">
          <input type="checkbox" name="all" value="yes" className="size-4" />
          All {formatCount(total)} in this list
        </label>
      )}
      {actions.map(({ kind, label }) => (
        <button
          key={kind}
          type="submit"
          name="action"
          value={kind}
          className={buttonClass(kind === 'delete' ? 'danger' : 'plain', 'px-3! py-1.5! text-sm')}
        >
          {label}
        </button>
      ))}
      <button
        type="submit"
        formAction="/campaigns/export"
        className={buttonClass('plain', 'px-3! py-1.5! text-sm')}
      >
        Export CSV
      </button>
    </div>
  );
}

/** The checkbox of a row. Its label covers the cell, so that it is easy to hit. */
export function RowCheckbox({ id, name }: { id: number; name: string }) {
  return (
    <label className="absolute inset-0 z-1 grid place-items-center select-none">
      <input
        type="checkbox"
        name="id"
        value={id}
        aria-label={`Select ${name}`}
        className="size-4.5 accent-blue"
      />
    </label>
  );
}

/** The checkbox of the column's heading, which selects every row of the page. */
export function PageCheckbox() {
  return (
    <label className="absolute inset-0 grid place-items-center scriptless:hidden">
      <input
        type="checkbox"
        data-select-page=""
        aria-label="Select this page"
        className="size-4.5 accent-blue"
      />
    </label>
  );
}
