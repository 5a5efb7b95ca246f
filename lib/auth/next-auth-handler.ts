/**
 * Sanitizes requests before passing them to next-auth. If next-auth received the requests directly, it would
 * respond with 500 to a malformed callbackUrl in the query or cookie, and its log route would log every
 * request body.
 */
import 'server-only';
import type { NextRequest } from 'next/server';
import { env } from '#lib/env/env.ts';
import { BodyError, readBody } from '#lib/http/body.ts';
import { FORM_TOKEN_FIELD } from '#lib/http/form-token-names.ts';
import { escapeForHtml } from '#lib/http/html.ts';
import { isFormNavigation } from '#lib/http/security-headers.ts';
import { callNextAuth, type StringRecord } from './call-next-auth.ts';
import { renewCsrfCookie } from './csrf-cookie.ts';
import { authProviders, csrfCookie } from './next-auth.ts';
import { OIDC } from './oidc.ts';
import { finishOidcSignIn, startOidcSignIn } from './oidc-flow.ts';
import { crossOriginMessage, isSameOrigin } from './origin.ts';
import { isForeignToken } from './token-encryption.ts';

const ACTIONS = new Set(['csrf', 'session', 'providers', 'signin', 'signout', 'callback', 'error']);
const MAX_BODY = 16 * 1024;

/** @param segments the path segments after /api/auth */
export async function handleAuthRequest(
  request: NextRequest,
  segments: readonly string[],
): Promise<Response> {
  const [action = '', provider] = segments;
  const isKnown = provider === undefined || authProviders().some(({ id }) => id === provider);
  if (!ACTIONS.has(action) || !isKnown || segments.length > 2) return plainText(404, 'Not found');
  const isPost = request.method === 'POST';
  // Without this check, next-auth would respond with 500 to a GET request for this URL.
  const isPasswordForm = action === 'callback' && provider !== undefined && provider !== OIDC;
  if (isPasswordForm && !isPost) return plainText(405, 'Method not allowed', { allow: 'POST' });
  // next-auth checks the CSRF token in POST requests.
  // The console also rejects POST requests from other origins.
  // The form that starts single sign-on has no CSRF token from next-auth, so always check its origin.
  const hasOrigin = request.headers.has('origin') || request.headers.has('sec-fetch-site');
  const mustShowOrigin = isPost && (hasOrigin || provider === OIDC);
  const body = await readForm(request);
  if (mustShowOrigin && !isSameOrigin(request.headers, body?.[FORM_TOKEN_FIELD]))
    return plainText(403, crossOriginMessage(request.headers));
  if (body === null) return plainText(400, 'Bad request');
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const authRequest = {
    method: request.method,
    segments,
    query,
    body,
    cookies: authCookies(request),
    forwardedFor: request.headers.get('x-forwarded-for'),
    userAgent: request.headers.get('user-agent'),
  };
  if (provider !== OIDC || action === 'error') return (await callNextAuth(authRequest)).toResponse();
  if (action === 'callback') return (await finishOidcSignIn(authRequest, request)).toResponse();
  if (!isPost) return (await callNextAuth(authRequest)).toResponse();
  return leaveFormRedirect(request, (await startOidcSignIn(authRequest)).toResponse());
}

/**
 * Replaces the redirect to the provider with a page that opens the provider's site. The content security
 * policy's form-action directive applies to every redirect after a form submission, and the provider may
 * redirect to other sites, such as another provider.
 */
function leaveFormRedirect(request: NextRequest, response: Response): Response {
  const location = response.headers.get('location');
  const isExternal = location !== null && new URL(location, env().origin).origin !== env().origin;
  if (!isExternal || !isFormNavigation(request.headers)) return response;
  const { headers } = response;
  headers.delete('location');
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  return new Response(redirectPage(location), { headers });
}

function redirectPage(url: string): string {
  const href = escapeForHtml(url);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${href}">
<title>Sign in – Mailroom</title>
<main>
<p><a href="${href}">Continue to your identity provider</a></p>
</main>
</html>
`;
}

const plainText = (status: number, text: string, headers: StringRecord = {}) =>
  new Response(text, {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

/**
 * Reads a form or a JSON object. Drops JSON values that aren't text. Returns null if the body is too large or
 * has another format.
 */
async function readForm(request: Request): Promise<StringRecord | null> {
  if (request.method !== 'POST') return {};
  const text = await readText(request);
  if (text === null) return null;
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const json: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof json !== 'object' || json === null) return null;
    return Object.fromEntries(
      Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // The body is neither a form nor JSON.
    return null;
  }
}

async function readText(request: Request): Promise<string | null> {
  try {
    return (await readBody(request.body ?? [], undefined, MAX_BODY)).toString();
  } catch (error) {
    if (error instanceof BodyError) return null;
    throw error;
  }
}

/**
 * next-auth's callback URL cookie, and cookies that contain part of a token. next-auth joins the parts, but
 * the console's tokens are short enough for one cookie.
 */
const IGNORED_COOKIE = /next-auth\.callback-url$|\.\d+$/;

/**
 * Returns the request's cookies, except next-auth's callback URL cookie and tokens that next-auth can't have
 * created. The console passes the callback URL as a parameter instead.
 */
function authCookies(request: NextRequest): StringRecord {
  const cookies = request.cookies
    .getAll()
    .filter(({ name, value }) => !IGNORED_COOKIE.test(name) && !isForeignToken(value));
  return Object.fromEntries(
    cookies.map(({ name, value }) => [name, name === csrfCookie() ? renewCsrfCookie(value) : value]),
  );
}
