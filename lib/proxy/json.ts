/** JSON as strictly as a form: an object, not deep, with no name twice. */
import { type ParseResult, accept, reject, rejectField } from './problem.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper than any form of the interface. */
const MAX_DEPTH = 8;

export function parseJsonObject(text: string): ParseResult<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject('malformed', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject('malformed', 'The body must be a JSON object with the fields of the form.');
  }
  return structureProblem(text) ?? accept(value as JsonObject);
}

interface Level {
  /** How a form spells it: `template_data`, `meta_data[]`; empty at the top. */
  readonly path: string;
  /** Of an object; an array has none. */
  readonly names: Set<string> | undefined;
  /** Where the next value belongs. */
  at: string;
}

/** A name that comes twice is parsed as if only the last had come, so it is looked for in the text, which is valid JSON. */
function structureProblem(text: string): ParseResult<never> | null {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    const sign = text[i];
    if (sign === '{' || sign === '[') {
      if (levels.length === MAX_DEPTH) return reject('malformed', 'The body is nested too deeply.');
      const path = level?.at ?? '';
      levels.push({
        path,
        names: sign === '{' ? new Set() : undefined,
        at: sign === '{' ? path : `${path}[]`,
      });
    } else if (sign === '}' || sign === ']') levels.pop();
    else if (sign === '"') {
      const end = endOfString(text, i);
      if (level?.names && isName(text, end)) {
        const name = JSON.parse(text.slice(i, end)) as string;
        level.at = level.path === '' ? name : `${level.path}[${name}]`;
        if (level.names.has(name)) return rejectField(level.at, 'was given more than once');
        level.names.add(name);
      }
      i = end - 1;
    }
  }
  return null;
}

/** Behind the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

const COLON = /[\t\n\r ]*:/y;

/** Whether the string that ends here names the value that follows. */
function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}
