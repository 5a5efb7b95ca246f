/** Any request that somebody might make of the proxy: right, nearly right, and nonsense. */
import fc from 'fast-check';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { encode } from '#lib/contract/wire.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { inputOf } from '../contract/arbitraries.ts';
import { BOUNDARY, body, FORM, HEADERS, METHODS, pairs, path, SEGMENTS, TYPES } from './unusual-requests.ts';
import { validInputs } from './valid-requests.ts';

export interface ProxyRequest {
  readonly as: Role | 'nobody';
  readonly method: string;
  /** With its query, below /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const about = (origin: string) =>
  fc.record({
    customer: fc.integer({ min: 1, max: 4 }),
    template: fc.integer({ min: 1, max: 4 }),
    campaign: fc.integer({ min: 1, max: 60 }),
    origin: fc.constant(origin),
  });

interface Right {
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An input that fits the operation's row, about something that exists in most cases. */
const right = (origin: string): fc.Arbitrary<Right> =>
  fc.constantFrom(...operationNames).chain((name) =>
    fc.record({
      name: fc.constant(name),
      input: fc.oneof(
        { arbitrary: about(origin).map((ids) => validInputs[name](ids)), weight: 3 },
        { arbitrary: inputOf(name), weight: 1 },
      ),
    }),
  );

type Encoding = 'form' | 'multipart' | 'json' | 'none';

function bodyOf({ name, input }: Right, form: string, encoding: Encoding): [type: string, body: string] {
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
  return [encoding === 'form' ? FORM : '', form];
}

const encoding = fc.oneof(
  { arbitrary: fc.constant<Encoding>('form'), weight: 4 },
  { arbitrary: fc.constant<Encoding>('json'), weight: 3 },
  { arbitrary: fc.constant<Encoding>('multipart'), weight: 2 },
  { arbitrary: fc.constant<Encoding>('none'), weight: 1 },
);

const rightRequest = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc.tuple(right(origin), encoding).map(([one, how]) => {
    const { method, path, query, body } = encode(one.name, one.input as never);
    const [type, text] = body === undefined ? ['', undefined] : bodyOf(one, body, how);
    return {
      as: 'admin',
      method,
      path: query ? `${path}?${query}` : path,
      headers: { origin, ...(type ? { 'content-type': type } : {}) },
      body: text,
    };
  });

type Change = (request: ProxyRequest) => ProxyRequest;

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom('viewer', 'sender', 'nobody').map(
    (as): Change =>
      (request) =>
        ({ ...request, as }) as ProxyRequest,
  ),
  fc.constantFrom(...METHODS).map(
    (method): Change =>
      (request) => ({ ...request, method }),
  ),
  pairs.map(
    (more): Change =>
      (request) => ({
        ...request,
        path: `${request.path}${request.path.includes('?') ? '&' : '?'}${more}`,
      }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...SEGMENTS)).map(
    ([at, segment]): Change =>
      (request) => {
        const [where = '', ...query] = request.path.split('?');
        const parts = where.split('/');
        parts[1 + (at % (parts.length - 1))] = segment;
        return { ...request, path: [parts.join('/'), ...query].join('?') };
      },
  ),
  pairs.map(
    (more): Change =>
      (request) => ({ ...request, body: `${request.body ?? ''}&${more}` }),
  ),
  body.map(
    (odd): Change =>
      (request) => ({ ...request, body: odd }),
  ),
  fc.nat().map(
    (at): Change =>
      (request) => ({
        ...request,
        body: request.body?.slice(0, at % (request.body.length + 1)),
      }),
  ),
  fc.constantFrom(...TYPES).map(
    (type): Change =>
      (request) => ({
        ...request,
        headers: { ...request.headers, 'content-type': type },
      }),
  ),
  fc.constantFrom(...HEADERS).map(
    (more): Change =>
      (request) => ({
        ...request,
        headers: { ...request.headers, ...more },
      }),
  ),
);

const nonsense = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc
    .record({
      as: fc.constantFrom<Role | 'nobody'>('admin', 'sender', 'viewer', 'nobody'),
      method: fc.constantFrom(...METHODS),
      path: fc
        .tuple(path, fc.option(pairs))
        .map(([where, query]) => (query === null ? where : `${where}?${query}`)),
      type: fc.constantFrom(...TYPES),
      more: fc.constantFrom(...HEADERS),
      body: fc.option(body, { nil: undefined }),
    })
    .map(({ type, more, ...request }) => ({
      ...request,
      headers: { origin, 'content-type': type, ...more },
    }));

/** Whether an address is the proxy's: not one of the console's own below /api, and not one that leads out of it. */
function isProxys(path: string): boolean {
  const { pathname } = new URL(`http://console.test/api${path}`);
  return pathname.startsWith('/api/') && !/^\/api\/(auth|campaigns|pay)\//.test(pathname);
}

/** @param origin the console's own */
export const anyRequest = (origin: string): fc.Arbitrary<ProxyRequest> =>
  fc
    .oneof(
      { arbitrary: rightRequest(origin), weight: 3 },
      {
        arbitrary: fc
          .tuple(rightRequest(origin), fc.array(change, { minLength: 1, maxLength: 3 }))
          .map(([request, changes]) => changes.reduce((changed, apply) => apply(changed), request)),
        weight: 5,
      },
      { arbitrary: nonsense(origin), weight: 2 },
    )
    .filter(({ path }) => isProxys(path));
