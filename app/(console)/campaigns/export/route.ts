import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getMember } from '#lib/auth/session.ts';
import { exportCampaigns, exportSelectedCampaigns } from '#lib/data/campaign-list.ts';
import { readListView } from '#lib/data/list-view.ts';
import { DEFAULT_LIST_VIEW, metadataKeyOf } from '#lib/domain/list-view.ts';
import { fail } from '#lib/domain/outcome.ts';
import type { Selection } from '#lib/domain/selection.ts';
import { campaignCsvColumns, campaignCsvRow } from '#lib/format/campaign-csv.ts';
import { NOTHING_SELECTED } from '#lib/format/job.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import { queryEntries } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { readChosenCampaigns } from '#lib/forms/job-selection.ts';
import { paramValues, searchParamsOf } from '#lib/forms/query.ts';
import { csvResponse } from '#lib/http/csv.ts';
import { jsonResponse, signInRequiredResponse } from '#lib/http/responses.ts';

/**
 * Streams a list's campaigns as CSV. Accepts the same parameters as the list, or the fields of a selection in
 * a list.
 */
export async function GET(request: Request): Promise<Response> {
  if (!(await getMember())) return signInRequiredResponse();
  const { zone } = await readDateSettings();
  const params = searchParamsOf(new URL(request.url).searchParams);
  const [list] = paramValues(params, 'list');
  const isWhole = list === undefined || paramValues(params, 'all')[0] === 'yes';
  if (!isWhole) return exportSelection(readChosenCampaigns(params, zone)?.selection);
  const query = readCampaignQuery(
    list === undefined ? params : searchParamsOf(new URLSearchParams(list)),
    zone,
  );
  const invalid = (fields: Readonly<Record<string, string>>) =>
    jsonResponse(fail({ kind: 'invalid', fields }));
  if (Object.keys(query.errors).length > 0) return invalid(query.errors);
  const [found, view] = await Promise.all([exportCampaigns(query, describeQuery(query)), readListView()]);
  if (!found.ok) return jsonResponse(found);
  if (found.value.kind === 'unknown_names') return invalid(describeUnknownNames(found.value.names));
  if (found.value.kind === 'unavailable')
    return jsonResponse(fail({ kind: 'refused', status: 409, code: 'index_incomplete' }));
  const columns = query.view.columns ?? (view.ok ? view.value : DEFAULT_LIST_VIEW).columns;
  const keys = columns.flatMap((column) => metadataKeyOf(column) ?? []);
  const rows = csvRows(found.value.chunks, keys);
  return csvResponse('mailroom-campaigns.csv', campaignCsvColumns(keys), rows);
}

/** Streams the campaigns that were selected by id. */
async function exportSelection(selection: Selection | undefined): Promise<Response> {
  if (selection?.kind !== 'ids')
    return jsonResponse(fail({ kind: 'invalid', fields: { id: NOTHING_SELECTED } }));
  const [chunks, view] = await Promise.all([exportSelectedCampaigns(selection.ids), readListView()]);
  if (!chunks.ok) return jsonResponse(chunks);
  const keys = (view.ok ? view.value : DEFAULT_LIST_VIEW).columns.flatMap(
    (column) => metadataKeyOf(column) ?? [],
  );
  return csvResponse('mailroom-campaigns.csv', campaignCsvColumns(keys), csvRows(chunks.value, keys));
}

/** Describes the filters for the activity log. The database can't store null characters. */
const describeQuery = ({ typed }: ReturnType<typeof readCampaignQuery>): string =>
  queryEntries(typed)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
    .replaceAll('\0', ' ')
    .toWellFormed() || 'none';

async function* csvRows(
  chunks: AsyncIterable<readonly Parameters<typeof campaignCsvRow>[0][]>,
  keys: readonly string[],
) {
  for await (const chunk of chunks) yield chunk.map((campaign) => campaignCsvRow(campaign, keys));
}
