/**
 * Remembers what is selected in a list while the member looks at other pages. The selection lasts only until
 * the browser loads another document, because the console keeps nothing in the browser's storage.
 */
import type { SelectionRow } from '#lib/domain/selection.ts';

let remembered: { readonly list: string; readonly rows: readonly SelectionRow[] } | undefined;

/** Returns what was selected in the list. Empty if the latest selection was made in another list. */
export const recallSelection = (list: string): readonly SelectionRow[] =>
  remembered?.list === list ? remembered.rows : [];

export function rememberSelection(list: string, rows: readonly SelectionRow[]): void {
  remembered = { list, rows };
}
