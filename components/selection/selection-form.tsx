'use client';

import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLaterModule } from '#components/live/use-later-module.ts';
import { PlainBar, type PlainBarProps } from './plain-bar.tsx';
import type { SelectionProps } from './selection.tsx';

interface SelectionFormProps extends PlainBarProps, Omit<SelectionProps, 'form' | 'earlyIds'> {
  /** A table whose rows have a `RowCheckbox` (row-checkbox.tsx). */
  readonly children: ReactNode;
}

const load = () => import('./selection.tsx');

/** Adds or deletes the id of a row's checkbox. Ignores other fields. */
function noteCheckbox(ids: Set<number>, { name, value, checked }: HTMLInputElement): void {
  if (name === 'id') ids[checked ? 'add' : 'delete'](Number(value));
}

/**
 * Selects campaigns in a list. A form with checkboxes, which works without JavaScript. What JavaScript adds is loaded after
 * the page (selection.tsx).
 */
export function SelectionForm({ children, ...props }: SelectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The ids that were selected, on all pages of the list, before the script was loaded. */
  const earlyIds = useRef(new Set(props.selected));
  const later = useLaterModule(load);
  useEffect(() => {
    // The member or the browser may have changed checkboxes before hydration.
    for (const checkbox of form.current?.querySelectorAll<HTMLInputElement>('[name="id"]') ?? [])
      noteCheckbox(earlyIds.current, checkbox);
  }, []);
  return (
    <form
      ref={form}
      id="selection"
      action="/jobs/new"
      onChange={({ target }: ChangeEvent<HTMLFormElement>) =>
        noteCheckbox(earlyIds.current, target as unknown as HTMLInputElement)
      }
      className="flex flex-col rounded-lg border border-line bg-card shadow-card"
    >
      <input type="hidden" name="list" value={props.list} />
      {later ? <later.Selection {...props} form={form} earlyIds={earlyIds} /> : <PlainBar {...props} />}
      {children}
    </form>
  );
}
