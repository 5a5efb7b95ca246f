/**
 * Text that people read in emails, in the activity log, and in exports. Invisible characters and characters that
 * change the writing direction could make such text look different from what it is.
 */

/**
 * Matches a character that can't be seen or that changes the direction of other characters. Doesn't match the
 * joiners (U+200C, U+200D) and variation selectors, because names in Persian and Indic scripts, names in
 * Japanese, and emoji need them.
 */
const MISLEADING =
  /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

const LINE_BREAKS = /\r\n?|\n/g;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether the text is a single line in which every character can be seen. */
export const isPlainLine = (text: string): boolean => !MISLEADING.test(text);

/** Whether every character can be seen, apart from line breaks and tabs. */
export const isPlainText = (text: string): boolean =>
  isPlainLine(text.replace(LINE_BREAKS, ' ').replaceAll('\t', ' '));

/** Whether the text contains a character that can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
