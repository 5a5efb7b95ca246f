/** Compares the overview's worklists with a count of all campaigns in the service's database. */
import { serviceNow } from '#lib/data/service.ts';
import { readWorklists, type WorklistReading } from '#lib/data/worklists.ts';
import type { Database } from '#lib/database/open.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import { GUEST_APPROVALS, type GuestApproval } from '#lib/domain/index-filter.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { WORKLISTS, type WorklistName } from '#lib/domain/worklist.ts';
import {
  guestsHref,
  nextDays,
  OLD_DAYS,
  oldDraftsHref,
  requestOf,
  unfinishedHref,
  worklistHref,
  worklistRequests,
} from '#lib/forms/worklists.ts';
import type { CallBudget } from '#lib/index/call-budget.ts';
import { allRecorded, recordResponses } from '#lib/index/learn.ts';
import { syncOnce } from '#lib/index/sync.ts';
import { compactTotals, maintainIndex } from '#lib/store/campaign-totals.ts';
import { findIndexedIds } from '#lib/store/index-list.ts';
import { listPaymentsToRead } from '#lib/store/index-sync.ts';
import { updateApprovalSettings } from '#lib/store/team-settings.ts';
import { DAY_MS } from '#lib/time-units.ts';
import type { ObservedResponse } from '#lib/upstream/response-listener.ts';
import { markIndexComplete } from '../console/support/index-state.ts';
import type { StoredCampaign } from './worklist-service.ts';
import { type CampaignState, readWorklistState } from './worklist-state.ts';

const ZONE = 'America/New_York';
const UNLIMITED: CallBudget = { take: async (isOver) => !isOver(), report: () => undefined };

/** Fills the index with the real sync, without a limit on calls. */
export async function fillFromService(db: Database): Promise<void> {
  do {
    await syncOnce({ db, budget: UNLIMITED, isOver: () => false, advance: () => undefined });
    await allRecorded();
  } while ((await listPaymentsToRead(db, 30, 1)).length > 0);
}

/** Fills a large index with the records that the sync would create, without calling the mail service. */
export async function fillFromResponses(
  db: Database,
  batches: AsyncIterable<readonly ObservedResponse[]>,
): Promise<void> {
  for await (const responses of batches) await recordResponses(db, responses);
  await markIndexComplete(true, db);
  await compactTotals(db);
  await maintainIndex(db);
}

export const RULES: Readonly<Record<string, ApprovalSettings>> = {
  'without a rule': { rule: 'none', minimum: null },
  'if a second member must approve': { rule: 'member', minimum: null },
  'if a guest must approve': { rule: 'guest', minimum: null },
  'if both must approve from $900': { rule: 'both', minimum: 90_000 },
};

export interface Comparison {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly isEqual: boolean;
}

/**
 * @param run runs work as a member
 * @param dueSoonest the campaign that must come first
 */
export async function compareWorklists(
  db: Database,
  all: readonly StoredCampaign[],
  settings: ApprovalSettings,
  dueSoonest: number,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<readonly Comparison[]> {
  await updateApprovalSettings(db, settings);
  const now = serviceNow();
  const days = nextDays(now, ZONE);
  const reading = unwrap(
    await run(() =>
      readWorklists({
        lists: worklistRequests(ZONE),
        oldDrafts: requestOf(oldDraftsHref(now, ZONE), ZONE),
        guests: byApproval((guestState) => requestOf(guestsHref(guestState), ZONE)),
        days,
      }),
    ),
  );
  const stateOf = await readWorklistState(db, settings);
  const known = all.map((campaign) => ({ campaign, state: stateOf(campaign) }));
  const select = (matches: (each: Known) => boolean) => known.filter(matches).map(({ campaign }) => campaign);
  const results: Comparison[] = [];
  const check = (what: string, expected: unknown, actual: unknown) => {
    results.push({ what, expected, actual, isEqual: JSON.stringify(expected) === JSON.stringify(actual) });
  };
  const listed = async (href: string) => {
    const { indexFilter, sort } = requestOf(href, ZONE);
    return findIndexedIds(db, indexFilter, sort ?? { key: 'created_at', direction: 'desc' }, null);
  };
  for (const name of WORKLISTS) {
    const { matches, order, amount, sum } = LISTS[name];
    const expected = select(matches).toSorted(order);
    const list = reading.lists[name];
    check(`${name}: count`, expected.length, list.count);
    check(
      `${name}: sum`,
      total(expected, amount),
      list.totals?.reduce((added, each) => added + sum(each), 0),
    );
    const ids = expected.map(({ id }) => id);
    // Each link's list can show only one status, so campaigns in production have two links.
    if (name !== 'production')
      check(`${name}: all campaigns of the link, in order`, ids, await listed(worklistHref(name)));
    if (name !== 'guests')
      check(
        `${name}: first campaigns`,
        ids.slice(0, 5),
        list.entries.map(({ listed: { campaign } }) => campaign.id),
      );
  }
  check(
    'going_out: due in seven minutes',
    dueSoonest,
    reading.lists.going_out.entries[0]?.listed.campaign.id,
  );
  const unfinished = select(({ state }) => state.isUnfinished).map(({ id }) => id);
  check('needs review', unfinished.toSorted(ascending), (await listed(unfinishedHref())).toSorted(ascending));
  // Noon is on the right day even if clocks have changed since then.
  const noon = (days[0]?.start ?? 0) + DAY_MS / 2;
  const oldBefore = nextDays(noon - OLD_DAYS * DAY_MS, ZONE)[0]?.start ?? 0;
  check(
    'drafts that are old',
    select((each) => LISTS.ready.matches(each) && each.campaign.createdAt < oldBefore).length,
    reading.oldDrafts,
  );
  check('drafts without a reading', 0, reading.draftsWithoutCheckout);
  for (const guestState of GUEST_APPROVALS)
    check(
      `guests: ${guestState}`,
      select((each) => LISTS.guests.matches(each) && each.state.guestState === guestState).length,
      reading.guests[guestState],
    );
  for (const [i, { start, end, day }] of days.entries()) {
    const expected = select(
      ({ campaign: { status, scheduledAt } }) =>
        status === 'queued' && scheduledAt !== null && scheduledAt >= start && scheduledAt < end,
    );
    const { campaigns, recipients, amounts } = reading.days[i] ?? {};
    check(
      `what goes out on ${day}`,
      [
        expected.length,
        total(expected, ({ recipients: count }) => count),
        total(expected, ({ price }) => price),
      ],
      [campaigns, recipients, amounts?.reduce((added, { price }) => added + price, 0)],
    );
  }
  return results;
}

interface Known {
  readonly campaign: StoredCampaign;
  readonly state: CampaignState;
}

interface ExpectedList {
  readonly matches: (each: Known) => boolean;
  readonly order: (a: StoredCampaign, b: StoredCampaign) => number;
  readonly amount: (campaign: StoredCampaign) => number;
  readonly sum: (total: {
    readonly price: number;
    readonly alreadyPaid: number;
    readonly leftToPay: number;
  }) => number;
}

const ascending = (a: number, b: number) => a - b;
const oldest = (a: StoredCampaign, b: StoredCampaign) => a.createdAt - b.createdAt || a.id - b.id;
const soonest = (a: StoredCampaign, b: StoredCampaign) =>
  (a.scheduledAt ?? 0) - (b.scheduledAt ?? 0) || a.id - b.id;
const lastChanged = (a: StoredCampaign, b: StoredCampaign) => b.updatedAt - a.updatedAt || b.id - a.id;
const byPrice = {
  amount: ({ price }: StoredCampaign) => price,
  sum: ({ price }: { readonly price: number }) => price,
};
const isPaid = ({ leftToPay, alreadyPaid }: StoredCampaign) => leftToPay === 0 && alreadyPaid > 0;
const isFreeDraft = ({ campaign, state }: Known) => campaign.status === 'draft' && !state.isBlocked;

const LISTS: Readonly<Record<WorklistName, ExpectedList>> = {
  going_out: { matches: ({ campaign }) => campaign.status === 'queued', order: soonest, ...byPrice },
  paid: {
    matches: (each) => isFreeDraft(each) && isPaid(each.campaign),
    order: oldest,
    amount: ({ alreadyPaid }) => alreadyPaid,
    sum: ({ alreadyPaid }) => alreadyPaid,
  },
  ready: {
    matches: (each) => isFreeDraft(each) && !isPaid(each.campaign) && !each.state.isUnapproved,
    order: oldest,
    amount: ({ leftToPay }) => leftToPay,
    sum: ({ leftToPay }) => leftToPay,
  },
  approval: { matches: (each) => isFreeDraft(each) && each.state.isUnapproved, order: oldest, ...byPrice },
  guests: {
    matches: ({ campaign: { status }, state: { isBlocked, guestState } }) =>
      !isBlocked &&
      (status === 'draft' ? guestState !== 'none' : status === 'queued' && guestState === 'changes'),
    order: lastChanged,
    ...byPrice,
  },
  production: {
    matches: ({ campaign: { status } }) => status === 'processing' || status === 'sent',
    order: lastChanged,
    ...byPrice,
  },
};

const total = (campaigns: readonly StoredCampaign[], amount: (campaign: StoredCampaign) => number): number =>
  campaigns.reduce((sum, campaign) => sum + amount(campaign), 0);

const byApproval = <T>(of: (guestState: GuestApproval) => T) =>
  Object.fromEntries(GUEST_APPROVALS.map((guestState) => [guestState, of(guestState)])) as Record<
    GuestApproval,
    T
  >;

function unwrap(outcome: Outcome<WorklistReading>) {
  if (!outcome.ok) throw new Error(outcome.failure.kind);
  if (outcome.value.kind !== 'indexed') throw new Error('The index is not complete.');
  return outcome.value;
}
