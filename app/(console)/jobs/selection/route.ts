import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { readSelection } from '#lib/data/job-selection.ts';
import { fail } from '#lib/domain/outcome.ts';
import { readChosenCampaigns } from '#lib/forms/job-selection.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/**
 * Responds with the sums of the selected campaigns, and with the number of campaigns that each action applies
 * to.
 */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { zone } = await readDateSettings();
  const chosen = readChosenCampaigns(searchParamsOf(new URL(request.url).searchParams), zone);
  if (!chosen) return jsonResponse(fail({ kind: 'invalid', fields: { list: 'Some filters aren’t valid.' } }));
  return jsonResponse(await readSelection(chosen.selection));
}
