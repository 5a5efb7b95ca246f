/** Finds the response to the request that is being handled. Next doesn't pass the response to pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { singleton } from '#lib/runtime/singleton.ts';

/** The request header that contains the key of the pending response. */
export const RESPONSE_KEY_HEADER = 'x-mailroom-response';

const responses = () => singleton('responses', () => new Map<string, ServerResponse>());

/**
 * Stores the response so that the page can find it by the key in the request header. Replaces the header if
 * the client sent it.
 */
export function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  const key = crypto.randomUUID();
  request.headers[RESPONSE_KEY_HEADER] = key;
  // Keep the status of client-side navigations at 200.
  // For any other status, Next ignores the content and reloads the whole page.
  if (request.headers.rsc !== undefined) return;
  responses().set(key, response);
  response.once('close', () => responses().delete(key));
}

/** Returns undefined if the response has ended, or if the request is a client-side navigation. */
export const findTrackedResponse = (key: string | null): ServerResponse | undefined =>
  responses().get(key ?? '');
