import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { type ExportedSpending, exportSpending } from '#lib/data/spending.ts';
import { fail } from '#lib/domain/outcome.ts';
import { spendingCsvColumns, spendingCsvRow } from '#lib/format/spending-csv.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { type GroupName, readSpendingQuery } from '#lib/forms/spending-query.ts';
import { csvResponse } from '#lib/http/csv.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/**
 * Streams the spending as CSV, with a row for each month, group, and currency. Accepts the same parameters as the page.
 */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { zone } = await readDateSettings();
  const query = readSpendingQuery(searchParamsOf(new URL(request.url).searchParams), zone, serviceNow());
  const invalid = (fields: Readonly<Record<string, string>>) =>
    jsonResponse(fail({ kind: 'invalid', fields }));
  if (Object.keys(query.errors).length > 0) return invalid(query.errors);
  const { grouping, by, typed } = query;
  if (grouping === null) return invalid({ key: 'Enter a metadata key.' });
  const found = await exportSpending({ ...query, grouping }, describeQuery(typed));
  if (!found.ok) return jsonResponse(found);
  const refused = (code: string) => jsonResponse(fail({ kind: 'refused', status: 409, code }));
  switch (found.value.kind) {
    case 'unknown_names':
      return invalid(describeUnknownNames(found.value.names));
    case 'unavailable':
      return refused('index_incomplete');
    case 'too_many':
      return refused('too_many_campaigns');
    case 'rows':
      return csvResponse(
        'mailroom-spending.csv',
        spendingCsvColumns(by, typed.key, found.value.isInvoiced),
        csvRows(found.value.chunks, by, found.value.isInvoiced),
      );
  }
}

/** Describes the parameters for the activity log. */
const describeQuery = (typed: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(typed)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
    .replaceAll('\0', ' ')
    .toWellFormed() || 'none';

async function* csvRows(
  chunks: AsyncIterable<readonly ExportedSpending[]>,
  by: GroupName,
  isInvoiced: boolean,
) {
  for await (const chunk of chunks) yield chunk.map((row) => spendingCsvRow(row, by, isInvoiced));
}
