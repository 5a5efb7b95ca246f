/**
 * Converts an operation's inputs to and from HTTP paths, queries, and forms in Rails style. The table in
 * operations.ts defines whether an input is part of the path, query, or form. The functions in pairs.ts
 * encode queries and forms.
 */
import type { z } from 'zod';
import { parseId } from './ids.ts';
import { type Input, type Method, type OperationName, operationNames, operations } from './operations.ts';
import {
  type Decoded,
  type FieldErrors,
  FieldProblems,
  fromPairs,
  issuesToFields,
  type Pair,
  toPairs,
} from './pairs.ts';

export { type Decoded, type FieldErrors, issuesToFields, type Pair };

export interface EncodedRequest {
  readonly version: 'v1' | 'v2';
  readonly method: Method;
  /** The path, which begins with /v1 or /v2. Parameter values in the path are percent-encoded. */
  readonly path: string;
  /** The query without the leading "?". Empty if there is no query. */
  readonly query: string;
  /** The body as application/x-www-form-urlencoded. Undefined if the operation doesn't have a form. */
  readonly body: string | undefined;
}

/**
 * Checks an operation's input against the table of operations and builds the request.
 * @param pathTemplate a replacement for the path in the table, because the template update's path is
 * configurable
 * @throws WireError if the input is invalid, which is a bug in the caller
 */
export function encodeRequest<N extends OperationName>(
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
  if (unknown !== undefined)
    throw new WireError(name, { [unknown]: 'is not a valid input for this operation' });

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
        .map(([field, problem]) => `${field} ${problem}`)
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
  /**
   * `allow` contains the methods that the path supports, for a 405 response. If `allow` is empty, the path
   * doesn't exist, and the response should be 404.
   */
  | { readonly found: false; readonly allow: readonly Method[] };

/**
 * Finds the operations that match a method and a decoded path, split into segments such as "v1", "campaigns",
 * and "12". Finds two operations only for the path that the customer update and the template update share.
 * The caller must then call chooseOperation. Also checks ids, so that a value such as "..%2f" never reaches
 * the service.
 */
export function matchOperations(method: string, segments: readonly string[]): Match {
  const onPath = operationNames.flatMap((name) => {
    const params = matchPath(operations[name].path, segments, operations[name].version);
    return params ? [{ name, params }] : [];
  });
  const matched = onPath.filter(({ name }) => operations[name].method === method);
  const [first] = matched;
  if (!first) return { found: false, allow: [...new Set(onPath.map(({ name }) => operations[name].method))] };
  return { found: true, operations: matched.map(({ name }) => name), params: first.params };
}

/**
 * Chooses between the customer update and the template update, which share a method and path. A form with a
 * template field updates the template. Any other form updates the customer.
 */
export function chooseOperation(candidates: readonly OperationName[], form: readonly Pair[]): OperationName {
  const [first] = candidates;
  if (first === undefined) throw new Error('chooseOperation needs at least one candidate');
  if (candidates.length === 1) return first;
  const templateFields = Object.keys(operations.updateTemplate.form.shape);
  const isTemplate = form.some(([name]) => templateFields.includes(name.split('[', 1)[0] ?? ''));
  return isTemplate ? 'updateTemplate' : 'updateCustomer';
}

const isId = {
  v1: (text: string) => parseId(text) !== null,
  v2: (text: string) => /^[\w-]{1,64}$/.test(text),
};

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
      if (!isId[version](segment)) return null;
      params[part.slice(1, -1)] = segment;
    }
  }
  return params;
}

/**
 * Reads an operation's inputs from a request. In the reported problems, each field has the same name as in
 * the request.
 */
export function decodeRequest<N extends OperationName>(
  name: N,
  parts: {
    readonly params: Record<string, string>;
    readonly query: readonly Pair[];
    readonly form: readonly Pair[];
  },
): Decoded<Input<N>> {
  const row = operations[name];
  const fields = new FieldProblems();
  const value: Record<string, unknown> = {};
  const sources: [z.ZodObject, readonly Pair[]][] = [
    [row.params, Object.entries(parts.params)],
    [row.query, parts.query],
    [row.form, parts.form],
  ];
  for (const [shape, pairs] of sources) {
    const read = fromPairs(shape, pairs);
    if (!read.ok) fields.addAll(read.fields);
    else {
      const parsed = shape.safeParse(read.value);
      if (parsed.success) Object.assign(value, parsed.data);
      else fields.addAll(issuesToFields(parsed.error));
    }
  }
  return fields.isEmpty ? { ok: true, value: value as Input<N> } : { ok: false, fields: fields.all };
}

function formEncode(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
}
