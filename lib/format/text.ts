/** Shown in place of a missing value. */
export const MISSING = '—';

/** Marked as pure. Otherwise, browsers would load this module for every form, even if nothing in it is used. */
const numbers = /* @__PURE__ */ new Intl.NumberFormat('en-US');

/** Formats 1326 as "1,326". Returns "—" for a missing number. */
export function formatCount(count: number | undefined): string {
  return count === undefined || !Number.isFinite(count) ? MISSING : numbers.format(count);
}

/** The error message for text that is too long, such as "Use 2,000 characters or fewer." */
export const describeMaxLength = (max: number): string => `Use ${formatCount(max)} characters or fewer.`;

/** Formats a count with its noun, such as "1 draft" or "2 drafts". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/**
 * Joins names into text such as "the proof", "the proof and the price", or "the proof, the recipients, and
 * the price".
 */
export const formatList = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')}${names.length > 2 ? ',' : ''} and ${names.at(-1)}`;

/** Returns a name as it is written inside a sentence, such as "schedule" for "Schedule". */
export const uncapitalize = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns text from the service, or "—" if the text is missing or blank. */
export function orMissing(text: string | undefined): string {
  return text === undefined || text.trim() === '' ? MISSING : text;
}

/** Returns text as it is written at the beginning of a sentence or on a line of its own, such as "Today" for "today". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts a name from the interface to sentence case, such as "first_class" to "First class". */
export function sentenceCase(text: string | undefined): string {
  return capitalize(orMissing(text).replaceAll('_', ' '));
}
