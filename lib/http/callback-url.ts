import type { SignInRefusal } from '#lib/format/sign-in.ts';

/** Request header in which the middleware passes the requested path to pages. */
export const PATH_HEADER = 'x-mailroom-path';

/**
 * Returns the path to open after sign-in: the requested one if it is a path on this console, otherwise the
 * start page. URL parsers and browsers accept backslashes, tabs, and double slashes, so paths that contain
 * any of those are rejected.
 */
export function safeCallbackPath(requested: unknown, origin: string): string {
  if (typeof requested !== 'string' || requested.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
  if (/[\u0000-\u0020\u007f\\]/.test(requested)) return '/';
  const absolute = requested.startsWith(`${origin}/`);
  if (!absolute && !/^\/(?!\/)/.test(requested)) return '/';
  const url = URL.parse(requested, origin);
  if (!url || url.origin !== origin || !isDecodable(url.pathname)) return '/';
  // "/..//evil.example" resolves to "//evil.example".
  if (url.pathname.startsWith('//')) return '/';
  // These aren't pages to return to.
  if (/^\/(login|api)(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether every percent sequence in the path is valid. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the URL of the sign-in page, which redirects to the path after sign-in.
 * @param refusal why the last sign-in failed (see format/sign-in.ts)
 */
export function loginPath(path: string, refusal?: SignInRefusal): string {
  const query = new URLSearchParams({
    ...(refusal !== undefined && { error: refusal }),
    ...(path !== '/' && { callbackUrl: path }),
  });
  return query.size === 0 ? '/login' : `/login?${query}`;
}
