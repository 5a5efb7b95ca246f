/**
 * Parses JSON as strictly as forms are parsed. Accepts only an object, up to a maximum depth and without
 * duplicate names.
 */
import { accept, type ParseResult, reject, rejectField } from './problem.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The maximum nesting depth, which is more than any form in the interface needs. */
const MAX_DEPTH = 8;

export function parseJsonObject(text: string): ParseResult<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject('malformed', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject('malformed', 'The body must be a JSON object with the form’s fields.');
  }
  return findStructureProblem(text) ?? accept(value as JsonObject);
}

interface Level {
  /**
   * The path in the notation of form fields, such as `template_data` or `meta_data[]`. Empty at the top
   * level.
   */
  readonly path: string;
  /** The names found so far in an object. Undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The path of the next value. */
  nextPath: string;
}

/**
 * Finds duplicate names and excessive depth. JSON.parse doesn't report duplicates and keeps only the last
 * value.
 * @param text valid JSON
 */
function findStructureProblem(text: string): ParseResult<never> | null {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    const char = text[i];
    if (char === '{' || char === '[') {
      if (levels.length === MAX_DEPTH) return reject('malformed', 'The body is nested too deeply.');
      const path = level?.nextPath ?? '';
      levels.push({
        path,
        names: char === '{' ? new Set() : undefined,
        nextPath: char === '{' ? path : `${path}[]`,
      });
    } else if (char === '}' || char === ']') levels.pop();
    else if (char === '"') {
      const end = endOfString(text, i);
      if (level?.names && isName(text, end)) {
        const name = JSON.parse(text.slice(i, end)) as string;
        level.nextPath = level.path === '' ? name : `${level.path}[${name}]`;
        if (level.names.has(name)) return rejectField(level.nextPath, 'was given more than once');
        level.names.add(name);
      }
      i = end - 1;
    }
  }
  return null;
}

/** Returns the index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

const COLON = /[\t\n\r ]*:/y;

/** Returns whether the string that ends at `end` is a name. A string is a name if a colon follows. */
function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}
