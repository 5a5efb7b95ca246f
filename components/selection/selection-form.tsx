'use client';

import { type ChangeEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type SelectionRow, unknownRow } from '#lib/domain/selection.ts';
import { PlainBar, type PlainBarProps } from './plain-bar.tsx';
import type { SelectionBarProps } from './selection-bar.tsx';

interface SelectionFormProps extends PlainBarProps, Pick<SelectionBarProps, 'list' | 'reasons'> {
  /** A table whose rows have a `RowCheckbox` (row-checkbox.tsx). */
  readonly children: ReactNode;
}

/** The attribute of the checkbox that selects every row of the page. */
const PAGE_BOX = '[data-select-page]';

/**
 * Removes the selection from the URL, because scripts keep it from now on. Otherwise, reloading the page
 * would select campaigns again that the member has cleared since. Works only after the page's first effects: until
 * then, Next doesn't notice changes of the URL, and would put the selection back when it refreshes the list.
 */
function removeFromUrl(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('selected')) return;
  url.searchParams.delete('selected');
  history.replaceState(null, '', url);
}

/**
 * Selects campaigns in a list. A form with checkboxes, which works without JavaScript. JavaScript adds the
 * number and the sums of the selected campaigns, ranges with the Shift key, and the page's own checkbox, and keeps what
 * is selected on the list's other pages. The checkboxes in the document hold the page's selection, because members can
 * check them before the scripts have loaded.
 */
export function SelectionForm({ children, ...props }: SelectionFormProps) {
  const { list, rows, selected, actions, reasons, total, canPay } = props;
  const form = useRef<HTMLFormElement>(null);
  const lastBox = useRef<HTMLInputElement>(null);
  const isShift = useRef(false);
  /** What is selected on all pages, by id. */
  const picks = useRef<Map<number, SelectionRow>>(null);
  picks.current ??= new Map(selected.map((id) => [id, unknownRow(id)]));
  const [chosen, setChosen] = useState<readonly SelectionRow[]>([...picks.current.values()]);
  const [isAll, setIsAll] = useState(false);
  const [panel, setPanel] = useState<typeof import('./selection-panel.ts')>();
  const boxes = useCallback(
    () => [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])],
    [],
  );
  const showSelection = useCallback(() => {
    const known = new Map(rows.map((row) => [row[0], row]));
    const all = boxes();
    const checked = all.filter((box) => box.checked);
    for (const { value } of all) picks.current?.delete(Number(value));
    for (const { value } of checked)
      picks.current?.set(Number(value), known.get(Number(value)) ?? unknownRow(Number(value)));
    const picked = [...(picks.current?.values() ?? [])];
    setChosen(picked);
    panel?.rememberSelection(list, isAll ? [] : picked);
    for (const box of form.current?.querySelectorAll<HTMLInputElement>(PAGE_BOX) ?? []) {
      box.checked = checked.length > 0 && checked.length === all.length;
      box.indeterminate = checked.length > 0 && checked.length < all.length;
    }
  }, [boxes, rows, panel, list, isAll]);
  useEffect(() => {
    void import('./selection-panel.ts').then(setPanel);
  }, []);
  useEffect(() => {
    if (panel) removeFromUrl();
  }, [panel]);
  const check = useCallback(
    (isChecked: boolean, some = boxes()) => {
      for (const box of some) box.checked = isChecked;
      showSelection();
    },
    [boxes, showSelection],
  );
  // A browser restores checkboxes before hydration, and a refreshed list or another page has other rows.
  useEffect(() => {
    for (const row of panel?.recallSelection(list) ?? [])
      if (!picks.current?.has(row[0])) picks.current?.set(row[0], row);
    check(
      true,
      boxes().filter((box) => isAll || picks.current?.has(Number(box.value))),
    );
  }, [check, boxes, panel, list, isAll]);

  const handleChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const box = target as unknown as HTMLInputElement;
    // Only this page's campaigns stay selected if one of them is excluded from the whole list.
    if (isAll) picks.current?.clear();
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
  const pageIds = new Set(rows.map(([id]) => id));
  const elsewhere = chosen.filter(([id]) => !pageIds.has(id));
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
      <input type="hidden" name="list" value={list} />
      {!isAll && elsewhere.length > 0 && (
        <input type="hidden" name="ids" value={elsewhere.map(([id]) => id).join(',')} />
      )}
      {panel ? (
        <panel.SelectionBar
          {...{ list, actions, reasons, total, canPay }}
          chosen={chosen}
          onPage={chosen.length - elsewhere.length}
          isAll={isAll}
          onSelectAll={() => {
            picks.current?.clear();
            setIsAll(true);
          }}
          onClear={() => {
            // The button disappears, so focus moves to the first checkbox that can be seen.
            const first = [
              ...(form.current?.querySelectorAll<HTMLInputElement>(`${PAGE_BOX}, [name="id"]`) ?? []),
            ];
            first.find((box) => box.checkVisibility())?.focus();
            picks.current?.clear();
            check(false);
            setIsAll(false);
          }}
        />
      ) : (
        <PlainBar {...props} />
      )}
      {children}
    </form>
  );
}
