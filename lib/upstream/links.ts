import 'server-only';
import { env, serviceOrigins } from '#lib/env/env.ts';

/**
 * Parses a URL that the service returned. Accepts https URLs, URLs at the configured service's origin, and URLs
 * at the origins in `alsoAllowed`. Returns null for all other URLs. Also returns null for URLs with
 * credentials, spaces, control characters, or backslashes, because parsers interpret such URLs differently.
 */
export function parseServiceUrl(text: string, alsoAllowed: readonly string[] = []): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
  if (text.length > 4_000 || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || `${url.username}${url.password}` !== '') return null;
  if (url.protocol === 'https:') return url;
  return [...serviceOrigins(env()), ...alsoAllowed].includes(url.origin) ? url : null;
}

/** Returns the payment link if it is safe to redirect to, and null otherwise. */
export function safePayLink(link: string): string | null {
  return parseServiceUrl(link, env().payLinkOrigins)?.href ?? null;
}
