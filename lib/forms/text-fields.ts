/** The fields for text that people read: names, labels, reasons, and comments. */
import { z } from 'zod';
import { isPlainLine, isPlainText, isVisible } from '#lib/domain/plain-text.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { MAX_NOTE_LENGTH, MAX_TITLE_LENGTH } from '#lib/input-limits.ts';

const MULTIPLE_LINES = 'Use a single line.';
const MISLEADING = 'This text contains invisible characters. Type it again instead of pasting it.';

/**
 * A required line of text.
 * @param missing the message if the field is empty
 */
export const lineField = (missing: string, maxLength: number) =>
  z
    .string({ error: missing })
    .trim()
    .max(maxLength, describeMaxLength(maxLength))
    .refine((text) => !/[\r\n]/.test(text), { message: MULTIPLE_LINES, abort: true })
    .refine(isPlainLine, { message: MISLEADING, abort: true })
    .refine(isVisible, missing);

/** An optional line of text. */
export const optionalLineField = (maxLength: number) =>
  z.string().trim().max(maxLength, describeMaxLength(maxLength)).refine(isPlainLine, MISLEADING).optional();

/** Optional text, which can have several lines. */
export const textField = (maxLength: number) =>
  z.string().trim().max(maxLength, describeMaxLength(maxLength)).refine(isPlainText, MISLEADING).optional();

const isBlankOrVisible = (text: string | undefined) => !text || isVisible(text);
const INVISIBLE = 'Use at least one letter, digit, or symbol.';

/** The title and the note of a campaign. */
export const titleAndNoteFields = {
  title: optionalLineField(MAX_TITLE_LENGTH).refine(isBlankOrVisible, INVISIBLE),
  note: textField(MAX_NOTE_LENGTH).refine(isBlankOrVisible, INVISIBLE),
};
