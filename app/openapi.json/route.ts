import { apiDescriptionText } from '#lib/proxy/api-description.ts';

/** For anybody: a program reads it before it has a session, and it holds nothing of a member's. */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(apiDescriptionText(), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
