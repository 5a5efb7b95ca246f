/** `{{name}}`, as the service fills it. For matchAll and the like, which begin anew each time: exec would go on from where it was. */
export const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;

export interface Placeholder {
  readonly name: string;
  /** Where it stands in the text: its first character, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** Every placeholder of a text, in order. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    from: index,
    to: index + whole.length,
  }));
}

/** The names that a design refers to, each once, in the order they are met. */
export function variablesIn(html: string): readonly string[] {
  return [...new Set(placeholdersIn(html).map(({ name }) => name))];
}
