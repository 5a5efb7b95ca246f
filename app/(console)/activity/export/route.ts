import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { streamActivity } from '#lib/data/activity.ts';
import { listCustomerEmails } from '#lib/data/names.ts';
import { fail } from '#lib/domain/outcome.ts';
import { ACTIVITY_COLUMNS, activityCsvRow, escapeLaterFormulas } from '#lib/format/activity-csv.ts';
import { readActivityQuery } from '#lib/forms/activity-query.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';
import { log } from '#lib/log.ts';

const CSV_OPTIONS = {
  header: true,
  columns: [...ACTIVITY_COLUMNS],
  escape_formulas: true,
  cast: { string: escapeLaterFormulas },
  record_delimiter: 'windows',
  bom: true,
};

/** Streams the activity log as CSV. Escapes values that a spreadsheet would evaluate as formulas. */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { searchParams } = new URL(request.url);
  const params = Object.fromEntries(
    [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
  );
  const { zone } = await readDateSettings();
  const { filters, errors } = readActivityQuery(params, zone);
  if (Object.keys(errors).length > 0) return jsonResponse(fail({ kind: 'invalid', fields: errors }));
  // `pipeline` stops the database reads if the download is canceled.
  // If a read fails, `pipeline` ends the download.
  const rows = csvRows(streamActivity(filters), await listCustomerEmails());
  const csv = pipeline(Readable.from(rows), stringify(CSV_OPTIONS), (error) => {
    if (error) log().warn({ err: error }, 'the activity export stopped early');
  });
  return new Response(Readable.toWeb(csv) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="mailroom-activity.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

async function* csvRows(
  batches: ReturnType<typeof streamActivity>,
  emails: Awaited<ReturnType<typeof listCustomerEmails>>,
) {
  for await (const batch of batches) yield* batch.map((entry) => activityCsvRow(entry, emails));
}
