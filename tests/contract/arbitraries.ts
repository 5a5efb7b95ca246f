/**
 * Generates random valid inputs for an operation. The inputs are based on the contract's table of operations,
 * so new operations and fields are covered automatically.
 */
import fc from 'fast-check';
import type { z } from 'zod';
import { type Input, type OperationName, operations } from '#lib/contract/operations.ts';

type Check = { readonly check: string } & Record<string, unknown>;

export function arbitraryInput<N extends OperationName>(name: N): fc.Arbitrary<Input<N>> {
  const { params, query, form } = operations[name];
  return fc
    .tuple(objectOf(params), objectOf(query), objectOf(form))
    .map((parts) => Object.assign({}, ...parts) as Input<N>);
}

function objectOf(shape: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape.shape).map(([key, field]) => [key, anyOf(field as z.ZodType)] as const);
  const required = Object.keys(shape.shape).filter((key) => shape.shape[key]?.def.type !== 'optional');
  return fc.record(Object.fromEntries(fields), { requiredKeys: required }).map(withoutEmptyObjects);
}

/** Omits empty objects, because a form can't represent them. */
function withoutEmptyObjects(value: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length === 0;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isEmpty(inner)));
}

function anyOf(field: z.ZodType): fc.Arbitrary<unknown> {
  switch (field.def.type) {
    case 'optional':
      return anyOf((field as z.ZodOptional<z.ZodType>).unwrap());
    case 'object':
      return objectOf(field as z.ZodObject);
    case 'array':
      return arrayOf(field as z.ZodArray<z.ZodType>);
    case 'enum':
      return fc.constantFrom(...(field as z.ZodEnum).options);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return intOf(field);
    case 'union':
      return fc.oneof(...(field as z.ZodUnion<readonly z.ZodType[]>).options.map(anyOf));
    case 'string':
      return stringOf(field);
    default:
      throw new Error(`no arbitrary for ${field.def.type}`);
  }
}

function checksOf(field: z.ZodType): Check[] {
  return (field.def.checks ?? []).map((check) => check._zod.def as unknown as Check);
}

function limit(field: z.ZodType, check: string, key: string): number | undefined {
  return checksOf(field).find((each) => each.check === check)?.[key] as number | undefined;
}

function arrayOf(field: z.ZodArray<z.ZodType>): fc.Arbitrary<unknown[]> {
  const min = limit(field, 'min_length', 'minimum') ?? 0;
  const max = limit(field, 'max_length', 'maximum') ?? 5;
  return fc.array(anyOf(field.element), { minLength: min, maxLength: Math.min(max, 5) });
}

function intOf(field: z.ZodType): fc.Arbitrary<number> {
  const greater = checksOf(field).find((each) => each.check === 'greater_than');
  const min = greater ? Number(greater.value) + (greater.inclusive ? 0 : 1) : Number.MIN_SAFE_INTEGER;
  const max = limit(field, 'less_than', 'value') ?? Number.MAX_SAFE_INTEGER;
  return fc.oneof(fc.integer({ min, max: Math.min(max, 1000) }), fc.maxSafeInteger().filter(within), edges());
  function within(n: number) {
    return n >= min && n <= max;
  }
  function edges() {
    return fc.constantFrom(min, max);
  }
}

/** Strings with a special meaning in paths, queries, forms, or field names. */
const specialTexts = [
  '&',
  '=',
  '+',
  '%',
  '%2F',
  '%zz',
  '[',
  ']',
  '[]',
  '/',
  '?',
  '#',
  ';',
  ' ',
  '\r\n',
  '\0',
  '"',
  '<',
];
const unusualTexts = ['__proto__', 'constructor', 'meta_data[][key]', 'é', '✉️', '日本', 'null', 'true', '12'];

function textOf(min: number, max: number): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...specialTexts, ...unusualTexts),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  return fc
    .array(piece, { minLength: Math.min(min, 1), maxLength: 8 })
    .map((pieces) => pieces.join(''))
    .filter((text) => text.length >= min && text.length <= max);
}

const day = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const zone = fc.constantFrom('Z', '+00:00', '-05:00', '+05:30', '+14:00', '-12:00');

function stringOf(field: z.ZodType): fc.Arbitrary<string> {
  const fits = (text: string) => field.safeParse(text).success;
  const format = 'format' in field.def ? field.def.format : undefined;
  if (format === 'datetime') {
    return fc.tuple(day, zone).map(([date, offset]) => date.toISOString().replace('Z', offset));
  }
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10));
  if (format === 'email') return fc.emailAddress().filter(fits);
  if (format === 'url') {
    return fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'medium' }).filter(fits);
  }
  const pattern = checksOf(field).find((each) => each.check === 'string_format')?.pattern;
  if (pattern instanceof RegExp) return fc.stringMatching(pattern);
  return textOf(limit(field, 'min_length', 'minimum') ?? 0, limit(field, 'max_length', 'maximum') ?? 5000);
}
