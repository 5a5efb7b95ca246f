/**
 * Sets a page's HTTP status while the page renders. Next itself can set a status only through notFound() and
 * forbidden(), whose error pages are blank without JavaScript.
 */
import 'server-only';
import { headers } from 'next/headers';
import { isKnownUrl } from './routes.ts';
import { findTrackedResponse, RESPONSE_KEY_HEADER } from './tracked-responses.ts';

/** How many seconds a client should wait before retrying a page that failed because of the mail service. */
const RETRY_AFTER_SECONDS = 15;

/**
 * Sets the status of the page that is being rendered. For status 503, also tells the client when to retry.
 */
export async function setPageStatus(status: 403 | 404 | 503): Promise<void> {
  const response = await findResponse();
  if (response === undefined || response.headersSent) return;
  response.statusCode = status;
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
}

/** Whether the request is for one of the console's routes. False if that can't be known. */
export async function isKnownPage(): Promise<boolean> {
  const url = (await findResponse())?.req.url;
  return url !== undefined && isKnownUrl(url);
}

/** Returns the response that will contain the page that is being rendered. */
const findResponse = async () => findTrackedResponse((await headers()).get(RESPONSE_KEY_HEADER));
