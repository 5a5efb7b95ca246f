/** Builds example requests from the examples in the API description. */
import type {
  ApiDocument,
  HttpMethod,
  OperationObject,
  Parameter,
  Schema,
} from '#lib/contract/openapi/document.ts';
import { itemSchema, shapeName } from './schema-types.ts';

/**
 * Returns an example request as HTTP text. The request's body is JSON, which is easier to read than an
 * encoded form.
 */
export function buildRequestExample(
  { components }: ApiDocument,
  path: string,
  method: HttpMethod,
  { parameters, requestBody }: OperationObject,
): string {
  const query = parameters.flatMap(({ name, in: where, required, schema }) => {
    const value = sampleOf(schema);
    return where === 'query' && (required || value !== undefined) ? [`${name}=${value ?? '…'}`] : [];
  });
  const pathWithIds = parameters
    .filter(({ in: where }) => where === 'path')
    .reduce((filled, { name, schema }) => filled.replace(`{${name}}`, `${sampleOf(schema, true)}`), path);
  const line = `${method.toUpperCase()} ${pathWithIds}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = ['Authorization: Bearer $MAILROOM_TOKEN', ...headerLines(parameters)];
  const json = requestBody?.content['application/json']?.schema;
  if (!json) return [line, ...headers].join('\n');
  const bodies = (json.oneOf ?? [json]).map(({ $ref }) => components.schemas[shapeName($ref ?? '')] ?? {});
  const type = 'Content-Type: application/json';
  return bodies
    .map((body) => [line, ...headers, type, '', JSON.stringify(sampleOf(body) ?? {}, null, 2)].join('\n'))
    .join('\n\n');
}

/** Returns a line for each header that the operation accepts. */
const headerLines = (parameters: readonly Parameter[]): string[] =>
  parameters
    .filter(({ in: where }) => where === 'header')
    .map(({ name, schema }) => `${name}: ${sampleOf(schema, true)}`);

/**
 * Returns the schema's example, or undefined if the schema has no example. If a required value has no example,
 * “…” is shown.
 */
function sampleOf(schema: Schema, isRequired = false): unknown {
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  if (schema.properties) {
    const { required = [] } = schema;
    const fields = Object.entries(schema.properties).flatMap(([key, inner]): [string, unknown][] => {
      const value = typeof inner === 'boolean' ? undefined : sampleOf(inner, required.includes(key));
      return value === undefined ? [] : [[key, value]];
    });
    return fields.length > 0 ? Object.fromEntries(fields) : undefined;
  }
  if (schema.type === 'array') {
    const item = sampleOf(itemSchema(schema.items), isRequired);
    return item === undefined ? undefined : [item];
  }
  return isRequired ? '…' : undefined;
}
