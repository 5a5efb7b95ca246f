/** Generates valid, slightly altered, and nonsensical requests to the proxy. */
import fc from 'fast-check';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { arbitraryInput } from '../contract/arbitraries.ts';
import {
  BOUNDARY,
  CONTENT_TYPES,
  FORM_TYPE,
  METHODS,
  PATH_SEGMENTS,
  UNUSUAL_HEADERS,
  unusualBody,
  unusualPairs,
  unusualPath,
} from './unusual-requests.ts';
import { validInputs } from './valid-requests.ts';

export interface ProxyRequest {
  readonly as: Role | 'signed out';
  readonly method: string;
  /** The path and query after /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const subjectIds = (origin: string) =>
  fc.record({
    customer: fc.integer({ min: 1, max: 4 }),
    template: fc.integer({ min: 1, max: 4 }),
    campaign: fc.integer({ min: 1, max: 60 }),
    origin: fc.constant(origin),
  });

interface ValidCall {
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Generates valid calls to any operation, usually for a resource that exists. Builds each operation’s
 * generator only once, because building a generator takes longer than generating a call.
 */
function validCall(origin: string): fc.Arbitrary<ValidCall> {
  const ids = subjectIds(origin);
  const calls = operationNames.map((name) =>
    fc.record({
      name: fc.constant(name),
      input: fc.oneof(
        { arbitrary: ids.map((subject) => validInputs[name](subject)), weight: 3 },
        { arbitrary: arbitraryInput(name), weight: 1 },
      ),
    }),
  );
  return fc.oneof(...calls);
}

type BodyEncoding = 'form' | 'multipart' | 'json' | 'none';

function encodeBody(
  { name, input }: ValidCall,
  form: string,
  encoding: BodyEncoding,
): [type: string, body: string] {
  if (encoding === 'json') {
    const fields = Object.keys(operations[name].form.shape).filter((field) => field in input);
    return [
      'application/json',
      JSON.stringify(Object.fromEntries(fields.map((field) => [field, input[field]]))),
    ];
  }
  if (encoding === 'multipart') {
    const parts = [...new URLSearchParams(form)].map(
      ([field, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
    );
    return [`multipart/form-data; boundary=${BOUNDARY}`, `${parts.join('')}--${BOUNDARY}--\r\n`];
  }
  return [encoding === 'form' ? FORM_TYPE : '', form];
}

const bodyEncoding = fc.oneof(
  { arbitrary: fc.constant<BodyEncoding>('form'), weight: 4 },
  { arbitrary: fc.constant<BodyEncoding>('json'), weight: 3 },
  { arbitrary: fc.constant<BodyEncoding>('multipart'), weight: 2 },
  { arbitrary: fc.constant<BodyEncoding>('none'), weight: 1 },
);

const validRequestArbitrary = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc.tuple(validCall(origin), bodyEncoding).map(([call, encoding]) => {
    const { method, path, query, body } = encodeRequest(call.name, call.input as never);
    const [type, text] = body === undefined ? ['', undefined] : encodeBody(call, body, encoding);
    return {
      as: 'admin',
      method,
      path: query ? `${path}?${query}` : path,
      headers: { origin, ...(type ? { 'content-type': type } : {}) },
      body: text,
    };
  });

type Mutation = (request: ProxyRequest) => ProxyRequest;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constantFrom('viewer', 'sender', 'signed out').map(
    (as): Mutation =>
      (request) =>
        ({ ...request, as }) as ProxyRequest,
  ),
  fc.constantFrom(...METHODS).map(
    (method): Mutation =>
      (request) => ({ ...request, method }),
  ),
  unusualPairs.map(
    (extra): Mutation =>
      (request) => ({
        ...request,
        path: `${request.path}${request.path.includes('?') ? '&' : '?'}${extra}`,
      }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...PATH_SEGMENTS)).map(
    ([at, segment]): Mutation =>
      (request) => {
        const [pathname = '', ...query] = request.path.split('?');
        const parts = pathname.split('/');
        parts[1 + (at % (parts.length - 1))] = segment;
        return { ...request, path: [parts.join('/'), ...query].join('?') };
      },
  ),
  unusualPairs.map(
    (extra): Mutation =>
      (request) => ({ ...request, body: `${request.body ?? ''}&${extra}` }),
  ),
  unusualBody.map(
    (replacement): Mutation =>
      (request) => ({ ...request, body: replacement }),
  ),
  fc.nat().map(
    (at): Mutation =>
      (request) => ({
        ...request,
        body: request.body?.slice(0, at % (request.body.length + 1)),
      }),
  ),
  fc.constantFrom(...CONTENT_TYPES).map(
    (type): Mutation =>
      (request) => ({
        ...request,
        headers: { ...request.headers, 'content-type': type },
      }),
  ),
  fc.constantFrom(...UNUSUAL_HEADERS).map(
    (extra): Mutation =>
      (request) => ({
        ...request,
        headers: { ...request.headers, ...extra },
      }),
  ),
);

const nonsenseRequest = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc
    .record({
      as: fc.constantFrom<Role | 'signed out'>('admin', 'sender', 'viewer', 'signed out'),
      method: fc.constantFrom(...METHODS),
      path: fc
        .tuple(unusualPath, fc.option(unusualPairs))
        .map(([pathname, query]) => (query === null ? pathname : `${pathname}?${query}`)),
      type: fc.constantFrom(...CONTENT_TYPES),
      extraHeaders: fc.constantFrom(...UNUSUAL_HEADERS),
      body: fc.option(unusualBody, { nil: undefined }),
    })
    .map(({ type, extraHeaders, ...request }) => ({
      ...request,
      headers: { origin, 'content-type': type, ...extraHeaders },
    }));

/** True if the proxy, and not another route, handles the path below /api. */
function isProxyPath(path: string): boolean {
  const { pathname } = new URL(`http://localhost/api${path}`);
  return pathname.startsWith('/api/') && !/^\/api\/(auth|campaigns|pay)\//.test(pathname);
}

/** @param origin the console's origin */
export const anyProxyRequest = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc
    .oneof(
      { arbitrary: validRequestArbitrary(origin), weight: 3 },
      {
        arbitrary: fc
          .tuple(validRequestArbitrary(origin), fc.array(mutation, { minLength: 1, maxLength: 3 }))
          .map(([request, changes]) => changes.reduce((changed, apply) => apply(changed), request)),
        weight: 5,
      },
      { arbitrary: nonsenseRequest(origin), weight: 2 },
    )
    .filter(({ path }) => isProxyPath(path));
