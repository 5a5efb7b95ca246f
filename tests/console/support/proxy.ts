/** Sends requests to the proxy of a console in the test's process. */
import { expect } from 'vitest';
import { PROXY_ERRORS, type ProxyError, proxyError } from '#lib/http/error-codes.ts';
import { handleProxy } from '#lib/proxy/handle.ts';
import type { RunAs } from './members.ts';
import { ORIGIN } from './settings.ts';
import type { TinyService } from './tiny-service.ts';

export type ProxyMethod = 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';

export interface ProxyTestRequest {
  readonly body?: BodyInit;
  /** The content type. Omit this option if the body implies a content type. */
  readonly type?: string;
  /** Extends or overrides the headers that a console page sends. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request has the Origin header that a browser on a console page sends. */
  readonly sendsOrigin?: boolean;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @param path the path and query, such as /v1/customers?page=2 */
export function requestProxy(
  runAs: RunAs,
  method: ProxyMethod,
  path: string,
  options: ProxyTestRequest = {},
): Promise<Response> {
  const { body, type, headers = {}, sendsOrigin = true } = options;
  const request = new Request(`${ORIGIN}/api${path}`, {
    method,
    headers: {
      ...(sendsOrigin && { origin: ORIGIN }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  return runAs(() => callProxy(request));
}

/** Handles a request as the console's server does, and returns the response as a client receives it. */
export async function callProxy(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { body, ...init } = await handleProxy({
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: request.headers,
    body: request.body ?? [],
  });
  return new Response(body, init);
}

/** Sends a POST request. The body is a form if `fields` is present. */
export const postToProxy = (
  runAs: RunAs,
  path: string,
  fields?: Readonly<Record<string, string>>,
): Promise<Response> =>
  requestProxy(
    runAs,
    'POST',
    path,
    fields ? { body: new URLSearchParams(fields).toString(), type: FORM_TYPE } : {},
  );

/** Returns the path of a campaign that belongs to a customer. */
export const scopedPath = (id: number, customer = 7): string =>
  `/v1/campaigns/customers/${customer}/campaigns/${id}`;

/** The query string of a payment request with a valid redirect_uri. */
export const REDIRECT_QUERY = `redirect_uri=${encodeURIComponent(`${ORIGIN}/campaigns?a=b&c=d`)}`;

/**
 * Reads the error in a response. Checks that the error has the documented format and that the error code
 * matches the status.
 */
export async function readProxyError(response: Response): Promise<ProxyError['error']> {
  expect(response.headers.get('content-type')).toBe('application/json');
  const body: ProxyError = await response.json();
  expect(proxyError.safeParse(body).error).toBeUndefined();
  expect(response.status).toBe(PROXY_ERRORS[body.error.code]);
  // Returns the parsed JSON instead of zod's result, because zod drops a field named __proto__.
  return body.error;
}

/** Reads the error in the response to a refused request. Expects that the service received no requests. */
export async function readLocalRefusal(
  service: TinyService,
  response: Promise<Response>,
): Promise<ProxyError['error']> {
  const error = await readProxyError(await response);
  expect(service.requests).toEqual([]);
  return error;
}
