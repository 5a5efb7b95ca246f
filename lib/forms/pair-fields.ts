/** The fields for lists of keys and values: a template's metadata, and its variables in the preview. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import { MAX_META_DATA_PAIRS } from '#lib/input-limits.ts';

/** @param prefix a name for the list of pairs, needed if a form has several lists */
export const keyField = (row: number, prefix = 'meta'): string => `${prefix}_key_${row}`;
export const valueField = (row: number, prefix = 'meta'): string => `${prefix}_value_${row}`;

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Returns all pairs that aren't blank, exactly as entered, and an error message for each invalid field. */
export function readPairs(
  form: Readonly<Record<string, unknown>>,
  prefix?: string,
): {
  readonly pairs: Pair[];
  readonly fields: FieldErrors;
} {
  const pairs: Pair[] = [];
  const fields: Record<string, string> = {};
  const textOf = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
  for (let row = 0; row < MAX_META_DATA_PAIRS; row++) {
    const [key, value] = [textOf(keyField(row, prefix)), textOf(valueField(row, prefix))];
    if (key.trim() === '' && value.trim() === '') continue;
    if (key.trim() === '') fields[keyField(row, prefix)] = 'Enter a key for this value.';
    else if (pairs.some((pair) => pair.key === key))
      fields[keyField(row, prefix)] = 'This key is already in use.';
    pairs.push({ key, value });
  }
  return { pairs, fields };
}
