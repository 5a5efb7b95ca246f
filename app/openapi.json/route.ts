import { apiDescriptionText } from '#lib/proxy/api-description.ts';

/**
 * The API description is public, so that programs can read it without a token. The description doesn't contain
 * any member data.
 */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(apiDescriptionText(), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
