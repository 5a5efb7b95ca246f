import 'server-only';
import { env } from '#lib/env/env.ts';

/**
 * Whether a request that changes something comes from a page of ours. Host and X-Forwarded-Host are not asked: whoever
 * forges the one can forge the other. A browser tells the Origin with every POST, or at least Sec-Fetch-Site, and no page
 * can set either.
 */
export function fromOurPages(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin');
  // "null" is what a page without a referrer sends: as good as nothing.
  if (origin !== null && origin !== 'null') return origin === env().origin;
  return headers.get('sec-fetch-site') === 'same-origin';
}

export const sentFromElsewhere = (): string =>
  `This form wasn’t sent from ${env().origin}. Open the console at that address and try again.`;
