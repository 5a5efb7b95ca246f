import { apiDescriptionText } from '#lib/proxy/api-description.ts';

/**
 * The description is public, because programs read it before they have a session. The description doesn't
 * contain any member data.
 */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(apiDescriptionText(), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
