import { apiDescriptionText } from '#lib/proxy/api-description.ts';

/** Public, because programs read it before they have a session. It contains no member's data. */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(apiDescriptionText(), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
