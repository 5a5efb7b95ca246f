/**
 * Matches `{{name}}` the way the service does. Use PLACEHOLDER only with matchAll or replace, because exec
 * stores state in a global regex.
 */
export const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

export interface Placeholder {
  readonly name: string;
  /** The index of the placeholder's first character in the text. The end index, `to`, is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Returns all placeholders in the text, in order. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    from: index,
    to: index + whole.length,
  }));
}

/** Returns the names of the variables used in a design, without duplicates, in order of first use. */
export function variablesIn(html: string): readonly string[] {
  return [...new Set(placeholdersIn(html).map(({ name }) => name))];
}
