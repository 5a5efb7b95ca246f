/** The fields of the template edit form, and the rules that involve several fields. */
import { isTemplateSize, SIZE_FACTS } from '#lib/contract/sizes.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';

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

/** Returns an error message if a side is too large. */
export const findProblem = (html: string): string | undefined =>
  designBytes(html) > MAX_DESIGN_BYTES ? TOO_LARGE : undefined;

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
