import 'server-only';
import { env } from '#lib/env/env.ts';

/**
 * Whether a request that changes something comes from one of our pages. Browsers send Origin or at least Sec-Fetch-Site
 * with every POST, and pages can't set either. Host and X-Forwarded-Host don't count, because they can be forged.
 */
export function isSameOrigin(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin');
  // Pages with a no-referrer policy send "null", so Sec-Fetch-Site decides.
  if (origin !== null && origin !== 'null') return origin === env().origin;
  return headers.get('sec-fetch-site') === 'same-origin';
}

export const crossOriginMessage = (): string =>
  `This form wasn’t sent from ${env().origin}. Open the console at that address and try again.`;
