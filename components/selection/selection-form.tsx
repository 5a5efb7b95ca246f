'use client';

import { type ReactNode, useRef } from 'react';
import { useLaterModule } from '#components/live/use-later-module.ts';
import { PlainBar, type PlainBarProps } from './plain-bar.tsx';
import type { SelectionProps } from './selection.tsx';

interface SelectionFormProps extends PlainBarProps, Omit<SelectionProps, 'form'> {
  /** A table whose rows have a `RowCheckbox` (row-checkbox.tsx). */
  readonly children: ReactNode;
}

const load = () => import('./selection.tsx');

/**
 * Selects campaigns in a list. A form with checkboxes, which works without JavaScript. What JavaScript adds is loaded after
 * the page (selection.tsx).
 */
export function SelectionForm({ children, ...props }: SelectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const later = useLaterModule(load);
  return (
    <form
      ref={form}
      id="selection"
      action="/jobs/new"
      className="flex flex-col rounded-lg border border-line bg-card shadow-card"
    >
      <input type="hidden" name="list" value={props.list} />
      {later ? <later.Selection {...props} form={form} /> : <PlainBar {...props} />}
      {children}
    </form>
  );
}
