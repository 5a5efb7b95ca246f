/** JSON Schema in the words of the docs page. */
import type { Schema } from '#lib/contract/openapi/document.ts';

export interface TypeWords {
  readonly words: string;
  /** The named shape that it is, or is a list of. */
  readonly shape?: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601 time',
  date: 'ISO 8601 date',
  email: 'email address',
  uri: 'URL',
};

export function typeWords(schema: Schema): TypeWords {
  if (schema.$ref !== undefined) return { words: '', shape: shapeName(schema.$ref) };
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return eitherWords(either.filter(({ type }) => type !== 'null').map(typeWords));
  if (schema.enum) return { words: `one of ${schema.enum.join(', ')}` };
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (type) {
    case 'string':
      return { words: FORMATS[schema.format ?? ''] ?? 'text' };
    case 'integer':
      return { words: `whole number${rangeOf(schema)}` };
    case 'number':
      return { words: 'number' };
    case 'boolean':
      return { words: 'true or false' };
    case 'array':
      return listWords(schema);
    case 'object':
      return { words: schema.properties ? 'object' : 'object with text values' };
    default:
      return { words: 'any JSON' };
  }
}

export const shapeName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function eitherWords(options: readonly TypeWords[]): TypeWords {
  const [only] = options;
  if (only && options.length === 1) return only;
  return { words: options.map(({ words }) => words).join(' or ') };
}

function listWords({ items, maxItems }: Schema): TypeWords {
  const item = typeWords(singleItem(items));
  const atMost = maxItems === undefined ? '' : `, at most ${maxItems}`;
  const words = item.words === '' ? 'list of' : `list of: ${item.words}${atMost}`;
  return { ...item, words };
}

export function singleItem(items: Schema['items']): Schema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}

/** Only a range that was chosen: every whole number is bounded by what can be counted exactly. */
function rangeOf({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  if (maximum === Number.MAX_SAFE_INTEGER) return '';
  return ` from ${minimum ?? 1} to ${maximum.toLocaleString('en-US')}`;
}
