/**
 * Checks recorded HTTP requests and responses against an API description, including paths, queries, headers,
 * and content types.
 */
import type { ApiDocument, HttpMethod, OperationObject, Schema } from '#lib/contract/openapi/document.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import { readApiDescription } from './api-description.ts';

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Headers;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Headers;
  readonly responseBody: string;
}

/** Wraps fetch to record every request and its response. */
export function recordTraffic(exchanges: Exchange[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestBody = await request.clone().text();
    const response = await fetch(request);
    exchanges.push({
      method: request.method,
      url: request.url,
      requestHeaders: new Headers(request.headers),
      requestBody,
      status: response.status,
      responseHeaders: response.headers,
      responseBody: await response.clone().text(),
    });
    return response;
  };
}

interface Found {
  readonly operation: OperationObject;
  readonly server: string | undefined;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Returns a function that lists every way in which an exchange deviates from the description. */
export function checkTraffic(document: ApiDocument): (exchange: Exchange) => string[] {
  const describeOperation = readApiDescription(document);
  return (exchange) => {
    const url = new URL(exchange.url);
    const found = findOperation(document, exchange.method, url.pathname);
    if (!found) return [`${exchange.method} ${url.pathname} is not described`];
    const [name] = found.operation['x-operations'] as [OperationName];
    const description = describeOperation(name);
    return [
      ...(url.origin === found.server ? [] : [`${url.origin} is not the described server`]),
      ...parameterErrors(found, url.searchParams, description.parameterErrors),
      ...securityErrors(document, found.operation, exchange.requestHeaders),
      ...bodyErrors(document, found.operation, exchange, description.bodyErrors),
      ...responseErrors(exchange, description.responseErrors),
    ];
  };
}

function findOperation(document: ApiDocument, method: string, pathname: string): Found | undefined {
  const segments = pathname.split('/');
  // The list starts with fixed paths, because /v1/campaigns/customers also matches a path with a parameter.
  for (const [path, item] of Object.entries(document.paths)) {
    const parts = path.split('/');
    const operation = item[method.toLowerCase() as HttpMethod];
    const isMatch =
      parts.length === segments.length &&
      parts.every((part, i) => part.startsWith('{') || part === segments[i]);
    if (!operation || !isMatch) continue;
    const pathValues = Object.fromEntries(
      parts.flatMap((part, i) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[i] ?? '')]] : [],
      ),
    );
    return { operation, server: (item.servers ?? document.servers)[0]?.url, pathValues };
  }
  return undefined;
}

type CheckValue = (name: string, value: unknown) => string[];

function parameterErrors({ operation, pathValues }: Found, query: URLSearchParams, check: CheckValue) {
  const { parameters } = operation;
  const schemaOf = (name: string) => parameters.find((each) => each.name === name)?.schema;
  const missing = parameters.filter(
    ({ name, in: where, required }) => where === 'query' && required && !query.has(name),
  );
  const values = { ...parsePairs(query, schemaOf), ...parsePairs(Object.entries(pathValues), schemaOf) };
  return [
    ...missing.map(({ name }) => `${name} is missing`),
    ...Object.entries(values).flatMap(([name, value]) => check(name, value)),
  ];
}

/** Converts text values to the described types. List fields become arrays. */
function parsePairs(
  pairs: Iterable<readonly [string, string]>,
  schemaOf: (name: string) => Schema | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const type = schemaOf(name)?.type;
    if (type === 'array') values[name] = [...((values[name] as unknown[] | undefined) ?? []), text];
    else values[name] = name in values ? [values[name], text] : parseTyped(text, type);
  }
  return values;
}

function parseTyped(text: string, type: unknown): unknown {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** A request needs credentials for only one of the alternative security schemes. */
function securityErrors(document: ApiDocument, { security }: OperationObject, headers: Headers) {
  const errors = security.map((alternative) => alternativeErrors(document, alternative, headers));
  return errors.some(({ length }) => length === 0) ? [] : errors.flat();
}

function alternativeErrors({ components }: ApiDocument, alternative: object, headers: Headers): string[] {
  return Object.keys(alternative).flatMap((name) => {
    const scheme = components.securitySchemes[name];
    if (scheme?.type === 'http') {
      const isBearer = /^Bearer [^ ]+$/.test(headers.get('authorization') ?? '');
      return isBearer ? [] : ['the request has no bearer token'];
    }
    return headers.has(scheme?.name ?? '') ? [] : [`the request has no ${scheme?.name} header`];
  });
}

type CheckBody = (type: string, body: unknown) => string[];

function bodyErrors(
  { components }: ApiDocument,
  { requestBody }: OperationObject,
  { requestHeaders, requestBody: text }: Exchange,
  check: CheckBody,
): string[] {
  if (!requestBody) return text === '' ? [] : ['the request has a body that is not described'];
  if (text === '') return requestBody.required ? ['the request has no body'] : [];
  const [type = ''] = (requestHeaders.get('content-type') ?? '').split(';');
  const schema = requestBody.content[type]?.schema;
  if (schema && type === 'application/json') return check(type, JSON.parse(text));
  if (!schema || type !== 'application/x-www-form-urlencoded')
    return [`the content type ${type} is not described`];
  const properties = Object.assign(
    {},
    ...(schema.oneOf ?? [schema]).map(
      ({ $ref }) => components.schemas[$ref?.split('/').at(-1) ?? '']?.properties,
    ),
  ) as Readonly<Record<string, Schema>>;
  return check(
    type,
    parsePairs(new URLSearchParams(text), (name) => properties[name]),
  );
}

function responseErrors(
  { status, responseHeaders, responseBody }: Exchange,
  check: (status: number, body: unknown) => string[],
): string[] {
  const type = responseHeaders.get('content-type') ?? '';
  if (!/^application\/json(;|$)/.test(type)) return [`the response has the content type ${type}`];
  return check(status, JSON.parse(responseBody));
}
