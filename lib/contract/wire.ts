/**
 * The wire codec: operation inputs to and from HTTP paths, queries and forms, as a Rails-style service reads them.
 *
 *   scalar            per_page=25
 *   nested object     sent_at[from]=…
 *   list              designs[]=…&designs[]=…        (but template_data[photos]=… under its literal name)
 *   key/value pairs   meta_data[][key]=a&meta_data[][value]=1&meta_data[][key]=b&meta_data[][value]=2
 *
 * Pairs are written interleaved, because Rack begins a new element when a key comes a second time. Reading pairs the
 * i-th key with the i-th value, which is right for the interleaved order and for the grouped one.
 *
 * Reading is strict and follows the row's schema: an unknown name, a repeated single value or a malformed bracket is an
 * error that names the field, so `__proto__` and friends never reach an object.
 */
import type { z } from 'zod';
import { type Input, type Method, type OperationName, operationNames, operations } from './operations.ts';

export type Pair = readonly [name: string, value: string];

export interface EncodedRequest {
  readonly version: 'v1' | 'v2';
  readonly method: Method;
  /** Begins with /v1 or /v2; every parameter is percent-encoded. */
  readonly path: string;
  /** Without the leading "?"; empty when the operation sends no query. */
  readonly query: string;
  /** application/x-www-form-urlencoded; undefined when the operation has no form. */
  readonly body: string | undefined;
}

export type FieldErrors = Readonly<Record<string, string>>;
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: FieldErrors };

/**
 * Builds the request of an operation. The input is checked against the row first, so what can't be right never leaves.
 * @param pathTemplate replaces the row's path (the template update's path is a setting of the console)
 * @throws WireError when the input does not fit the row: a broken invariant of the caller
 */
export function encode<N extends OperationName>(
  name: N,
  input: Input<N>,
  pathTemplate?: string,
): EncodedRequest {
  const row = operations[name];
  const given: Record<string, unknown> = { ...input };
  const take = (shape: z.ZodObject): Record<string, unknown> => {
    const part: Record<string, unknown> = {};
    for (const key of Object.keys(shape.shape)) {
      if (given[key] !== undefined) part[key] = given[key];
      delete given[key];
    }
    const parsed = shape.safeParse(part);
    if (!parsed.success) throw new WireError(name, issuesToFields(parsed.error));
    return parsed.data;
  };
  const params = take(row.params);
  const query = take(row.query);
  const form = take(row.form);
  const unknown = Object.keys(given)[0];
  if (unknown !== undefined) throw new WireError(name, { [unknown]: 'is not an input of this operation' });

  const hasForm = Object.keys(row.form.shape).length > 0;
  return {
    version: row.version,
    method: row.method,
    path: (pathTemplate ?? row.path).replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(params[key])),
    ),
    query: formEncode(toPairs(query)),
    body: hasForm ? formEncode(toPairs(form)) : undefined,
  };
}

export class WireError extends Error {
  readonly operation: OperationName;
  readonly fields: FieldErrors;
  constructor(operation: OperationName, fields: FieldErrors) {
    super(
      `${operation}: ${Object.entries(fields)
        .map(([field, why]) => `${field} ${why}`)
        .join('; ')}`,
    );
    this.name = 'WireError';
    this.operation = operation;
    this.fields = fields;
  }
}

export type Match =
  | {
      readonly found: true;
      readonly operations: readonly OperationName[];
      readonly params: Record<string, string>;
    }
  /** `allow` is empty when no row has the path (404), else the methods that it takes (405). */
  | { readonly found: false; readonly allow: readonly Method[] };

/**
 * Finds the rows for a method and a *decoded* path's segments ("v1", "campaigns", "12"). Two rows only for the PUT that
 * customers and templates share; `tellApart` chooses. Ids are checked here, so nothing like "..%2f" gets any further.
 */
export function match(method: string, segments: readonly string[]): Match {
  const onPath = operationNames.flatMap((name) => {
    const params = matchPath(operations[name].path, segments, operations[name].version);
    return params ? [{ name, params }] : [];
  });
  const hits = onPath.filter(({ name }) => operations[name].method === method);
  const [first] = hits;
  if (!first) return { found: false, allow: [...new Set(onPath.map(({ name }) => operations[name].method))] };
  return { found: true, operations: hits.map(({ name }) => name), params: first.params };
}

/** Which side of the shared PUT a form means: `email` alone is the customer, any other field the template. */
export function tellApart(candidates: readonly OperationName[], form: readonly Pair[]): OperationName {
  const [first] = candidates;
  if (first === undefined) throw new Error('tellApart needs a candidate');
  if (candidates.length === 1) return first;
  const templateFields = Object.keys(operations.updateTemplate.form.shape);
  const isTemplate = form.some(([name]) => templateFields.includes(name.split('[', 1)[0] ?? ''));
  return isTemplate ? 'updateTemplate' : 'updateCustomer';
}

const ID = { v1: /^[1-9]\d{0,15}$/, v2: /^[\w-]{1,64}$/ };

function matchPath(
  template: string,
  segments: readonly string[],
  version: 'v1' | 'v2',
): Record<string, string> | null {
  const parts = template.slice(1).split('/');
  if (parts.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const segment = segments[i] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return null;
    } else {
      if (!ID[version].test(segment)) return null;
      if (version === 'v1' && !Number.isSafeInteger(Number(segment))) return null;
      params[part.slice(1, -1)] = segment;
    }
  }
  return params;
}

/** Reads the inputs of an operation from a request's parts. Errors name the field as it was sent. */
export function decode<N extends OperationName>(
  name: N,
  parts: {
    readonly params: Record<string, string>;
    readonly query: readonly Pair[];
    readonly form: readonly Pair[];
  },
): Decoded<Input<N>> {
  const row = operations[name];
  const fields: Record<string, string> = {};
  const value: Record<string, unknown> = {};
  const sources: [z.ZodObject, readonly Pair[]][] = [
    [row.params, Object.entries(parts.params)],
    [row.query, parts.query],
    [row.form, parts.form],
  ];
  for (const [shape, pairs] of sources) {
    const read = fromPairs(shape, pairs);
    Object.assign(fields, read.fields);
    if (Object.keys(read.fields).length > 0) continue;
    const parsed = shape.safeParse(read.value);
    if (parsed.success) Object.assign(value, parsed.data);
    else Object.assign(fields, issuesToFields(parsed.error));
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return { ok: true, value: value as Input<N> };
}

/** A zod error as sentences by field, in the wire's own spelling: `sent_at[from]`, `designs[]`. */
export function issuesToFields(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const [root = '', ...rest] = issue.path.map((key) => (typeof key === 'number' ? '' : String(key)));
    const at = root + rest.map((key) => `[${key}]`).join('');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[at ? `${at}[${key}]` : key] ??= 'is not a field of this operation';
    } else fields[at] ??= issue.message;
  }
  return fields;
}

/** Lists whose wire name carries no brackets, as documented (4.7). */
const LITERAL_LISTS = new Set(['template_data[photos]']);

function toPairs(value: Record<string, unknown>): Pair[] {
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(key, inner));
}

function pairsOf(name: string, value: unknown): Pair[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const each = LITERAL_LISTS.has(name) ? name : `${name}[]`;
    return value.flatMap((item) => pairsOf(each, item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
  }
  return [[name, String(value)]];
}

function formEncode(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
}

interface ReadPairs {
  readonly value: Record<string, unknown>;
  readonly fields: Record<string, string>;
}

function fromPairs(shape: z.ZodObject, pairs: readonly Pair[]): ReadPairs {
  const value: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  const lists = new Map<string, PairList>();
  for (const [name, text] of pairs) {
    const path = splitName(name);
    const problem =
      path === null ? 'is not a well-formed field name' : put(value, shape, path, name, text, lists);
    if (problem !== null) fields[name] ??= problem;
  }
  for (const [name, list] of lists) {
    if (list.keys.length !== list.values.length) fields[`${name}[]`] ??= 'needs a value for every key';
    else list.target[list.at] = list.keys.map((key, i) => ({ key, value: list.values[i] }));
  }
  return { value, fields };
}

interface PairList {
  readonly keys: string[];
  readonly values: string[];
  readonly target: Record<string, unknown>;
  readonly at: string;
}

/** "meta_data[][key]" → ["meta_data", "", "key"]; null for anything malformed. */
function splitName(name: string): string[] | null {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!found) return null;
  const [, root = '', brackets = ''] = found;
  return [root, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
}

function put(
  target: Record<string, unknown>,
  shape: z.ZodObject,
  path: readonly string[],
  name: string,
  text: string,
  lists: Map<string, PairList>,
): string | null {
  const unknown = 'is not a field of this operation';
  const [key = '', ...rest] = path;
  if (!Object.hasOwn(shape.shape, key)) return unknown;
  const field = bare(shape.shape[key] as z.ZodType);

  if (isObject(field)) {
    if (rest.length === 0) return unknown;
    target[key] ??= {};
    return put(target[key] as Record<string, unknown>, field, rest, name, text, lists);
  }
  if (isArray(field)) {
    const item = bare(field.element as z.ZodType);
    if (isObject(item)) {
      const [empty, part, ...more] = rest;
      if (empty !== '' || (part !== 'key' && part !== 'value') || more.length > 0) return unknown;
      const listName = name.slice(0, name.lastIndexOf('[]['));
      const list = lists.get(listName) ?? { keys: [], values: [], target, at: key };
      lists.set(listName, list);
      list[part === 'key' ? 'keys' : 'values'].push(text);
      return null;
    }
    const literal = rest.length === 0 && LITERAL_LISTS.has(name);
    if (!literal && !(rest.length === 1 && rest[0] === '')) return unknown;
    target[key] = [...((target[key] as unknown[] | undefined) ?? []), scalar(item, text)];
    return null;
  }
  if (rest.length > 0) return unknown;
  if (Object.hasOwn(target, key)) return 'was given more than once';
  target[key] = scalar(field, text);
  return null;
}

/** Text as the schema's type where it reads as one; else left as text, for zod to refuse with its own words. */
function scalar(field: z.ZodType, text: string): unknown {
  const { type } = field.def;
  if (type === 'number' && /^-?\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
  }
  return text;
}

/** The schema under "optional". */
function bare(field: z.ZodType): z.ZodType {
  return field.def.type === 'optional' ? bare((field as z.ZodOptional<z.ZodType>).unwrap()) : field;
}
const isObject = (field: z.ZodType): field is z.ZodObject => field.def.type === 'object';
const isArray = (field: z.ZodType): field is z.ZodArray => field.def.type === 'array';
