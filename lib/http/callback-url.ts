import type { SignInRefusal } from '#lib/format/sign-in.ts';

/** The request header in which the middleware tells pages the path that was asked for. */
export const PATH_HEADER = 'x-mailroom-path';

/**
 * Where to go after signing in: a path of this console, or its start page for anything else. A URL parser forgives
 * backslashes, tabs and double slashes, and so would a browser: such a text never passes.
 */
export function safeCallbackPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  if (/[\u0000-\u0020\u007f\\]/.test(wanted)) return '/';
  const absolute = wanted.startsWith(`${origin}/`);
  if (!absolute && !/^\/(?!\/)/.test(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin || !isDecodable(url.pathname)) return '/';
  // "/..//evil.example" becomes "//evil.example" when it is resolved.
  if (url.pathname.startsWith('//')) return '/';
  // Pages that are no place to arrive at.
  if (/^\/(login|api)(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether every percent sequence of a path means something. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The sign-in page that leads back to a path. @param refusal why somebody is there again (see format/sign-in.ts) */
export function loginPath(path: string, refusal?: SignInRefusal): string {
  const query = new URLSearchParams({
    ...(refusal !== undefined && { error: refusal }),
    ...(path !== '/' && { callbackUrl: path }),
  });
  return query.size === 0 ? '/login' : `/login?${query}`;
}
