/** Rows of the contract as OpenAPI's operations. */
import type { z } from 'zod';
import { type OperationName, operationNames, operations } from '../operations.ts';
import type { MediaType, OperationObject, Parameter, Reference, RequestBody, Schema } from './document.ts';
import { PROSE } from './prose.ts';
import { inputSchema, referTo } from './schemas.ts';
import { type WireField, wireFields } from './wire-fields.ts';

/** What one program says about itself, where the two that serve the interface differ. */
export interface Speaker {
  /** Besides those that the contract's prose names for the operation. */
  readonly statuses: (name: OperationName) => readonly number[];
  readonly security: (name: OperationName) => string;
  /** Whether bodies may be JSON as well. */
  readonly takesJson: boolean;
}

/** @param names rows that share a method and path: OpenAPI has one place for them, so it describes either */
export function describeOperation(names: readonly OperationName[], speaker: Speaker): OperationObject {
  const [first] = names;
  if (first === undefined) throw new Error('There is nothing to describe.');
  const row = operations[first];
  const prose = names.map((name) => PROSE[name]);
  const body = bodyOf(names, speaker.takesJson);
  const answers = [...new Set(names.map((name) => referTo(operations[name].returns).$ref))].map(($ref) => ({
    $ref,
  }));
  return {
    operationId: names.join('_or_'),
    'x-operations': names,
    summary: prose.map(({ summary }) => summary).join(' or: '),
    ...descriptionOf(names),
    tags: [...new Set(prose.map(({ group }) => group))],
    security: [{ [speaker.security(first)]: [] }],
    parameters: [...parametersOf('path', row.params), ...parametersOf('query', row.query)],
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: 'Success.',
        content: { 'application/json': { schema: eitherOf('anyOf', answers) } },
      },
      ...Object.fromEntries(statusesOf(names, speaker).map((status) => [status, failure(status)])),
    },
  };
}

const failure = (status: number): Reference => ({ $ref: `#/components/responses/${status}` });

function statusesOf(names: readonly OperationName[], speaker: Speaker): number[] {
  const all = names.flatMap((name) => [...speaker.statuses(name), ...PROSE[name].refuses]);
  return [...new Set(all)].sort((a, b) => a - b);
}

function descriptionOf(names: readonly OperationName[]): { description?: string } {
  const own = names.flatMap((name) => {
    const prose = PROSE[name];
    return 'description' in prose
      ? [names.length > 1 ? `${name}: ${prose.description}` : prose.description]
      : [];
  });
  if (names.length === 1) return own.length > 0 ? { description: own.join(' ') } : {};
  const shared = `${names.join(' and ')} share this method and path. The fields of the body tell them apart, and a body that mixes them is rejected.`;
  return { description: [shared, ...own].join(' ') };
}

function parametersOf(where: 'path' | 'query', shape: z.ZodObject): Parameter[] {
  return wireFields(shape).map(({ name, required, schema: { description, ...schema }, isList }) => ({
    name,
    in: where,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(isList && { style: 'form' as const, explode: true as const }),
  }));
}

function bodyOf(names: readonly OperationName[], takesJson: boolean): RequestBody | null {
  const taking = names.filter(takesForm);
  if (taking.length === 0) return null;
  const schemaOf = (kind: BodyKind) => ({
    schema: eitherOf(
      'oneOf',
      taking.map((name) => ({ $ref: `#/components/schemas/${bodyName(name, kind)}` })),
    ),
  });
  const lists = taking.flatMap((name) => wireFields(operations[name].form)).filter(({ isList }) => isList);
  return {
    required: taking.every((name) => !operations[name].form.safeParse({}).success),
    content: {
      'application/x-www-form-urlencoded': { ...schemaOf('Form'), ...encodingOf(lists) },
      'multipart/form-data': schemaOf('Form'),
      ...(takesJson && { 'application/json': schemaOf('Json') }),
    },
  };
}

const takesForm = (name: OperationName): boolean => Object.keys(operations[name].form.shape).length > 0;

/** A form has the names of the wire; JSON is nested as the row's shape is. */
type BodyKind = 'Form' | 'Json';
const bodyName = (name: OperationName, kind: BodyKind): string =>
  name.charAt(0).toUpperCase() + name.slice(1) + kind;

/** What operations take in their bodies, by name. */
export function bodySchemas(takesJson: boolean): Record<string, Schema> {
  const bodies = operationNames.filter(takesForm).flatMap((name): [string, Schema][] => {
    const { form } = operations[name];
    const asForm: [string, Schema] = [bodyName(name, 'Form'), formSchema(wireFields(form))];
    return takesJson ? [asForm, [bodyName(name, 'Json'), inputSchema(form)]] : [asForm];
  });
  return Object.fromEntries(bodies);
}

const eitherOf = (how: 'oneOf' | 'anyOf', schemas: readonly Schema[]): Schema =>
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

/** OpenAPI's defaults, said aloud: each value under the same name, and no bracket but those in the name. */
function encodingOf(lists: readonly WireField[]): Pick<MediaType, 'encoding'> {
  if (lists.length === 0) return {};
  return {
    encoding: Object.fromEntries(lists.map(({ name }) => [name, { style: 'form', explode: true } as const])),
  };
}
