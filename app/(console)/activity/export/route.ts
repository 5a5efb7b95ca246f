import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { streamActivity } from '#lib/data/activity.ts';
import { listCustomerEmails } from '#lib/data/names.ts';
import { fail } from '#lib/domain/outcome.ts';
import { ACTIVITY_COLUMNS, activityCsvRow } from '#lib/format/activity-csv.ts';
import { readActivityQuery } from '#lib/forms/activity-query.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { csvResponse } from '#lib/http/csv.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/** Streams the activity log as CSV. */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { zone } = await readDateSettings();
  const { filters, errors } = readActivityQuery(searchParamsOf(new URL(request.url).searchParams), zone);
  if (Object.keys(errors).length > 0) return jsonResponse(fail({ kind: 'invalid', fields: errors }));
  const emails = await listCustomerEmails();
  return csvResponse('mailroom-activity.csv', ACTIVITY_COLUMNS, csvRows(streamActivity(filters), emails));
}

async function* csvRows(
  chunks: ReturnType<typeof streamActivity>,
  emails: Awaited<ReturnType<typeof listCustomerEmails>>,
) {
  for await (const chunk of chunks) yield chunk.map((entry) => activityCsvRow(entry, emails));
}
