/** Describes the contract's operations in OpenAPI. */
import type { z } from 'zod';
import { type OperationName, operationNames, operations } from '../operations.ts';
import { urlsOfOrigin } from '../patterns.ts';
import type { MediaType, OperationObject, Parameter, Reference, RequestBody, Schema } from './document.ts';
import { PROSE } from './prose.ts';
import { inputSchema, referenceTo } from './schemas.ts';
import { type WireField, wireFields } from './wire-fields.ts';

/** The differences between the APIs of the console and the embedded service. */
export interface ProgramRules {
  /**
   * Returns the error statuses that only this program returns for an operation. PROSE lists the error statuses
   * that are the same in the console and the embedded service.
   */
  readonly statuses: (name: OperationName) => readonly number[];
  /** Returns the names of the alternative security schemes: a request must use one of them. */
  readonly security: (name: OperationName) => readonly string[];
  /** Returns the headers that an operation takes in addition to the interface's inputs. */
  readonly headers?: (name: OperationName) => readonly Parameter[];
  /** Returns the names of the headers that responses with the given status contain. */
  readonly responseHeaders?: (status: number, names: readonly OperationName[]) => readonly string[];
  /** Whether request bodies can be JSON. */
  readonly takesJson: boolean;
  /**
   * The only origin to which payers can be redirected after a payment. If undefined, payers can be redirected
   * to any origin.
   */
  readonly redirectOrigin?: string | undefined;
}

/** @param names the operations that share a method and path, which OpenAPI describes as one operation */
export function describeOperation(names: readonly OperationName[], rules: ProgramRules): OperationObject {
  const [first] = names;
  if (first === undefined) throw new Error('describeOperation needs at least one name');
  const row = operations[first];
  const prose = names.map((name) => PROSE[name]);
  const body = describeBody(names, rules.takesJson);
  const schemas = [...new Set(names.map((name) => referenceTo(operations[name].returns).$ref))].map(
    ($ref) => ({
      $ref,
    }),
  );
  return {
    operationId: names.join('_or_'),
    'x-operations': names,
    summary: joinSummaries(prose.map(({ summary }) => summary)),
    description: joinDescriptions(names),
    tags: [...new Set(prose.map(({ group }) => group))],
    security: rules.security(first).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...listParameters('path', row.params),
      ...listParameters('query', row.query).map((parameter) => limitRedirect(parameter, rules)),
      ...(rules.headers?.(first) ?? []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: 'Success.',
        ...describeHeaders(rules.responseHeaders?.(200, names)),
        content: { 'application/json': { schema: combineSchemas('anyOf', schemas) } },
      },
      ...Object.fromEntries(listStatuses(names, rules).map((status) => [status, errorReference(status)])),
    },
  };
}

/** Returns references to the headers with these names. */
export const describeHeaders = (
  names: readonly string[] = [],
): { headers?: Readonly<Record<string, Reference>> } =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

const errorReference = (status: number): Reference => ({ $ref: `#/components/responses/${status}` });

/** Joins summaries into one sentence. Only the first summary keeps its initial capital letter. */
function joinSummaries([first = '', ...others]: readonly string[]): string {
  const continued = others.map((summary) => summary.charAt(0).toLowerCase() + summary.slice(1));
  return [first, ...continued].join(' or ');
}

function listStatuses(names: readonly OperationName[], rules: ProgramRules): number[] {
  const all = names.flatMap((name) => [...rules.statuses(name), ...PROSE[name].errorStatuses]);
  return [...new Set(all)].sort((a, b) => a - b);
}

function joinDescriptions(names: readonly OperationName[]): string {
  if (names.length === 1) return names.map((name) => PROSE[name].description).join('');
  const sharedPath = `${names.join(' and ')} share this method and path. The body’s fields determine which operation runs. A body that contains fields from both operations is rejected.`;
  return [sharedPath, ...names.map((name) => `${name}: ${PROSE[name].description}`)].join(' ');
}

function listParameters(where: 'path' | 'query', shape: z.ZodObject): Parameter[] {
  return wireFields(shape).map(({ name, required, schema: { description, ...schema }, isList }) => ({
    name,
    in: where,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(isList && { style: 'form' as const, explode: true as const }),
  }));
}

/** If payers can be redirected to only one origin, adds that rule to the schema of `redirect_uri`. */
function limitRedirect(parameter: Parameter, { redirectOrigin }: ProgramRules): Parameter {
  if (parameter.name !== 'redirect_uri' || redirectOrigin === undefined) return parameter;
  const { source } = urlsOfOrigin(redirectOrigin);
  const schema = { ...parameter.schema, pattern: source, examples: [`${redirectOrigin}/campaigns`] };
  return { ...parameter, schema };
}

function describeBody(names: readonly OperationName[], takesJson: boolean): RequestBody | null {
  const withForm = names.filter(takesForm);
  if (withForm.length === 0) return null;
  const schemaOf = (kind: BodyKind) => ({
    schema: combineSchemas(
      'oneOf',
      withForm.map((name) => ({ $ref: `#/components/schemas/${bodyName(name, kind)}` })),
    ),
  });
  const lists = withForm.flatMap((name) => wireFields(operations[name].form)).filter(({ isList }) => isList);
  return {
    required: withForm.every((name) => !operations[name].form.safeParse({}).success),
    content: {
      'application/x-www-form-urlencoded': { ...schemaOf('Form'), ...describeEncoding(lists) },
      'multipart/form-data': schemaOf('Form'),
      ...(takesJson && { 'application/json': schemaOf('Json') }),
    },
  };
}

const takesForm = (name: OperationName): boolean => Object.keys(operations[name].form.shape).length > 0;

/**
 * The format of a request body. Forms have flat field names. JSON has the same structure as the operation's
 * schema.
 */
type BodyKind = 'Form' | 'Json';
const bodyName = (name: OperationName, kind: BodyKind): string =>
  name.charAt(0).toUpperCase() + name.slice(1) + kind;

/** Returns all request body schemas, keyed by name. */
export function bodySchemas(takesJson: boolean): Record<string, Schema> {
  const bodies = operationNames.filter(takesForm).flatMap((name): [string, Schema][] => {
    const { form } = operations[name];
    const asForm: [string, Schema] = [bodyName(name, 'Form'), formSchema(wireFields(form))];
    return takesJson ? [asForm, [bodyName(name, 'Json'), inputSchema(form)]] : [asForm];
  });
  return Object.fromEntries(bodies);
}

const combineSchemas = (how: 'oneOf' | 'anyOf', schemas: readonly Schema[]): Schema =>
  schemas[0] && schemas.length === 1 ? schemas[0] : { [how]: [...schemas] };

function formSchema(fields: readonly WireField[]): Schema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/**
 * States OpenAPI's default encoding explicitly. All values in a list are sent under the same name, without additional
 * brackets.
 */
function describeEncoding(lists: readonly WireField[]): Pick<MediaType, 'encoding'> {
  if (lists.length === 0) return {};
  return {
    encoding: Object.fromEntries(lists.map(({ name }) => [name, { style: 'form', explode: true } as const])),
  };
}
