/** The form that a template is edited with: its fields, and what has to fit together in it. */
import { isTemplateSize, MOST_PAIRS, SIZE_FACTS } from '#lib/contract/limits.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';

/** A field for each side, the front first. */
export const SIDE_FIELDS = ['front', 'back'] as const;
export type SideField = (typeof SIDE_FIELDS)[number];

/** Of one side. The interface gives no limit; form-encoded, both sides fit what services take in a request. */
export const MAX_DESIGN_BYTES = 1024 * 1024;
export const TOO_LARGE = 'This side is larger than 1 MB, the most that can be saved.';

export const designBytes = (html: string): number => new TextEncoder().encode(html).byteLength;

/** How many sides a piece of this size has; two while no size is chosen. */
export function sidesOf(size: string | undefined): 1 | 2 {
  return isTemplateSize(size) ? SIZE_FACTS[size].designs : 2;
}

/** What the sides of this size lack or have too much of, by field. */
export function sideProblems(size: string, back: string | undefined): FieldErrors {
  const piece = isTemplateSize(size) ? SIZE_FACTS[size].piece : 'mailpiece';
  const has = back === undefined ? 1 : 2;
  if (has === sidesOf(size)) return {};
  return {
    back:
      has === 1
        ? `A ${piece} has two sides. Enter the back, too.`
        : `A ${piece} has only one side. Clear this one or choose another size.`,
  };
}

/** @param of what the pairs are: a form may have others besides */
export const keyField = (row: number, of = 'meta'): string => `${of}_key_${row}`;
export const valueField = (row: number, of = 'meta'): string => `${of}_value_${row}`;

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The pairs that were filled in, to the letter, and what is wrong with them by field. */
export function readPairs(
  form: Readonly<Record<string, unknown>>,
  of?: string,
): {
  readonly pairs: Pair[];
  readonly fields: FieldErrors;
} {
  const pairs: Pair[] = [];
  const fields: Record<string, string> = {};
  const textOf = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
  for (let row = 0; row < MOST_PAIRS; row++) {
    const [key, value] = [textOf(keyField(row, of)), textOf(valueField(row, of))];
    if (key.trim() === '' && value.trim() === '') continue;
    if (key.trim() === '') fields[keyField(row, of)] = 'Enter a key for this value.';
    else if (pairs.some((pair) => pair.key === key)) fields[keyField(row, of)] = 'This key is already used.';
    pairs.push({ key, value });
  }
  return { pairs, fields };
}
