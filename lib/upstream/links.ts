import 'server-only';
import { env, serviceOrigins } from '#lib/env/env.ts';

/**
 * A URL that the service returned, if it is plain: without user, spaces, control characters or backslashes (which parsers
 * read differently), and https, or of the configured service, or of an origin that is allowed besides.
 */
export function parseServiceUrl(text: string, alsoAllowed: readonly string[] = []): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  if (text.length > 4_000 || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || `${url.username}${url.password}` !== '') return null;
  if (url.protocol === 'https:') return url;
  return [...serviceOrigins(env()), ...alsoAllowed].includes(url.origin) ? url : null;
}

/** A pay link that a person may be sent to; null for any other. */
export function safePayLink(link: string): string | null {
  return parseServiceUrl(link, env().payLinkOrigins)?.href ?? null;
}
