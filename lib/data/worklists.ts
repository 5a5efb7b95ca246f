/** Reads the overview's worklists from the campaign index. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import { isChangeRequestedByMembers, missingApproval, ruleForTotal } from '#lib/domain/approval-rule.ts';
import type { CalendarSum } from '#lib/domain/calendar.ts';
import { sumCounts } from '#lib/domain/calendar.ts';
import { type Freshness, isIndexComplete, type ListRequest } from '#lib/domain/campaign-list.ts';
import {
  GUEST_APPROVALS,
  type GuestApproval,
  type IndexFilter,
  type IndexSort,
} from '#lib/domain/index-filter.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { PAYMENT_STATES } from '#lib/domain/payment-state.ts';
import {
  WORKLISTS,
  type Worklist,
  type WorklistEntry,
  type WorklistName,
  type Worklists,
} from '#lib/domain/worklist.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { ANYONE, readKnownDecisions } from '#lib/share-links/known-decisions.ts';
import { countDays, type DayRange } from '#lib/store/index-calendar.ts';
import { listBackFromGuests } from '#lib/store/index-decisions.ts';
import { type IndexedCampaign, listIndexed, readIndexed } from '#lib/store/index-list.ts';
import { countsByStatus, totalsOf } from '#lib/store/index-totals.ts';
import { store } from '#lib/store/open.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';

/** The number of campaigns that a worklist on the overview shows. */
const SHOWN = 5;
const NEWEST_FIRST: IndexSort = { key: 'created_at', direction: 'desc' };

export interface WorklistRequests {
  readonly lists: Readonly<Record<WorklistName, ListRequest>>;
  /** The old drafts among those that are ready to check out. */
  readonly oldDrafts: ListRequest;
  /** The campaigns in each guest approval state. */
  readonly guests: Readonly<Record<GuestApproval, ListRequest>>;
  /** Consecutive days in the member's time zone. */
  readonly days: readonly DayRange[];
}

export interface IndexedWorklists {
  readonly lists: Worklists;
  readonly oldDrafts: number;
  readonly guests: Readonly<Record<GuestApproval, number>>;
  /** The number of drafts that no payment list contains, because their checkout hasn't been read. */
  readonly draftsWithoutCheckout: number;
  /** Campaigns in production by status. */
  readonly production: Readonly<Record<ProductionStatus, number>>;
  /** The totals for each day, and for all days combined. */
  readonly days: readonly CalendarSum[];
  readonly week: CalendarSum;
  readonly isWeekPartial: boolean;
}

/**
 * The mail service can't list campaigns by several statuses at once, so there is no link to all campaigns in
 * production.
 */
const PRODUCTION_STATUSES = ['processing', 'sent'] as const;
type ProductionStatus = (typeof PRODUCTION_STATUSES)[number];

export type WorklistReading =
  | ({ readonly kind: 'indexed'; readonly freshness: Freshness } & IndexedWorklists)
  /** The lists have to be read from the mail service. */
  | { readonly kind: 'live'; readonly freshness: Freshness };

/** Returns the first campaigns and the totals of each worklist, if every campaign has been indexed. */
export function readWorklists(requests: WorklistRequests): Promise<Outcome<WorklistReading>> {
  return runInSpan('data readWorklists', {}, async () => {
    const allowed = await authorize('listCampaigns');
    if (!allowed.ok) return allowed;
    if ((currentTokenCaller()?.customerId ?? null) !== null) return fail({ kind: 'forbidden' });
    const freshness = await readFreshness();
    if (!isIndexComplete(freshness)) return ok({ kind: 'live', freshness });
    const db = await store();
    const count = async (request: ListRequest) => (await totalsOf(db, request.indexFilter)).campaigns;
    const attempts = 'none' as const;
    const inProduction = { statuses: PRODUCTION_STATUSES };
    const [lists, oldDrafts, guests, drafts, read, production, week] = await Promise.all([
      Promise.all(
        WORKLISTS.map((name) => {
          const { indexFilter, sort = NEWEST_FIRST } = requests.lists[name];
          const filter = name === 'production' ? inProduction : indexFilter;
          return readWorklist(name, filter, sort, allowed.value.id);
        }),
      ),
      count(requests.oldDrafts),
      Promise.all(GUEST_APPROVALS.map((guestState) => count(requests.guests[guestState]))),
      totalsOf(db, { statuses: ['draft'], attempts }),
      totalsOf(db, { payment: PAYMENT_STATES, attempts }),
      countsByStatus(db, inProduction),
      countDays(db, requests.lists.going_out.indexFilter, requests.days),
    ]);
    return ok({
      kind: 'indexed',
      freshness,
      lists: Object.fromEntries(WORKLISTS.map((name, i) => [name, lists[i]])) as unknown as Worklists,
      oldDrafts,
      guests: Object.fromEntries(
        GUEST_APPROVALS.map((guestState, i) => [guestState, guests[i] ?? 0]),
      ) as Record<GuestApproval, number>,
      draftsWithoutCheckout: Math.max(0, drafts.campaigns - read.campaigns),
      production: Object.fromEntries(
        PRODUCTION_STATUSES.map((status) => [
          status,
          production.counts.find((each) => each.status === status)?.campaigns ?? 0,
        ]),
      ) as Record<ProductionStatus, number>,
      days: requests.days.map((_, i) => sumCounts(week.counts.filter(({ day }) => day === i)).toGo),
      week: sumCounts(week.counts).toGo,
      isWeekPartial: week.isPartial,
    });
  });
}

async function readWorklist(
  name: WorklistName,
  filter: IndexFilter,
  sort: IndexSort,
  memberId: string,
): Promise<Worklist> {
  const db = await store();
  const [rows, totals] = await Promise.all([
    name === 'guests'
      ? listBackFromGuests(db, filter, SHOWN).then((ids) => readIndexed(db, ids))
      : listIndexed(db, filter, sort, { limit: SHOWN, offset: 0 }),
    totalsOf(db, filter),
  ]);
  return {
    entries: await describeEntries(rows, memberId),
    count: totals.campaigns,
    totals: totals.byCurrency,
    isPartial: totals.isPartial,
  };
}

/** Adds the decisions about each campaign. */
async function describeEntries(
  rows: readonly IndexedCampaign[],
  memberId: string,
): Promise<readonly WorklistEntry[]> {
  const toDecided = await readApprovals(rows.map(({ campaignId }) => campaignId));
  return rows.map((row) => ({
    listed: listedCampaign(row),
    ...toDecided({ id: row.campaignId, status: row.status, highestTotal: row.highestTotal }, memberId),
  }));
}

interface Describable {
  readonly id: number;
  readonly status: string | null;
  /** In minor units. Null if it isn't known. */
  readonly highestTotal: number | null;
}

/**
 * Returns a function that describes how the decisions about a campaign compare with its content as last read.
 */
async function readApprovals(ids: readonly number[]) {
  const db = await store();
  const [decisionsAbout, settings] = await Promise.all([
    readKnownDecisions(db, ids),
    readApprovalSettings(db),
  ]);
  return ({ id, status, highestTotal }: Describable, payerId: string): Omit<WorklistEntry, 'listed'> => {
    const { guests, members } = decisionsAbout(id);
    const rule = status === 'draft' ? ruleForTotal(settings, highestTotal) : 'none';
    return {
      approval: guests,
      missing: missingApproval(rule, { guests, members }, payerId),
      isUnapproved: missingApproval(rule, { guests, members }, ANYONE) !== 'none',
      isChangeRequested: isChangeRequestedByMembers(members),
    };
  };
}

/**
 * Describes the decisions about campaigns that were read from the mail service, in the same order.
 */
export async function describeLive(
  campaigns: readonly Describable[],
): Promise<Outcome<readonly Omit<WorklistEntry, 'listed'>[]>> {
  const allowed = await authorize('viewShareLinks');
  if (!allowed.ok) return allowed;
  const toDecided = await readApprovals(campaigns.map(({ id }) => id));
  return ok(campaigns.map((campaign) => toDecided(campaign, allowed.value.id)));
}
