/**
 * Sets a page's HTTP status while the page renders. Next can only do this with notFound() and forbidden(), and then sends
 * an empty document that needs JavaScript to show the page.
 */
import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { singleton } from '#lib/runtime/singleton.ts';

/** The request header with the key of the response that is being prepared. */
const HEADER = 'x-mailroom-response';
/** Seconds until a client should request a page again that the mail service's failure prevented. */
const RETRY_AFTER_SECONDS = 15;

const responses = () => singleton('responses', () => new Map<string, ServerResponse>());

/** Lets pages find their response. Replaces the header if the client sent it. */
export function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  const key = crypto.randomUUID();
  request.headers[HEADER] = key;
  // Client-side navigations ignore a page's content unless the status is 200, and load the whole page again.
  if (request.headers.rsc !== undefined) return;
  responses().set(key, response);
  response.once('close', () => responses().delete(key));
}

/** Sets the status of the page that is being rendered. 503 also asks the client to try again later. */
export async function setPageStatus(status: 403 | 404 | 503): Promise<void> {
  const response = responses().get((await headers()).get(HEADER) ?? '');
  if (response === undefined || response.headersSent) return;
  response.statusCode = status;
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
}
