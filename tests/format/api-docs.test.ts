/** Tests that the API page covers the whole API description and that all examples are valid requests. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationNames } from '#lib/contract/operations.ts';
import { toApiDocs } from '#lib/format/api-docs.ts';
import { describeType } from '#lib/format/schema-types.ts';
import { createTestDocument, readApiDescription } from '../support/api-description.ts';

const document = createTestDocument({
  statuses: (name) => (name.startsWith('list') ? [400, 401] : [400, 401, 404]),
  error: z.object({ error: z.object({ code: z.string() }) }),
  nullable: true,
});
const docs = toApiDocs(document);
const all = docs.groups.flatMap(({ operations }) => operations);

test('the API page describes every operation in exactly one group', () => {
  expect(all.flatMap(({ names }) => names).sort()).toEqual([...operationNames].sort());
  const templates = docs.groups.find(({ name }) => name === 'Templates');
  expect(templates?.alsoListed.map(({ names }) => names)).toEqual([['updateCustomer', 'updateTemplate']]);
});

test('an error that several operations share is listed only once', () => {
  expect(docs.errors.map(({ status }) => status)).toEqual(['400', '401']);
  for (const { id, errors } of all) {
    const statuses = errors.map(({ status }) => status);
    expect(statuses.includes('400'), id).toBe(false);
    expect(statuses.includes('404'), id).toBe(!id.startsWith('list'));
  }
});

test('the API page describes every object type that an operation or field links to, and no others', () => {
  const known = new Set(docs.shapes.map(({ name }) => name));
  const fields = [...docs.shapes, ...all.flatMap(({ inputs }) => inputs)].flatMap(({ fields }) => fields);
  const linked = [
    ...all.flatMap(({ responses }) => responses),
    ...fields.flatMap(({ type }) => type.shape ?? []),
  ];
  expect(linked.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].every((name) => name === 'Error' || linked.includes(name))).toBe(true);
});

test('inputs have the names that requests use, and the fields of nested objects are listed', () => {
  const update = all.find(({ names }) => names.includes('updateTemplate'));
  expect(update?.inputs.map(({ title }) => title)).toEqual([
    'Path parameters',
    'Body fields for updateCustomer',
    'Body fields for updateTemplate',
  ]);
  expect(update?.inputs[2]?.fields.map(({ name, required }) => `${name}${required ? '!' : ''}`)).toEqual([
    'name!',
    'size!',
    'designs[]!',
    'description',
    'meta_data[][key]',
    'meta_data[][value]',
  ]);
  const v2 = docs.shapes.find(({ name }) => name === 'CampaignV2')?.fields.map(({ name }) => name);
  expect(v2).toContain('template_data.landing_page_url');
  expect(v2).toContain('qr_codes.front');
});

describe.each(all)('$id', ({ names, example, inputs }) => {
  test('shows an example that is a valid request', () => {
    const { operation, bodyErrors, parameterErrors } = readApiDescription(document)(
      names[0] ?? 'getCampaign',
    );
    for (const request of example.split(/\n\n(?=[A-Z])/)) {
      const [head = '', body] = request.split('\n\n');
      const [, path = ''] = head.split('\n', 1)[0]?.split(' ') ?? [];
      for (const [name, value] of new URL(path, 'http://program.test').searchParams) {
        const { schema } = operation.parameters.find((each) => each.name === name) ?? {};
        const typed = schema?.type === 'integer' ? Number(value) : schema?.type === 'array' ? [value] : value;
        expect(parameterErrors(name, typed)).toEqual([]);
      }
      expect(body === undefined).toBe(operation.requestBody === undefined);
      if (body) expect(bodyErrors('application/json', JSON.parse(body))).toEqual([]);
    }
    expect(example).not.toContain('…');
    expect(inputs.flatMap(({ fields }) => fields).every(({ type }) => type.text !== 'any JSON')).toBe(true);
  });
});

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'], format: 'uri' }, 'URL'],
  [{ enum: ['a', 'b'] }, 'one of a, b'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer from 1 to 100'],
  [{ type: 'integer', maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
  [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'ISO 8601 date'],
  [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 'string or boolean'],
  [{ type: 'array', items: { type: 'number' } }, 'list of number values'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'object with string values'],
  [{}, 'any JSON'],
] as const)('the schema %j is described as “%s”', (schema, text) => {
  expect(describeType(JSON.parse(JSON.stringify(schema)))).toEqual({ text });
});
