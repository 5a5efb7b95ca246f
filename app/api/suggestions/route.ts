import { getPollingMember } from '#lib/auth/session.ts';
import { suggestNames } from '#lib/data/search.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/**
 * Responds with the customer or template names that contain the text, as suggestions for campaign list
 * filters.
 */
export async function GET(request: Request): Promise<Response> {
  if (!(await getPollingMember())) return signInRequiredResponse();
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get('kind') === 'template' ? 'template' : 'customer';
  return jsonResponse(await suggestNames(kind, searchParams.get('q') ?? ''));
}
