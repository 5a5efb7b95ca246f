/** Matches `{{name}}` as the service does. Use it with matchAll or replace. It is global, so exec would keep state. */
export const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

export interface Placeholder {
  readonly name: string;
  /** Its position in the text. `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** All placeholders in a text, in order. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    from: index,
    to: index + whole.length,
  }));
}

/** The variable names used in a design, each once, in order of first use. */
export function variablesIn(html: string): readonly string[] {
  return [...new Set(placeholdersIn(html).map(({ name }) => name))];
}
