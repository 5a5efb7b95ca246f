/** Whatever an operation takes, as it is encoded, fits what the description says of its parameters and bodies. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApiDocument } from '#lib/contract/openapi/openapi.ts';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import { readApiDescription } from '../support/api-description.ts';
import { arbitraryInput } from './arbitraries.ts';

const RUNS = 60;
const seed = Number(process.env.WIRE_SEED ?? Date.now() % 2 ** 31);
console.log(`described requests: WIRE_SEED=${seed}`);

const of = readApiDescription(
  createApiDocument({
    title: 'A program',
    description: '',
    origin: 'http://program.test',
    prefix: '',
    securitySchemes: {},
    security: () => 'nobody',
    statuses: () => [],
    takesJson: true,
    error: z.object({}),
    nullable: false,
  }),
);

/** Text of the wire as the described type: numbers and booleans are written as they read. */
function typed(text: string, type: unknown): unknown {
  return type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(text) : text;
}

/** The fields of a query or form by their described names: lists as lists, the rest as single values. */
function fieldsOf(encoded: string, schemaOf: (name: string) => { type?: unknown } | undefined) {
  const params = new URLSearchParams(encoded);
  return [...new Set(params.keys())].map((name): [string, unknown] => {
    const { type } = schemaOf(name) ?? {};
    const values = params.getAll(name);
    return [name, type === 'array' ? values : values.length === 1 ? typed(values[0] ?? '', type) : values];
  });
}

function fits(name: OperationName, input: Input<OperationName>): void {
  const { operation, bodyErrors: bodyProblems, parameterErrors: parameterProblems } = of(name);
  const { query, body } = encodeRequest(name, input);
  const inPath = Object.keys(operations[name].params.shape);
  for (const [key, value] of Object.entries(input)) {
    if (inPath.includes(key)) expect(parameterProblems(key, value)).toEqual([]);
  }
  const parameters = fieldsOf(query, (key) => operation.parameters.find((each) => each.name === key)?.schema);
  for (const [key, value] of parameters) expect(parameterProblems(key, value)).toEqual([]);
  expect(operation.requestBody === undefined).toBe(body === undefined);
  if (body === undefined) return;
  const isBoolean = (key: string) => (key === 'send_copy_to_sender' ? { type: 'boolean' } : undefined);
  const isList = (key: string) =>
    /\[\]/.test(key) || key.endsWith('[photos]') ? { type: 'array' } : undefined;
  const form = Object.fromEntries(fieldsOf(body, (key) => isList(key) ?? isBoolean(key)));
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect(bodyProblems(type, form)).toEqual([]);
  }
  const json = Object.fromEntries(
    Object.entries(input).filter(([key]) => key in operations[name].form.shape),
  );
  expect(bodyProblems('application/json', json)).toEqual([]);
}

describe.each(operationNames)('%s', (name) => {
  test('is described as it is sent', () => {
    fc.assert(
      fc.property(arbitraryInput(name), (input) => fits(name, input)),
      { seed, numRuns: RUNS },
    );
  });

  test('takes no other field', () => {
    const { operation, bodyErrors: bodyProblems } = of(name);
    if (operation.requestBody) {
      expect(bodyProblems('application/json', { no_such_field: '1' })).not.toEqual([]);
      expect(bodyProblems('multipart/form-data', { no_such_field: '1' })).not.toEqual([]);
    }
  });
});
