/** Redirects and response headers, for convenience and defence in depth; lib/data decides who may do what. */
import { type NextRequest, NextResponse } from 'next/server';
import { isValidShareUrl } from '#lib/data/guest/access.ts';
import { opensInvitation } from '#lib/data/invitation-access.ts';
import { env } from '#lib/env/env.ts';
import { isDecodable, loginPath, PATH_HEADER, safeCallbackPath } from '#lib/http/callback-url.ts';
import type { InvalidLinkPage } from '#lib/http/invalid-link-page.ts';
import {
  INVALID_SHARE_LINK,
  parseInvitationUrl,
  isPrivateLink,
  INVALID_INVITATION,
  privateLinkHeaders,
  parseShareUrl,
  LINK_PREVIEW_IMAGE,
} from '#lib/http/private-links.ts';
import { commonHeaders, contentSecurityPolicy } from '#lib/http/security-headers.ts';
import { problemResponse as proxyRefuses } from '#lib/proxy/response.ts';

/** Pages for people without a session. */
const PUBLIC = /^\/(login|pay\/return|join|share)(\/|$)/;
/** Route handlers, which answer for themselves. */
const HANDLERS = /^\/((api|files)\/|openapi\.json$|robots\.txt$|share\/[^/]+\/)/;
/** The proxy's addresses, and others that answer nothing but JSON. */
const JSON_ONLY = /^\/api\//;
const SESSION_COOKIE = /^(__Secure-)?next-auth\.session-token$/;

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const response = await answer(request);
  if (isPrivateLink(request.nextUrl.pathname)) {
    for (const [name, value] of Object.entries(privateLinkHeaders)) response.headers.set(name, value);
  }
  return response;
}

async function answer(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const { origin } = env();
  if (pathname === LINK_PREVIEW_IMAGE) return NextResponse.next();
  // A page that Next renders differs from answer to answer, and so would tell dead links apart.
  const link = parseShareUrl(pathname);
  if (link && !(await isValidShareUrl(link, request.headers))) return dead(INVALID_SHARE_LINK);
  const seal = isPageView(request) ? parseInvitationUrl(pathname) : null;
  if (seal !== null && !(await opensInvitation(seal))) return dead(INVALID_INVITATION);
  // Next answers 500 to these.
  if (!isDecodable(pathname)) return JSON_ONLY.test(pathname) ? malformed() : refuse(400, MALFORMED);
  if (HANDLERS.test(pathname)) return withHeaders(NextResponse.next(), {});
  const path = safeCallbackPath(`${pathname}${search}`, origin);
  const mayHaveSession = request.cookies.getAll().some(({ name }) => SESSION_COOKIE.test(name));
  if (!mayHaveSession && !PUBLIC.test(pathname) && isPageView(request)) {
    return withHeaders(NextResponse.redirect(new URL(loginPath(path), origin)), {});
  }
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, path);
  if (!isPageView(request) && !agreeOnHost(headers)) {
    return refuse(403, 'This form was sent from another site. Nothing was done.');
  }
  if (!(await isWhole(request))) return refuse(400, 'The form was incomplete. Nothing was done.');
  return page(headers, isPrivateLink(pathname));
}

/** A page with its policy, of which Next reads the nonce for its own scripts from the request. */
function page(headers: Headers, isForGuests: boolean): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64');
  const policy = contentSecurityPolicy(nonce, isForGuests ? 'here' : 'elsewhere');
  headers.set('content-security-policy', policy);
  return withHeaders(NextResponse.next({ request: { headers } }), {
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
  });
}

/**
 * Next lets an action through when its Origin's host is the one that a proxy names, and answers 500 when it isn't. What
 * counts is the configured origin, which actions check themselves; this spares them a proxy that names an inner host.
 * @returns false when Next would not let the action through
 */
function agreeOnHost(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return true;
  // A form of a page that sends no referrer comes without its origin as well.
  const isUnnamed = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin';
  if (isUnnamed || origin === env().origin) {
    headers.set('origin', env().origin);
    headers.set('x-forwarded-host', new URL(env().origin).host);
    return true;
  }
  return URL.parse(origin)?.host === (headers.get('x-forwarded-host') ?? headers.get('host'));
}

/** Whether a form can be read to its end; Next answers 500 to one that was cut off on its way. */
async function isWhole(request: NextRequest): Promise<boolean> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return true;
  try {
    await request.clone().formData();
    return true;
  } catch {
    // Cut off, or no form at all: whatever is wrong with it, it is not read any further.
    return false;
  }
}

function dead({ body, status, headers }: InvalidLinkPage): NextResponse {
  return withHeaders(new NextResponse(body, { status, headers }), {});
}

const MALFORMED = 'This URL is malformed.';

function malformed(): NextResponse {
  const { body, status, headers } = proxyRefuses({ code: 'malformed', message: MALFORMED });
  return withHeaders(new NextResponse(body, { status, headers }), {});
}

function refuse(status: number, sentence: string): NextResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return withHeaders(new NextResponse(sentence, { status, headers }), {});
}

/** A POST is an action: it answers for itself, and a redirect would lose what was typed. */
const isPageView = ({ method }: NextRequest): boolean => method === 'GET' || method === 'HEAD';

function withHeaders(response: NextResponse, headers: Readonly<Record<string, string>>): NextResponse {
  for (const [name, value] of Object.entries({ ...commonHeaders(), ...headers }))
    response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: 'nodejs',
  // Everything but built files and the icon, which also visitors without a session see.
  matcher: ['/((?!_next/static/|favicon\\.ico$|icon\\.svg$).*)'],
};
