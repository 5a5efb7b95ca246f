/** The fields of the template edit form, and the rules that involve several fields. */
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { MAX_META_DATA_PAIRS } from '#lib/input-limits.ts';

/** The field names for a mailpiece's sides, with the front first. */
export const SIDE_FIELDS = ['front', 'back'] as const;
export type SideField = (typeof SIDE_FIELDS)[number];

/**
 * The console's own size limit for each side. The mail service accepts a form-encoded request with two sides of
 * this size.
 */
export const MAX_DESIGN_BYTES = 1024 * 1024;
export const TOO_LARGE = `This side exceeds the ${MAX_DESIGN_BYTES / 1024 / 1024} MB limit.`;

export const designBytes = (html: string): number => new TextEncoder().encode(html).byteLength;

/** Returns the number of sides that a mailpiece of this size has. Returns two if no size is chosen. */
export function sidesOf(size: string | undefined): 1 | 2 {
  return isTemplateSize(size) ? SIZE_FACTS[size].designs : 2;
}

/** Returns an error if a two-sided mailpiece has no back, or a one-sided mailpiece has a back. */
export function sideProblems(size: string, back: string | undefined): FieldErrors {
  const piece = isTemplateSize(size) ? SIZE_FACTS[size].piece : 'mailpiece';
  const sideCount = back === undefined ? 1 : 2;
  if (sideCount === sidesOf(size)) return {};
  return {
    back:
      sideCount === 1
        ? `A ${piece} has two sides. Enter the HTML for the back, too.`
        : `A ${piece} has only one side. Clear this side or choose another size.`,
  };
}

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
