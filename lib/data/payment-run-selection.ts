/** The campaigns that a new payment run would contain. */
import 'server-only';
import {
  isIndexComplete,
  type ListedCampaign,
  type ListRequest,
  needsService,
  type UnknownNames,
} from '#lib/domain/campaign-list.ts';
import { INDEX_LIMITS, type IndexSort, type PaymentState } from '#lib/domain/index-filter.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { MAX_RUN_CAMPAIGNS, type RunOutcome } from '#lib/domain/payment-run.ts';
import type { Selection } from '#lib/domain/selection.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { listIndexed, readIndexed } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';
import { resolveFilter } from './campaign-list.ts';
import { isInvoiced } from './invoicing.ts';

export interface RunCandidate {
  readonly campaignId: number;
  /** Undefined if the campaign isn't in the campaign index. */
  readonly listed: ListedCampaign | undefined;
}

export type RunCandidates =
  | {
      readonly kind: 'found';
      /** At most `MAX_RUN_CAMPAIGNS`. */
      readonly payable: readonly RunCandidate[];
      readonly leftOut: readonly (RunCandidate & { readonly outcome: RunOutcome })[];
      /** Whether more campaigns were selected than a run can contain. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'unknown_names'; readonly names: UnknownNames }
  /** The index isn't complete, or can't answer the request. */
  | { readonly kind: 'unavailable' };

const NEWEST_FIRST: IndexSort = { key: 'created_at', direction: 'desc' };
const PAYABLE: readonly PaymentState[] = ['unpaid', 'part_paid'];

/**
 * Looks up the selected campaigns in the campaign index. Doesn't call the mail service, because the run reads each
 * campaign when it's the campaign's turn.
 */
export async function findRunCandidates(selection: Selection): Promise<Outcome<RunCandidates>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  if (isInvoiced()) return fail({ kind: 'refused', status: 409, code: 'run_on_invoice' });
  return selection.kind === 'ids'
    ? ok(await findSelected([...new Set(selection.ids)]))
    : findListed(selection.request);
}

async function findSelected(ids: readonly number[]): Promise<RunCandidates> {
  const rows = await readIndexed(await store(), ids.slice(0, INDEX_LIMITS.pageSize));
  const byId = new Map(rows.map((row) => [row.campaignId, listedCampaign(row)]));
  const all = ids.map((campaignId) => {
    const listed = byId.get(campaignId);
    return { campaignId, listed, outcome: outcomeOf(listed) };
  });
  const payable = all.filter(({ outcome }) => outcome === null);
  return {
    kind: 'found',
    payable: payable.slice(0, MAX_RUN_CAMPAIGNS),
    leftOut: all.flatMap(({ outcome, ...candidate }) => (outcome ? [{ ...candidate, outcome }] : [])),
    isCut: payable.length > MAX_RUN_CAMPAIGNS,
  };
}

/**
 * Returns why the run would leave out the campaign. If the campaign isn't in the index, the run reads it when
 * it's the campaign's turn.
 */
function outcomeOf(listed: ListedCampaign | undefined): RunOutcome | null {
  if (listed === undefined) return null;
  if (listed.campaign.status !== 'draft') return 'not_draft';
  if (listed.amounts?.payment === 'paid_not_sent') return 'paid_elsewhere';
  return listed.amounts?.payment === 'covered_by_credits' ? 'credits' : null;
}

async function findListed(request: ListRequest): Promise<Outcome<RunCandidates>> {
  if (!isIndexComplete(await readFreshness()) || needsService(request, INDEX_LIMITS.metadataPairs))
    return ok({ kind: 'unavailable' });
  const resolved = await resolveFilter(request);
  if (!resolved.ok) return resolved;
  if ('unknown' in resolved.value) return ok({ kind: 'unknown_names', names: resolved.value.unknown });
  const { filter } = resolved.value;
  const payment = PAYABLE.filter((state) => filter.payment?.includes(state) ?? true);
  const rows =
    payment.length === 0
      ? []
      : await listIndexed(await store(), { ...filter, payment }, request.sort ?? NEWEST_FIRST, {
          limit: MAX_RUN_CAMPAIGNS + 1,
          offset: 0,
        });
  const payable = rows.map((row) => ({ campaignId: row.campaignId, listed: listedCampaign(row) }));
  return ok({
    kind: 'found',
    payable: payable.slice(0, MAX_RUN_CAMPAIGNS),
    leftOut: [],
    isCut: payable.length > MAX_RUN_CAMPAIGNS,
  });
}
