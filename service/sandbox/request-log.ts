/** Records received requests for tests. Available only with --controls. */
import type { MiddlewareHandler } from 'hono';
import type { OperationName } from '#lib/contract/operations.ts';
import type { HonoEnv } from '../http/hono-env.ts';

export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The raw query string, without the "?". */
  readonly query: string;
  /** A valid API key is replaced with "[key]", and any other credential is replaced with "[wrong key]". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * The operation's name. Null if the service didn't determine the operation, for example because
   * authentication failed.
   */
  readonly operation: OperationName | null;
  /** The response status. Null if the connection was dropped. */
  readonly status: number | null;
}

export interface RequestLog {
  readonly record: MiddlewareHandler<HonoEnv>;
  /** Returns the requests, oldest first. */
  list(): readonly LoggedRequest[];
  clear(): void;
}

const MAX_RECORDED = 2_000;
const MAX_BODY_CHARS = 200_000;

export function createRequestLog(keys: readonly string[], now: () => number): RequestLog {
  let recorded: LoggedRequest[] = [];

  const record: MiddlewareHandler<HonoEnv> = async (call, next) => {
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
      const headers = maskKeys(call.req.header(), keys);
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
      recorded = [...recorded, request].slice(-MAX_RECORDED);
    }
  };

  return {
    record,
    list: () => recorded,
    clear: () => {
      recorded = [];
    },
  };
}

function maskKeys(headers: Record<string, string>, keys: readonly string[]): Record<string, string> {
  const { authorization, ...others } = headers;
  if (authorization === undefined) return others;
  const [scheme = '', ...credential] = authorization.split(' ');
  const rest = credential.join(' ');
  const key = keys.find((known) => rest === known || rest.startsWith(`${known} `));
  const masked = key === undefined ? '[wrong key]' : `[key]${rest.slice(key.length)}`;
  return { ...others, authorization: `${scheme} ${masked}` };
}
