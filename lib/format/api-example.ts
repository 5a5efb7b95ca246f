/** An example of a request, made from the examples that the description gives. */
import type { ApiDocument, HttpMethod, OperationObject, Schema } from '#lib/contract/openapi/document.ts';
import { shapeName, singleItem } from './schema-words.ts';

const ID = '12';

/** As HTTP, with the body as JSON: of all that may be sent it reads best. */
export function exampleOf(
  { components, servers }: ApiDocument,
  path: string,
  method: HttpMethod,
  { parameters, requestBody }: OperationObject,
): string {
  const query = parameters.flatMap(({ name, in: where, required, schema }) => {
    const value = sampleOf(schema);
    return where === 'query' && (required || value !== undefined) ? [`${name}=${value ?? '…'}`] : [];
  });
  const line = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ID)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = method === 'get' ? [] : [`Origin: ${servers[0]?.url}`];
  const json = requestBody?.content['application/json']?.schema;
  if (!json) return [line, ...headers].join('\n');
  const bodies = (json.oneOf ?? [json]).map(({ $ref }) => components.schemas[shapeName($ref ?? '')] ?? {});
  const type = 'Content-Type: application/json';
  return bodies
    .map((body) => [line, ...headers, type, '', JSON.stringify(sampleOf(body) ?? {}, null, 2)].join('\n'))
    .join('\n\n');
}

/** What the schema gives as an example, and what it requires; undefined where that is nothing. */
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
    const item = sampleOf(singleItem(schema.items), isRequired);
    return item === undefined ? undefined : [item];
  }
  return isRequired ? '…' : undefined;
}
