/** Describes JSON Schema types for the docs page. */
import type { Schema } from '#lib/contract/openapi/document.ts';

export interface TypeText {
  readonly text: string;
  /** The name of the value's shape. For a list, the name of its items' shape. */
  readonly shape?: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601 time',
  date: 'ISO 8601 date',
  email: 'email address',
  uri: 'URL',
};

export function describeType(schema: Schema): TypeText {
  if (schema.$ref !== undefined) return { text: '', shape: shapeName(schema.$ref) };
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return describeAlternatives(either.filter(({ type }) => type !== 'null').map(describeType));
  if (schema.enum) return { text: `one of ${schema.enum.join(', ')}` };
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (type) {
    case 'string':
      return { text: FORMATS[schema.format ?? ''] ?? schema.title ?? 'string' };
    case 'integer':
      return { text: `integer${describeRange(schema)}` };
    case 'number':
      return { text: 'number' };
    case 'boolean':
      return { text: 'boolean' };
    case 'array':
      return describeList(schema);
    case 'object':
      return { text: schema.properties ? 'object' : 'object with string values' };
    default:
      return { text: 'any JSON' };
  }
}

export const shapeName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function describeAlternatives(options: readonly TypeText[]): TypeText {
  const [only] = options;
  if (only && options.length === 1) return only;
  return { text: options.map(({ text }) => text).join(' or ') };
}

function describeList({ items, maxItems }: Schema): TypeText {
  const item = describeType(itemSchema(items));
  const atMost = maxItems === undefined ? '' : `, at most ${maxItems}`;
  const text = item.text === '' ? 'list of' : `list of ${item.text} values${atMost}`;
  return { ...item, text };
}

export function itemSchema(items: Schema['items']): Schema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}

/**
 * Describes a number's allowed range. Omits the range if the maximum is JavaScript's largest safe integer,
 * which isn't a real limit.
 */
function describeRange({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (maximum === Number.MAX_SAFE_INTEGER) return '';
  return ` from ${minimum ?? 1} to ${maximum.toLocaleString('en-US')}`;
}
