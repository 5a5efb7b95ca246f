'use client';

import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type SelectionRow, unknownRow } from '#lib/domain/selection.ts';
import { recallSelection, rememberSelection } from './remembered-selection.ts';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';

export interface SelectionProps
  extends Pick<SelectionBarProps, 'list' | 'actions' | 'reasons' | 'total' | 'canPay'> {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The campaigns on the page, in order. */
  readonly rows: readonly SelectionRow[];
  /** What was selected before this script was loaded. Can include campaigns on other pages of the list. */
  readonly earlyIds: RefObject<ReadonlySet<number>>;
}

/** The attribute of the checkbox that selects every row on the page. */
const PAGE_BOX = '[data-select-page]';

/**
 * Removes the selection from the URL, because scripts keep track of it from now on. Otherwise, reloading the
 * page would reselect campaigns that the member has since cleared. Works only after the page's first effects
 * have run: until then, Next doesn't notice changes to the URL, and would put the selection back when it
 * refreshes the list.
 */
function removeFromUrl(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('selected')) return;
  url.searchParams.delete('selected');
  history.replaceState(null, '', url);
}

/**
 * Adds features to a form with checkboxes: the number and the sums of the selected campaigns, range selection
 * with the Shift key, and the checkbox for the whole page. Keeps what is selected on the list's other pages.
 * The checkboxes in the document hold the page's selection, because members can check them before this script
 * has loaded.
 */
export function Selection({ form, rows, earlyIds, ...bar }: SelectionProps) {
  const { list } = bar;
  const lastBox = useRef<HTMLInputElement>(null);
  const isShift = useRef(false);
  /** What is selected on all pages, by id. */
  const picks = useRef<Map<number, SelectionRow>>(null);
  picks.current ??= new Map([...earlyIds.current].map((id) => [id, unknownRow(id)]));
  const [chosen, setChosen] = useState<readonly SelectionRow[]>([...picks.current.values()]);
  const [isAll, setIsAll] = useState(false);
  const boxes = useCallback(
    () => [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])],
    [form],
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
    rememberSelection(list, isAll ? [] : picked);
    for (const box of form.current?.querySelectorAll<HTMLInputElement>(PAGE_BOX) ?? []) {
      box.checked = checked.length > 0 && checked.length === all.length;
      box.indeterminate = checked.length > 0 && checked.length < all.length;
    }
  }, [boxes, form, rows, list, isAll]);
  useEffect(removeFromUrl, []);
  // The member might have already pressed “Select this page”.
  useEffect(() => {
    if (form.current?.querySelector(`${PAGE_BOX}:checked`)) for (const box of boxes()) box.checked = true;
  }, [form, boxes]);
  const check = useCallback(
    (isChecked: boolean, some = boxes()) => {
      for (const box of some) box.checked = isChecked;
      showSelection();
    },
    [boxes, showSelection],
  );
  // The member or the browser might have already changed checkboxes, and a refreshed list or another page has
  // different rows.
  useEffect(() => {
    for (const row of recallSelection(list)) if (!picks.current?.has(row[0])) picks.current?.set(row[0], row);
    check(
      true,
      boxes().filter((box) => isAll || picks.current?.has(Number(box.value))),
    );
  }, [check, boxes, list, isAll]);

  const handleChange = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    const isRow = target.name === 'id';
    if (!isRow && !target.matches(PAGE_BOX)) return;
    // If the whole list was selected and a campaign is deselected, only this page's other campaigns stay
    // selected.
    if (isAll) picks.current?.clear();
    if (isRow) check(target.checked, isShift.current ? rangeTo(target) : []);
    else check(target.checked);
    setIsAll(false);
    if (isRow) lastBox.current = target;
  });
  const rangeTo = (box: HTMLInputElement): HTMLInputElement[] => {
    const all = boxes();
    const ends = [all.indexOf(box), lastBox.current ? all.indexOf(lastBox.current) : -1].sort(
      (a, b) => a - b,
    );
    return ends[0] === -1 ? [] : all.slice(ends[0], (ends[1] ?? 0) + 1);
  };
  useEffect(() => {
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const noteShift = ({ shiftKey }: MouseEvent | KeyboardEvent) => {
      isShift.current = shiftKey;
    };
    form.current?.addEventListener('pointerdown', noteShift, options);
    form.current?.addEventListener('keydown', noteShift, options);
    form.current?.addEventListener('change', (event) => handleChange(event), options);
    return () => listeners.abort();
  }, [form]);

  const pageIds = new Set(rows.map(([id]) => id));
  const elsewhere = chosen.filter(([id]) => !pageIds.has(id));
  return (
    <>
      {!isAll && elsewhere.length > 0 && (
        <input type="hidden" name="ids" value={elsewhere.map(([id]) => id).join(',')} />
      )}
      <SelectionBar
        {...bar}
        chosen={chosen}
        onPage={chosen.length - elsewhere.length}
        isAll={isAll}
        onSelectAll={() => {
          picks.current?.clear();
          setIsAll(true);
        }}
        onClear={() => {
          // The button disappears, so focus moves to the first visible checkbox.
          const first = [
            ...(form.current?.querySelectorAll<HTMLInputElement>(`${PAGE_BOX}, [name="id"]`) ?? []),
          ];
          first.find((box) => box.checkVisibility())?.focus();
          picks.current?.clear();
          check(false);
          setIsAll(false);
        }}
      />
    </>
  );
}
