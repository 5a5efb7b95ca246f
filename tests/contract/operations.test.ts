import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { TARGETING_METHODS, V1_STATUSES, V2_STATUSES } from '#lib/contract/campaign-values.ts';
import { operationNames, operations } from '#lib/contract/operations.ts';
import * as resources from '#lib/contract/resources.ts';
import { SIZE_FACTS, TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { documentedFields } from './documented-fields.ts';
import { documentedOperations } from './documented-operations.ts';

const { checkout } = resources;
const priceBlock = checkout.shape.with_sender;

/** The contract's schemas, keyed by their names in interface.md. */
const shapes: Record<string, z.ZodObject> = {
  Customer: resources.customer,
  Template: resources.template,
  Campaign: resources.campaign,
  'Campaign (v2)': resources.campaignV2,
  Checkout: checkout,
  'Price block': priceBlock,
  Address: resources.address,
  link: resources.payLink,
  'front and back': resources.preview,
  page: resources.campaignPage,
  'page of Customer': resources.customerPage,
  'page of Template': resources.templatePage,
  'page of Campaign': resources.campaignPage,
};

/** Lists a schema's fields in the notation of interface.md, such as `sent_at[from]?` and `designs[]`. */
function listFieldNames(shape: z.ZodObject, prefix = '', optionalAbove = false): string[] {
  return Object.entries(shape.shape).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}[${key}]` : key;
    const optional = optionalAbove || (field as z.ZodType).safeParse(undefined).success;
    const mark = optional ? '?' : '';
    const inner = unwrapField(field as z.ZodType);
    if (inner.def.type === 'object') return listFieldNames(inner as z.ZodObject, name, optional);
    if (inner.def.type !== 'array') return [name + mark];
    const item = unwrapField((inner as z.ZodArray<z.ZodType>).element);
    if (item.def.type === 'object') return listFieldNames(item as z.ZodObject, `${name}[]`, optional);
    return [`${name}${name === 'template_data[photos]' ? '' : '[]'}${mark}`];
  });
}

function unwrapField(field: z.ZodType): z.ZodType {
  return field.def.type === 'optional' ? unwrapField((field as z.ZodOptional<z.ZodType>).unwrap()) : field;
}

test('the contract lists the 22 operations of interface.md in their original order', () => {
  expect(documentedOperations).toHaveLength(22);
  expect(operationNames).toEqual(documentedOperations.map((row) => row.operation));
  expect(operationNames.map((name) => operations[name].number)).toEqual(
    documentedOperations.map((_, i) => i + 1),
  );
});

describe.each(documentedOperations)('$operation', (row) => {
  const ours = Object.entries(operations).find(([name]) => name === row.operation)?.[1];
  if (!ours) throw new Error(`${row.operation} is missing`);

  test('the operation has the documented method, path, and version', () => {
    expect([ours.method, ours.path]).toEqual([row.method, row.path]);
    expect(ours.path.startsWith(`/${ours.version}/`)).toBe(true);
  });
  test('the operation has the documented path parameters', () => {
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(ours.params.shape)).toEqual(inPath);
  });
  test('the operation has the documented query fields', () =>
    expect(listFieldNames(ours.query)).toEqual(row.query ?? []));
  test('the operation has the documented form fields', () =>
    expect(listFieldNames(ours.form)).toEqual(row.form ?? []));
  test('the operation has the documented response', () => expect(ours.returns).toBe(shapes[row.returns]));
});

test.each(Object.entries(documentedFields))(
  'the schema %s has exactly the documented fields',
  (name, fields) => {
    expect(Object.keys(shapes[name]?.shape ?? {})).toEqual(fields);
  },
);

test('the contract has the six sizes in part 2.2.1, and only letters have a single design', () => {
  expect([...TEMPLATE_SIZES]).toEqual([
    'self_mailer_6x18',
    'self_mailer_12x9',
    'postcard_6x11',
    'postcard_6x9',
    'postcard_4x6',
    'letter',
  ]);
  const withOne = TEMPLATE_SIZES.filter((size) => SIZE_FACTS[size].designs === 1);
  expect(withOne).toEqual(['letter']);
  const inches = TEMPLATE_SIZES.map((size) => [SIZE_FACTS[size].widthIn, SIZE_FACTS[size].heightIn]);
  expect(inches).toEqual([
    [18, 6],
    [12, 9],
    [11, 6],
    [9, 6],
    [6, 4],
    [8.5, 11],
  ]);
});

test('statuses and targeting methods match parts 3 and 4.5 of the interface', () => {
  expect([...V1_STATUSES]).toEqual(['draft', 'queued', 'processing', 'sent', 'mailed']);
  expect([...V2_STATUSES]).toEqual([
    'draft',
    'in_queue',
    'mailed',
    'in_production',
    'in_transit',
    'in_local_area',
    'processed_for_delivery',
  ]);
  expect([...TARGETING_METHODS]).toEqual(['map', 'csv', 'all']);
});
