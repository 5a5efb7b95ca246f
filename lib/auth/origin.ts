import 'server-only';
import { env } from '#lib/env/env.ts';

/**
 * Whether a request that changes something comes from one of our pages. Every POST request from a browser
 * contains the Origin or Sec-Fetch-Site header, and pages can't set either header. The Host and
 * X-Forwarded-Host headers aren't used, because callers can forge them.
 */
export function isSameOrigin(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin');
  // For a page with a no-referrer policy, the browser sends "null" as the origin, so check Sec-Fetch-Site.
  if (origin !== null && origin !== 'null') return origin === env().origin;
  return headers.get('sec-fetch-site') === 'same-origin';
}

export const crossOriginMessage = (): string =>
  `This form wasn’t sent from ${env().origin}. Open ${env().origin} and try again.`;
