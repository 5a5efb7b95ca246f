/** What arrived, for tests that want to see it. Only with --controls. */
import type { MiddlewareHandler } from 'hono';
import type { OperationName } from '#lib/contract/operations.ts';
import type { Web } from '../http/hono-env.ts';

export interface RecordedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** As it was sent, without the "?". */
  readonly query: string;
  /** A key's value is replaced by "[key]", and any other credential by "[wrong key]". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null when the request was none of the 22, or was refused before that was known. */
  readonly operation: OperationName | null;
  /** Null when the connection was dropped instead. */
  readonly status: number | null;
}

export interface Requests {
  readonly record: MiddlewareHandler<Web>;
  /** The oldest first. */
  list(): readonly RecordedRequest[];
  clear(): void;
}

const MAX_KEPT = 2_000;
const MAX_BODY_CHARS = 200_000;

export function createRequests(keys: readonly string[], now: () => number): Requests {
  let kept: RecordedRequest[] = [];

  const record: MiddlewareHandler<Web> = async (call, next) => {
    const url = new URL(call.req.url);
    if (url.pathname.startsWith('/sandbox/')) return next();
    const at = new Date(now()).toISOString();
    const body = new TextDecoder().decode(await call.req.arrayBuffer()).slice(0, MAX_BODY_CHARS);
    let status: number | null = null;
    try {
      await next();
      status = call.error ? null : call.res.status;
    } finally {
      const { method } = call.req;
      const headers = withoutKeys(call.req.header(), keys);
      const operation = call.get('operation') ?? null;
      const request = {
        at,
        method,
        path: url.pathname,
        query: url.search.slice(1),
        headers,
        body,
        operation,
        status,
      };
      kept = [...kept, request].slice(-MAX_KEPT);
    }
  };

  return {
    record,
    list: () => kept,
    clear: () => {
      kept = [];
    },
  };
}

function withoutKeys(headers: Record<string, string>, keys: readonly string[]): Record<string, string> {
  const { authorization, ...others } = headers;
  if (authorization === undefined) return others;
  const [scheme = '', ...credential] = authorization.split(' ');
  const rest = credential.join(' ');
  const key = keys.find((known) => rest === known || rest.startsWith(`${known} `));
  const shown = key === undefined ? '[wrong key]' : `[key]${rest.slice(key.length)}`;
  return { ...others, authorization: `${scheme} ${shown}` };
}
