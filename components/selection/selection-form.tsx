'use client';

import {
  type ChangeEvent,
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { SelectionRow } from '#lib/domain/selection.ts';
import type { SelectionBarProps } from './selection-bar.tsx';

interface SelectionFormProps extends Pick<SelectionBarProps, 'list' | 'total' | 'actions' | 'reasons'> {
  /** The campaigns on the page, in order. */
  readonly rows: readonly SelectionRow[];
  /** The buttons for browsers without JavaScript. */
  readonly plainBar: ReactNode;
  /** A table. Each row has a checkbox with the name `id`. */
  readonly children: ReactNode;
}

/** The attribute of the checkbox that selects every row of the page. */
const PAGE_BOX = '[data-select-page]';

/**
 * Selects campaigns in a list. A form with checkboxes, which works without JavaScript. JavaScript adds the
 * number and the sums of the selected campaigns, ranges with the Shift key, and the page's own checkbox.
 */
export function SelectionForm({ rows, plainBar, children, ...bar }: SelectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const lastBox = useRef<HTMLInputElement>(null);
  const isShift = useRef(false);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [isAll, setIsAll] = useState(false);
  const [Bar, setBar] = useState<ComponentType<SelectionBarProps>>();
  const boxes = useCallback(
    () => [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])],
    [],
  );
  const showSelection = useCallback(() => {
    const all = boxes();
    const checked = all.filter((box) => box.checked);
    setSelected(checked.map((box) => Number(box.value)));
    for (const box of form.current?.querySelectorAll<HTMLInputElement>(PAGE_BOX) ?? []) {
      box.checked = checked.length > 0 && checked.length === all.length;
      box.indeterminate = checked.length > 0 && checked.length < all.length;
    }
  }, [boxes]);
  // The bar isn't part of the first scripts, because nothing is selected when the page opens.
  useEffect(() => {
    void import('./selection-bar.tsx').then(({ SelectionBar }) => setBar(() => SelectionBar));
  }, []);
  const check = useCallback(
    (isChecked: boolean, some = boxes()) => {
      for (const box of some) box.checked = isChecked;
      showSelection();
    },
    [boxes, showSelection],
  );
  // A browser restores checkboxes before hydration, and a refreshed list or another page has other rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows bring new checkboxes
  useEffect(() => check(true, isAll ? boxes() : []), [check, boxes, isAll, rows]);

  const handleChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const box = target as unknown as HTMLInputElement;
    if (box.matches(PAGE_BOX)) check(box.checked);
    else if (box.name === 'id') check(box.checked, isShift.current ? rangeTo(box) : []);
    else return;
    setIsAll(false);
  };
  const rangeTo = (box: HTMLInputElement): HTMLInputElement[] => {
    const all = boxes();
    const ends = [all.indexOf(box), lastBox.current ? all.indexOf(lastBox.current) : -1].sort(
      (a, b) => a - b,
    );
    return ends[0] === -1 ? [] : all.slice(ends[0], (ends[1] ?? 0) + 1);
  };
  return (
    <form
      ref={form}
      id="selection"
      action="/jobs/new"
      onPointerDownCapture={({ shiftKey }) => {
        isShift.current = shiftKey;
      }}
      onKeyDownCapture={({ shiftKey }) => {
        isShift.current = shiftKey;
      }}
      onChange={(event) => {
        handleChange(event);
        if (event.target.name === 'id') lastBox.current = event.target as unknown as HTMLInputElement;
      }}
      className="flex flex-col rounded-lg border border-line bg-card shadow-card"
    >
      <input type="hidden" name="list" value={bar.list} />
      {Bar ? (
        <Bar
          {...bar}
          rows={rows}
          selected={selected}
          isAll={isAll}
          onSelectAll={() => setIsAll(true)}
          onClear={() => {
            check(false);
            setIsAll(false);
          }}
        />
      ) : (
        plainBar
      )}
      {children}
    </form>
  );
}
