/** Requests to the proxy of a console in this process. */
import { expect } from 'vitest';
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/api/[version]/[[...path]]/route.ts';
import { PROXY_ERRORS, type ProxyError, proxyError } from '#lib/contract/proxy-error.ts';
import type { Person } from './members.ts';
import { ORIGIN } from './settings.ts';

const methods = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT };
export type ProxyMethod = keyof typeof methods;

export interface Asked {
  readonly body?: BodyInit;
  /** Undefined where the body says it itself. */
  readonly type?: string;
  /** Over those of a page of ours. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const FORM = 'application/x-www-form-urlencoded';

/** @param path with its query, such as /v1/customers */
export function ask(person: Person, method: ProxyMethod, path: string, asked: Asked = {}): Promise<Response> {
  const { body, type, headers = {} } = asked;
  const request = new Request(`${ORIGIN}/api${path}`, {
    method,
    headers: { origin: ORIGIN, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  return person(() => methods[method](request));
}

/** The error of an answer, which is in the one shape and has the status of its code. */
export async function errorOf(answer: Response): Promise<ProxyError['error']> {
  expect(answer.headers.get('content-type')).toBe('application/json');
  const body: ProxyError = await answer.json();
  expect(proxyError.safeParse(body).error).toBeUndefined();
  expect(answer.status).toBe(PROXY_ERRORS[body.error.code]);
  // As it came: zod leaves a field named __proto__ out.
  return body.error;
}
