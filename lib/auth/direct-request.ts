/**
 * The request that is being handled without Next, such as a request to the proxy. Pages, actions, and route handlers read
 * their request through next/headers instead.
 */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '#lib/runtime/singleton.ts';

export interface DirectRequest {
  readonly method: string;
  /** Cookie names and values aren't decoded. */
  readonly headers: Pick<Headers, 'get'>;
  /** Calls `work` once the response has been sent, or the connection has closed. */
  readonly afterResponse: (work: () => unknown) => void;
}

const current = () => singleton('directRequest', () => new AsyncLocalStorage<DirectRequest>());

export const runDirectly = <T>(request: DirectRequest, work: () => Promise<T>): Promise<T> =>
  current().run(request, work);

/** Returns undefined if Next handles the request, or outside of requests. */
export const currentDirectRequest = (): DirectRequest | undefined => current().getStore();
