'use client';

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { PlainBar, type PlainBarProps } from './plain-bar.tsx';
import type { SelectionProps } from './selection.tsx';

interface SelectionFormProps extends PlainBarProps, Omit<SelectionProps, 'form'> {
  /** A table whose rows have a `RowCheckbox` (row-checkbox.tsx). */
  readonly children: ReactNode;
}

/**
 * Selects campaigns in a list. A form with checkboxes, which works without JavaScript. What JavaScript adds is loaded after
 * the page (selection.tsx).
 */
export function SelectionForm({ children, ...props }: SelectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [Selection, setSelection] = useState<ComponentType<SelectionProps>>();
  useEffect(() => {
    import('./selection.tsx').then(
      (loaded) => setSelection(() => loaded.Selection),
      () => undefined,
    );
  }, []);
  return (
    <form
      ref={form}
      id="selection"
      action="/jobs/new"
      className="flex flex-col rounded-lg border border-line bg-card shadow-card"
    >
      <input type="hidden" name="list" value={props.list} />
      {Selection ? <Selection {...props} form={form} /> : <PlainBar {...props} />}
      {children}
    </form>
  );
}
