/** Summarizes the selected campaigns from the campaign index before a job is created. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import { MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  type Selection,
  type SelectionRow,
  type SelectionSummary,
  selectionRow,
  summarizeSelection,
} from '#lib/domain/selection.ts';
import { readIndexed } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';
import { findListedIds } from './campaign-list.ts';
import { isInvoiced } from './invoicing.ts';
import { serviceNow } from './service.ts';

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });

/** The number of campaigns that are read from the index at a time. */
const CHUNK_SIZE = 500;

/**
 * Adds up the selected campaigns' amounts, and counts how many of the campaigns each action probably applies
 * to. Campaigns that aren't in the index have no price, and every action might apply to them. Fails with the
 * code `too_many_campaigns` or `index_incomplete` if a list can't be selected.
 */
export async function readSelection(selection: Selection): Promise<Outcome<SelectionSummary>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  if ((currentTokenCaller()?.customerId ?? null) !== null) return fail({ kind: 'forbidden' });
  const found = await findSelected(selection);
  if (!found.ok) return found;
  const db = await store();
  const context = { invoiced: isInvoiced(), now: serviceNow() };
  const rows: SelectionRow[] = [];
  for (let start = 0; start < found.value.length; start += CHUNK_SIZE) {
    const chunk = await readIndexed(db, found.value.slice(start, start + CHUNK_SIZE));
    rows.push(...chunk.map((row) => selectionRow(listedCampaign(row), context)));
  }
  const summary = summarizeSelection(rows);
  const unknown = found.value.length - rows.length;
  const fits = summary.fits.map((fit) => ({ ...fit, campaigns: fit.campaigns + unknown }));
  return ok({ ...summary, campaigns: found.value.length, unpriced: summary.unpriced + unknown, fits });
}

async function findSelected(selection: Selection): Promise<Outcome<readonly number[]>> {
  if (selection.kind === 'ids') return ok(selection.ids);
  const found = await findListedIds(selection.request, MAX_JOB_ITEMS + 1);
  if (!found.ok) return found;
  if (found.value.kind === 'unavailable') return refused('index_incomplete');
  const ids = found.value.kind === 'ids' ? found.value.ids : [];
  return ids.length > MAX_JOB_ITEMS ? refused('too_many_campaigns') : ok(ids);
}
