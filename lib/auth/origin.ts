import 'server-only';
import { env } from '#lib/env/env.ts';
import { FORM_TOKEN_FIELD } from '#lib/http/form-token-names.ts';
import { log } from '#lib/log.ts';
import { formCookie, isFormToken } from './form-token.ts';
import { sessionCookie } from './session-token.ts';

type RequestHeaders = Pick<Headers, 'get'>;

/**
 * Whether a state-changing request comes from one of our pages. Logs a refusal. Nearly all browsers send the Origin or
 * Sec-Fetch-Site header with POST requests, and pages can't set either header. The Host and X-Forwarded-Host headers
 * aren't used, because callers can forge them.
 * @param token the form's token, if the request contains a form
 */
export function isSameOrigin(headers: RequestHeaders, token?: unknown): boolean {
  const isOwn = comesFromOwnPage(headers, token);
  // The headers aren't logged, because callers control them.
  if (!isOwn) log().warn({ event: 'origin.refused' }, 'security event');
  return isOwn;
}

function comesFromOwnPage(headers: RequestHeaders, token: unknown): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  // For a page with a no-referrer policy, the browser sends "null" as the origin, so check Sec-Fetch-Site.
  if (origin !== null && origin !== 'null') return origin === env().origin;
  if (origin !== null || site !== null) return site === 'same-origin';
  return isFromOwnForm(headers, token);
}

/**
 * Whether a form comes from one of our pages.
 * @param form the submitted value. Callers other than browsers can send a value that isn't a form.
 */
export const isSameOriginForm = (headers: RequestHeaders, form: unknown): boolean =>
  isSameOrigin(headers, form instanceof FormData ? form.get(FORM_TOKEN_FIELD) : undefined);

/**
 * Whether a form comes from one of our pages, for browsers that send neither Origin nor Sec-Fetch-Site. ELinks sends
 * the requested URL as the Referer, even if the form is on another site. If the browser has the form cookie, the
 * Referer is therefore ignored, and the form's token must match the cookie and the session.
 */
function isFromOwnForm(headers: RequestHeaders, token: unknown): boolean {
  const cookie = readCookie(headers, formCookie());
  if (cookie !== undefined) return isFormToken(token, cookie, readCookie(headers, sessionCookie()));
  return hasOwnReferer(headers);
}

const hasOwnReferer = (headers: RequestHeaders): boolean =>
  URL.parse(headers.get('referer') ?? '')?.origin === env().origin;

/** Returns a cookie's value exactly as sent. */
export function readCookie(headers: RequestHeaders, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Returns the error message for a request from another origin. */
export function crossOriginMessage(headers: RequestHeaders): string {
  const { origin } = env();
  const isForeign =
    headers.get('origin') !== null ||
    headers.get('sec-fetch-site') !== null ||
    (headers.get('referer') !== null && !hasOwnReferer(headers));
  return isForeign
    ? `This form wasn’t sent from ${origin}. Open ${origin} and try again.`
    : `Mailroom can’t tell which page sent this form. Allow cookies for ${origin}, reload the page, and try again.`;
}
