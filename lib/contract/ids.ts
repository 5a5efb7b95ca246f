/** Ids as text, in paths and forms: v1 counts, so `0x10`, `1e3` and ` 7 ` are none. */
import { z } from 'zod';

/** The number that a text of v1 is, or null when it can be no id. */
export function idOf(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** An id as a field of a form. */
export const idField = z
  .string()
  .refine((text) => idOf(text) !== null, 'must be an id')
  .transform(Number);
