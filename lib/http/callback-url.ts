import type { SessionEnd } from '#lib/domain/session.ts';
import type { SignInRefusal } from '#lib/format/sign-in.ts';

/** The request header in which the middleware passes the requested path to pages. */
export const PATH_HEADER = 'x-mailroom-path';

/**
 * Redirects to the start page that the member chose. The sign-in page opens this path after sign-in unless it
 * was reached from another page.
 */
export const START_PATH = '/start';

/**
 * Returns the path to open after sign-in: the requested path if it is on this console, and the start page's
 * path otherwise. Rejects paths with backslashes, tabs, or double slashes, because browsers may treat them as
 * URLs of other sites.
 */
export function safeCallbackPath(requested: unknown, origin: string): string {
  if (typeof requested !== 'string' || requested.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
  if (/[\u0000-\u0020\u007f\\]/.test(requested)) return '/';
  const absolute = requested.startsWith(`${origin}/`);
  if (!absolute && !/^\/(?!\/)/.test(requested)) return '/';
  const url = URL.parse(requested, origin);
  if (!url || url.origin !== origin || !isDecodable(url.pathname)) return '/';
  // The URL parser resolves "/..//evil.example" to "//evil.example".
  if (url.pathname.startsWith('//')) return '/';
  // The sign-in page and API URLs aren't useful destinations after sign-in.
  if (/^\/(login|api)(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns whether every percent-encoded sequence in the path is valid. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

interface SignInReason {
  /** The code from format/sign-in.ts for the last failed sign-in. */
  readonly error?: SignInRefusal;
  /** Why the session in this browser ended. */
  readonly ended?: SessionEnd;
}

/** Returns the URL of the sign-in page, which shows the reason and redirects to the path after sign-in. */
export function loginPath(path: string, reason: SignInReason = {}): string {
  const query = new URLSearchParams({
    ...reason,
    ...(path !== '/' && { callbackUrl: path }),
  });
  return query.size === 0 ? '/login' : `/login?${query}`;
}

const withCallback = (page: string, path: string): string =>
  path === '/' ? page : `${page}?${new URLSearchParams({ callbackUrl: path })}`;

/** Returns the URL of the page that asks for the second factor during sign-in. */
export const signInFactorPath = (path: string): string => withCallback('/login/second-factor', path);

/** Returns the URL of the page where members manage their second factors, which links back to the path. */
export const secondFactorPath = (path: string): string => withCallback('/second-factor', path);

/** Returns the URL of a page that sets up an authenticator app and then opens the path. */
export const appSetupPath = (path: string): string => withCallback('/second-factor/app', path);

/**
 * Returns the URL of the page where the signed-in member confirms their identity. The page opens the path
 * afterward.
 */
export const confirmIdentityPath = (path: string): string => withCallback('/second-factor/confirm', path);
