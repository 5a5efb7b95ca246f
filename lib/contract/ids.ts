/**
 * Parses v1 ids from paths and forms. v1 ids are decimal numbers. For example, `0x10`, `1e3`, and ` 7 ` are
 * invalid.
 */
import { z } from 'zod';

/** Returns the id, or null if the text isn't a valid id. */
export function parseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** Validates an id in a form field. */
export const idField = z
  .string()
  .refine((text) => parseId(text) !== null)
  .transform(Number);
