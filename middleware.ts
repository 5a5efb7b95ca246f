/**
 * Redirects signed-out visitors to sign-in, responds to invalid links, and adds response headers. lib/data
 * checks permissions.
 */
import { type NextRequest, NextResponse } from 'next/server';
import {
  createFormCookie,
  deriveFormToken,
  formCookie,
  formCookieAttributes,
  isFormCookie,
} from '#lib/auth/form-token.ts';
import { readCookie } from '#lib/auth/origin.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { isDatabaseOutage, requireDatabase } from '#lib/data/database-outage.ts';
import { lookUpShareUrl } from '#lib/data/guest/access.ts';
import { isLiveInvitation } from '#lib/data/invitation-access.ts';
import { env } from '#lib/env/env.ts';
import { isDecodable, loginPath, PATH_HEADER, safeCallbackPath } from '#lib/http/callback-url.ts';
import { FORM_TOKEN_HEADER } from '#lib/http/form-token-names.ts';
import type { MessagePage } from '#lib/http/message-page.ts';
import {
  INVALID_INVITATION,
  INVALID_SHARE_LINK,
  isPrivateLink,
  LINK_PREVIEW_IMAGE,
  OLD_LINK_PREVIEW_IMAGE,
  parseInvitationUrl,
  parseShareUrl,
  privateLinkHeaders,
} from '#lib/http/private-links.ts';
import { commonHeaders, contentSecurityPolicy } from '#lib/http/security-headers.ts';
import {
  createOutageResponse,
  isFormRequest,
  isScriptedForm,
  refuseInvalidAction,
} from '#lib/incoming/forms.ts';
import { logErrorOnce } from '#lib/log-errors.ts';
import { proxyResponse } from '#lib/proxy/response.ts';

/** Pages that don't need a session. */
const PUBLIC = /^\/(login|pay\/return|join|share)(\/|$)/;
/** URLs of route handlers, which set their own response headers. */
const HANDLERS =
  /^\/((api|files)\/|openapi\.json$|robots\.txt$|client-errors$|share\/[^/]+\/|calendar\/feed\/|health(\/|$))/;
/** URLs of the proxy and of other routes that respond only with JSON. */
const JSON_ONLY = /^\/api\//;
/** Lets other sites show the response as an image. */
const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' };
const ICON = '/icon.svg';

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const response = await routeUnlessDown(request);
  if (isPrivateLink(request.nextUrl.pathname)) {
    for (const [name, value] of Object.entries(privateLinkHeaders)) response.headers.set(name, value);
  }
  return response;
}

async function routeUnlessDown(request: NextRequest): Promise<NextResponse> {
  try {
    return await route(request);
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    logErrorOnce(error, {}, 'a request failed because of the database');
    return respondWith(await createOutageResponse(request));
  }
}

async function route(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const { origin } = env();
  // Other sites embed the link preview image. Older link previews still use its former URL.
  if (pathname === LINK_PREVIEW_IMAGE) return withHeaders(NextResponse.next(), EMBEDDABLE);
  if (pathname === OLD_LINK_PREVIEW_IMAGE) {
    return withHeaders(NextResponse.redirect(new URL(LINK_PREVIEW_IMAGE, origin), 308), EMBEDDABLE);
  }
  // Browsers request /favicon.ico when they show a file, such as a proof, in its own tab.
  if (pathname === '/favicon.ico') return withHeaders(NextResponse.redirect(new URL(ICON, origin), 308), {});
  const headers = new Headers(request.headers);
  const shareUrl = parseShareUrl(pathname);
  if (shareUrl) {
    const linkHeaders = await lookUpShareUrl(shareUrl, request.headers);
    // Every invalid link gets the same response.
    // A page rendered by Next would vary, and the differences could reveal why a link is invalid.
    if (linkHeaders === null) return respondWith(INVALID_SHARE_LINK);
    for (const [name, value] of Object.entries(linkHeaders)) headers.set(name, value);
  }
  const invitation = isPageView(request) ? parseInvitationUrl(pathname) : null;
  if (invitation !== null && !(await isLiveInvitation(invitation))) return respondWith(INVALID_INVITATION);
  // Next responds with 500 to malformed paths, so they are rejected here.
  if (!isDecodable(pathname))
    return JSON_ONLY.test(pathname) ? malformedJson(request) : refuse(400, MALFORMED);
  if (HANDLERS.test(pathname)) {
    return withHeaders(shareUrl ? NextResponse.next({ request: { headers } }) : NextResponse.next(), {});
  }
  const path = safeCallbackPath(`${pathname}${search}`, origin);
  const mayHaveSession = request.cookies.has(sessionCookie());
  if (!mayHaveSession && !PUBLIC.test(pathname) && isPageView(request)) {
    return withHeaders(NextResponse.redirect(new URL(loginPath(path), origin)), {});
  }
  headers.set(PATH_HEADER, path);
  if (!isPageView(request) && !alignHostWithOrigin(headers)) {
    return refuse(403, 'This form was sent from another site. No action was taken.');
  }
  // Without JavaScript, the form's page is rendered again, and rendering also needs the database.
  const needsPage = isFormRequest(request) && !isScriptedForm(request);
  const [refusal] = await Promise.all([
    refuseInvalidAction(request),
    needsPage ? requireDatabase() : undefined,
  ]);
  if (refusal) return respondWith(refusal);
  const newFormCookie = addFormToken(request, headers);
  const response = renderPage(headers, pathname);
  if (newFormCookie !== null) response.cookies.set(formCookie(), newFormCookie, formCookieAttributes());
  return response;
}

/**
 * Passes the form token to the page if the browser doesn't send the headers that show where a form came from.
 * Other browsers don't need the token or its cookie.
 * @returns the value of the cookie to set, or null if the browser has a cookie or doesn't need one
 */
function addFormToken(request: NextRequest, headers: Headers): string | null {
  headers.delete(FORM_TOKEN_HEADER);
  if (request.headers.has('sec-fetch-site') || request.headers.has('origin')) return null;
  const current = request.cookies.get(formCookie())?.value ?? '';
  const cookie = isFormCookie(current) ? current : createFormCookie();
  headers.set(FORM_TOKEN_HEADER, deriveFormToken(cookie, readCookie(request.headers, sessionCookie())));
  return cookie === current ? null : cookie;
}

/**
 * Continues to the page, and adds the content security policy. Next takes the nonce for its own scripts from
 * the policy in the request's headers.
 */
function renderPage(headers: Headers, pathname: string): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64');
  const policy = contentSecurityPolicy(nonce, pathname);
  headers.set('content-security-policy', policy);
  return withHeaders(NextResponse.next({ request: { headers } }), {
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
  });
}

/**
 * Overwrites the host from the reverse proxy with the configured origin's host. A reverse proxy might send an
 * internal host, and Next responds with 500 if an action's Origin header doesn't match the host. Actions
 * themselves check that the Origin header matches the configured origin.
 * @returns false if Next would reject the action
 */
function alignHostWithOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return true;
  // Browsers send the origin "null" for forms on pages with the no-referrer policy.
  const isHidden = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin';
  if (isHidden || origin === env().origin) {
    headers.set('origin', env().origin);
    headers.set('x-forwarded-host', new URL(env().origin).host);
    return true;
  }
  return URL.parse(origin)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'));
}

function respondWith({ body, status, headers }: MessagePage): NextResponse {
  return withHeaders(new NextResponse(body, { status, headers }), {});
}

const MALFORMED = 'This URL is malformed.';

function malformedJson(request: NextRequest): NextResponse {
  const problem = { code: 'malformed', message: MALFORMED } as const;
  const { body, status, headers } = proxyResponse({ problem }, request.headers.get('accept'));
  return withHeaders(new NextResponse(body, { status, headers }), {});
}

function refuse(status: number, sentence: string): NextResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return withHeaders(new NextResponse(sentence, { status, headers }), {});
}

/**
 * Returns true if the request is for a page. All other requests are actions. An action handles a missing
 * session itself, because a redirect would lose the user's input.
 */
const isPageView = ({ method }: NextRequest): boolean => method === 'GET' || method === 'HEAD';

function withHeaders(response: NextResponse, headers: Readonly<Record<string, string>>): NextResponse {
  for (const [name, value] of Object.entries({ ...commonHeaders(), ...headers }))
    response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: 'nodejs',
  // The middleware runs for every URL except built files and the icon, which don't need a session.
  matcher: ['/((?!_next/static/|icon\\.svg$).*)'],
};
