import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getPollingMember } from '#lib/auth/session.ts';
import { searchAll } from '#lib/data/search.ts';
import { isIndexComplete } from '#lib/domain/campaign-list.ts';
import { ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { describeFreshness } from '#lib/format/freshness.ts';
import { searchGroups } from '#lib/format/search-results.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/** Responds with search results, formatted for the search dialog. */
export async function GET(request: Request): Promise<Response> {
  if (!(await getPollingMember())) return signInRequiredResponse();
  const words = new URL(request.url).searchParams.get('q') ?? '';
  const [found, dateSettings] = await Promise.all([searchAll(words), readDateSettings()]);
  if (!found.ok) return jsonResponse(found);
  const { freshness, role } = found.value;
  const groups = searchGroups(words, found.value, ({ needs }) => isAllowed(role, needs));
  return jsonResponse(
    ok({
      groups,
      freshness: describeFreshness(freshness, dateSettings) ?? '',
      isComplete: isIndexComplete(freshness),
    }),
  );
}
