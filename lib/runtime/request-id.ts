/** The id of the request that is being handled. Log lines and the response contain the id. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from './singleton.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const current = () => singleton('requestId', () => new AsyncLocalStorage<string>());

/** Gives the request a new id. Must run before the request is handled. */
export function startRequestId(): string {
  const id = crypto.randomUUID();
  // The request's handler runs later in the same callback, and thus in the same context.
  current().enterWith(id);
  return id;
}

/** Returns undefined outside of a request, such as in background work. */
export const currentRequestId = (): string | undefined => current().getStore();
