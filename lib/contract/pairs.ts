/**
 * Converts values to and from the name/value pairs of a query or form, according to an operation's schema:
 *
 *   single value      per_page=25
 *   nested object     sent_at[from]=…
 *   list              designs[]=…&designs[]=…        (but template_data[photos]=… under its literal name)
 *   key/value pairs   meta_data[][key]=a&meta_data[][value]=1&meta_data[][key]=b&meta_data[][value]=2
 *
 * toPairs writes each key directly before its value, because Rack starts a new element when a key is
 * repeated. fromPairs matches keys and values by position, whether keys and values alternate or all keys come
 * first.
 *
 * fromPairs is strict. An unknown name, a repeated single value, or a malformed bracket causes an error that
 * names the field. For example, fromPairs rejects the name `__proto__`.
 */
import type { z } from 'zod';

export type Pair = readonly [name: string, value: string];

export type FieldErrors = Readonly<Record<string, string>>;
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: FieldErrors };

/**
 * Converts a zod error to an object that lists one problem per field. Each field has the same name as in the
 * request, such as `sent_at[from]` or `designs[]`.
 */
export function issuesToFields(error: z.ZodError): FieldErrors {
  const fields = new FieldProblems();
  for (const issue of error.issues) {
    const [root = '', ...rest] = issue.path.map((key) => (typeof key === 'number' ? '' : String(key)));
    const at = root + rest.map((key) => `[${key}]`).join('');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        fields.add(at ? `${at}[${key}]` : key, 'is not a valid field for this operation');
    } else fields.add(at, describeIssue(issue));
  }
  return fields.all;
}

/** Returns our own message for a zod issue, because zod's default messages are written for developers. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid (input|option)|Too (small|big))/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return TYPE_PROBLEMS[issue.expected] ?? 'is not valid';
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return issue.origin === 'array' ? 'must not be an empty list' : `must be at least ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `must be at most ${issue.maximum} characters`;
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} items`
        : `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
}

const TYPE_PROBLEMS: Readonly<Record<string, string>> = {
  int: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  string: 'must be text',
  array: 'must be a list',
  object: 'must be an object',
};

/**
 * Keeps only the first problem for each field. Uses a map, because a field in a request may be named
 * `__proto__`, and a plain object already has a `__proto__` property.
 */
export class FieldProblems {
  readonly #byField = new Map<string, string>();
  add(field: string, problem: string): void {
    if (!this.#byField.has(field)) this.#byField.set(field, problem);
  }
  addAll(fields: FieldErrors): void {
    for (const [field, problem] of Object.entries(fields)) this.add(field, problem);
  }
  get isEmpty(): boolean {
    return this.#byField.size === 0;
  }
  get all(): FieldErrors {
    return Object.fromEntries(this.#byField);
  }
}

/** The lists that requests send without `[]` after the name, as documented (4.7). */
const LITERAL_LISTS = new Set(['template_data[photos]']);
export const isLiteralList = (name: string): boolean => LITERAL_LISTS.has(name);

export function toPairs(value: Record<string, unknown>): Pair[] {
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(key, inner));
}

function pairsOf(name: string, value: unknown): Pair[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const each = isLiteralList(name) ? name : `${name}[]`;
    return value.flatMap((item) => pairsOf(each, item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
  }
  return [[name, String(value)]];
}

export function fromPairs(shape: z.ZodObject, pairs: readonly Pair[]): Decoded<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  const fields = new FieldProblems();
  const lists = new Map<string, PairList>();
  for (const [name, text] of pairs) {
    const path = splitName(name);
    const problem =
      path === null ? 'is not a well-formed field name' : setField(value, shape, path, name, text, lists);
    if (problem !== null) fields.add(name, problem);
  }
  for (const [name, list] of lists) {
    if (list.keys.length !== list.values.length) fields.add(`${name}[]`, 'needs a value for every key');
    else list.target[list.at] = list.keys.map((key, i) => ({ key, value: list.values[i] }));
  }
  return fields.isEmpty ? { ok: true, value } : { ok: false, fields: fields.all };
}

interface PairList {
  readonly keys: string[];
  readonly values: string[];
  readonly target: Record<string, unknown>;
  readonly at: string;
}

/**
 * Splits a name such as "meta_data[][key]" into parts: ["meta_data", "", "key"]. Returns null for a malformed
 * name.
 */
function splitName(name: string): string[] | null {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!found) return null;
  const [, root = '', brackets = ''] = found;
  return [root, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
}

function setField(
  target: Record<string, unknown>,
  shape: z.ZodObject,
  path: readonly string[],
  name: string,
  text: string,
  lists: Map<string, PairList>,
): string | null {
  const unknown = 'is not a valid field for this operation';
  const [key = '', ...rest] = path;
  if (!Object.hasOwn(shape.shape, key)) return unknown;
  const field = unwrapOptional(shape.shape[key] as z.ZodType);

  if (isObject(field)) {
    if (rest.length === 0) return unknown;
    target[key] ??= {};
    return setField(target[key] as Record<string, unknown>, field, rest, name, text, lists);
  }
  if (isArray(field)) {
    const item = unwrapOptional(field.element as z.ZodType);
    if (isObject(item)) {
      const [empty, part, ...more] = rest;
      if (empty !== '' || (part !== 'key' && part !== 'value') || more.length > 0) return unknown;
      const listName = name.slice(0, name.lastIndexOf('[]['));
      const list = lists.get(listName) ?? { keys: [], values: [], target, at: key };
      lists.set(listName, list);
      list[part === 'key' ? 'keys' : 'values'].push(text);
      return null;
    }
    const literal = rest.length === 0 && isLiteralList(name);
    if (!literal && !(rest.length === 1 && rest[0] === '')) return unknown;
    target[key] ??= [];
    (target[key] as unknown[]).push(parseScalar(item, text));
    return null;
  }
  if (rest.length > 0) return unknown;
  if (Object.hasOwn(target, key)) return 'was given more than once';
  target[key] = parseScalar(field, text);
  return null;
}

/**
 * Converts text to the schema's type if possible. Otherwise, returns the text unchanged, so that zod can reject
 * it.
 */
function parseScalar(field: z.ZodType, text: string): unknown {
  const { type } = field.def;
  if (type === 'number' && /^-?\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
  }
  return text;
}

/** Returns the schema inside an optional schema. Returns any other schema unchanged. */
function unwrapOptional(field: z.ZodType): z.ZodType {
  return field.def.type === 'optional' ? unwrapOptional((field as z.ZodOptional<z.ZodType>).unwrap()) : field;
}
const isObject = (field: z.ZodType): field is z.ZodObject => field.def.type === 'object';
const isArray = (field: z.ZodType): field is z.ZodArray => field.def.type === 'array';
