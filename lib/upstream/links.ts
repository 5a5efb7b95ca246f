import 'server-only';
import { env, serviceOrigins } from '#lib/env/env.ts';

/**
 * Parses a URL that the service returned. Returns null unless the URL uses https, has the configured
 * service's origin, or has one of the origins in `alsoAllowed`. URLs with credentials, spaces, control
 * characters, or backslashes are rejected, because parsers disagree on them.
 */
export function parseServiceUrl(text: string, alsoAllowed: readonly string[] = []): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
  if (text.length > 4_000 || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || `${url.username}${url.password}` !== '') return null;
  if (url.protocol === 'https:') return url;
  return [...serviceOrigins(env()), ...alsoAllowed].includes(url.origin) ? url : null;
}

/** Returns a payment link that is safe to redirect to, or null. */
export function safePayLink(link: string): string | null {
  return parseServiceUrl(link, env().payLinkOrigins)?.href ?? null;
}
