/**
 * Sets a page's HTTP status while the page renders. Next itself can set a status only with notFound() and
 * forbidden(), and without JavaScript, the error pages of these functions are blank.
 */
import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { singleton } from '#lib/runtime/singleton.ts';

/** The request header that contains the key of the pending response. */
const HEADER = 'x-mailroom-response';
/** How many seconds a client should wait before retrying a page that failed because of the mail service. */
const RETRY_AFTER_SECONDS = 15;

const responses = () => singleton('responses', () => new Map<string, ServerResponse>());

/**
 * Stores the response so that the page can find it by the key in the request header. Replaces the header if
 * the client sent it.
 */
export function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  const key = crypto.randomUUID();
  request.headers[HEADER] = key;
  // If the status isn't 200, a client-side navigation ignores the content and reloads the whole page.
  if (request.headers.rsc !== undefined) return;
  responses().set(key, response);
  response.once('close', () => responses().delete(key));
}

/**
 * Sets the status of the page that is being rendered. For status 503, also tells the client when to retry.
 */
export async function setPageStatus(status: 403 | 404 | 503): Promise<void> {
  const response = responses().get((await headers()).get(HEADER) ?? '');
  if (response === undefined || response.headersSent) return;
  response.statusCode = status;
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
}
