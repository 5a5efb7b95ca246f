/** Tests that requests encoded from random valid inputs match the API description. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import { createTestDocument, readApiDescription } from '../support/api-description.ts';
import { arbitraryInput } from './arbitraries.ts';

const RUNS = 60;
const seed = Number(process.env.WIRE_SEED ?? Date.now() % 2 ** 31);
console.log(`described requests: WIRE_SEED=${seed}`);

const describeRequest = readApiDescription(createTestDocument());

/** Converts a text value in a request to the type in the API description. */
function parseTyped(text: string, type: unknown): unknown {
  return type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(text) : text;
}

/** Parses the fields of a query or form. List fields become arrays, and other fields become single values. */
function parseFields(encoded: string, schemaOf: (name: string) => { type?: unknown } | undefined) {
  const params = new URLSearchParams(encoded);
  return [...new Set(params.keys())].map((name): [string, unknown] => {
    const { type } = schemaOf(name) ?? {};
    const values = params.getAll(name);
    return [
      name,
      type === 'array' ? values : values.length === 1 ? parseTyped(values[0] ?? '', type) : values,
    ];
  });
}

function expectFit(name: OperationName, input: Input<OperationName>): void {
  const { operation, bodyErrors, parameterErrors } = describeRequest(name);
  const { query, body } = encodeRequest(name, input);
  const inPath = Object.keys(operations[name].params.shape);
  for (const [key, value] of Object.entries(input)) {
    if (inPath.includes(key)) expect(parameterErrors(key, value)).toEqual([]);
  }
  const parameters = parseFields(
    query,
    (key) => operation.parameters.find((each) => each.name === key)?.schema,
  );
  for (const [key, value] of parameters) expect(parameterErrors(key, value)).toEqual([]);
  expect(operation.requestBody === undefined).toBe(body === undefined);
  if (body === undefined) return;
  const isBoolean = (key: string) => (key === 'send_copy_to_sender' ? { type: 'boolean' } : undefined);
  const isList = (key: string) =>
    /\[\]/.test(key) || key.endsWith('[photos]') ? { type: 'array' } : undefined;
  const form = Object.fromEntries(parseFields(body, (key) => isList(key) ?? isBoolean(key)));
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect(bodyErrors(type, form)).toEqual([]);
  }
  const json = Object.fromEntries(
    Object.entries(input).filter(([key]) => key in operations[name].form.shape),
  );
  expect(bodyErrors('application/json', json)).toEqual([]);
}

describe.each(operationNames)('%s', (name) => {
  test('encodes requests that match the API description', () => {
    fc.assert(
      fc.property(arbitraryInput(name), (input) => {
        // The description doesn't allow NUL characters, which the service rejects in every field.
        fc.pre(!JSON.stringify(input).includes('\\u0000'));
        expectFit(name, input);
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('rejects a body with an undocumented field', () => {
    const { operation, bodyErrors } = describeRequest(name);
    if (operation.requestBody) {
      expect(bodyErrors('application/json', { no_such_field: '1' })).not.toEqual([]);
      expect(bodyErrors('multipart/form-data', { no_such_field: '1' })).not.toEqual([]);
    }
  });
});
