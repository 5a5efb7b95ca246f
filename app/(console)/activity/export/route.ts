import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { getMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { streamActivity } from '#lib/data/activity.ts';
import { fail } from '#lib/domain/outcome.ts';
import { COLUMNS, csvRow } from '#lib/format/activity-csv.ts';
import { readActivityQuery } from '#lib/forms/activity-query.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';
import { log } from '#lib/log.ts';

const CSV = {
  header: true,
  columns: [...COLUMNS],
  escape_formulas: true,
  record_delimiter: 'windows',
  bom: true,
};

/** The trail as a file, streamed. What a spreadsheet would take for a formula is neutralised. */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { searchParams } = new URL(request.url);
  const params = Object.fromEntries(
    [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
  );
  const { filters, errors } = readActivityQuery(params, await viewingZone());
  if (Object.keys(errors).length > 0) return jsonResponse(fail({ kind: 'invalid', fields: errors }));
  // Whoever stops the download ends the reading, and a database that goes away ends the download.
  const csv = pipeline(Readable.from(rows(streamActivity(filters))), stringify(CSV), (error) => {
    if (error) log().warn({ error: error.name }, 'the trail was not read to its end');
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

async function* rows(pieces: ReturnType<typeof streamActivity>) {
  for await (const piece of pieces) yield* piece.map(csvRow);
}
