import 'server-only';
import type { OverviewData } from '#components/overview/overview-data.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { listRecentDecisions } from '#lib/data/approval.ts';
import { listOpenAttempts } from '#lib/data/attempts.ts';
import { findKnownDrafts, listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import { findCampaignOwners, listTemplateNames } from '#lib/data/names.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { readTitlesAndNotes } from '#lib/data/titles-and-notes.ts';
import { describeLive } from '#lib/data/worklists.ts';
import { needsAttention } from '#lib/domain/approval.ts';
import { hasBlockingAttempt } from '#lib/domain/attempt.ts';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { indexedPayment } from '#lib/domain/campaign-reading.ts';
import { currencyOf } from '#lib/domain/money.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, paymentStatus } from '#lib/domain/payment.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import type { Worklist, WorklistEntry } from '#lib/domain/worklist.ts';
import { isAwaitingDelivery } from '#lib/format/campaign.ts';
import { DAY_MS } from '#lib/time-units.ts';

/** The number of drafts to load. The number is small because each draft requires a separate checkout call. */
const MAX_DRAFTS = 15;
/** The service can't sort campaigns by send time, so Mailroom reads and sorts the largest possible page. */
const MAX_QUEUED = 100;
const MAX_GOING_OUT = 6;
const MAX_ON_THEIR_WAY = 5;
/** The number of sent campaigns to load. Campaigns that have already been delivered aren't shown. */
const MAX_RECENTLY_SENT = 25;
const RECENT_MS = 14 * DAY_MS;

interface Draft {
  readonly campaign: Campaign;
  /** Undefined if the checkout data couldn't be read. */
  readonly checkout: Checkout | undefined;
}

/**
 * Reads the worklists from the newest campaigns in the mail service's lists: four lists in parallel, and
 * checkout for each of the newest drafts. For a draft that Mailroom hasn't seen before, checkout is read
 * after the list.
 * @param zone the time zone of the delivery dates
 */
export async function loadLiveOverview(zone: string): Promise<Outcome<Omit<OverviewData, 'freshness'>>> {
  const since = new Date(serviceNow() - RECENT_MS).toISOString();
  const [lists, currentNames, recentlyDecided, attempts] = await Promise.all([
    allOf([
      listCampaigns({ status: 'queued', per_page: MAX_QUEUED }),
      loadDrafts(),
      listCampaigns({ status: 'processing', per_page: MAX_ON_THEIR_WAY }),
      listCampaigns({ sent_at: { from: since }, per_page: MAX_RECENTLY_SENT }),
    ]),
    listTemplateNames(),
    listRecentDecisions(),
    listOpenAttempts(),
  ]);
  if (!lists.ok) return lists;
  const [queued, read, processing, recent] = lists.value;
  // A draft with an unfinished attempt appears only in the list of unfinished attempts.
  const isFree = ({ campaign }: { readonly campaign: Campaign }) =>
    campaign.status !== 'draft' ||
    !hasBlockingAttempt(attempts.filter(({ campaignId }) => campaignId === campaign.id));
  const [drafts, decided] = [read.drafts.filter(isFree), recentlyDecided.filter(isFree)];
  const goingOut = soonestFirst(queued.items).slice(0, MAX_GOING_OUT);
  const sent = recent.items.filter((campaign) => isAwaitingDelivery(campaign, zone, serviceNow()));
  const onTheirWay = [...processing.items, ...sent].slice(0, MAX_ON_THEIR_WAY);
  const shown = [...decided, ...drafts].map(({ campaign }) => campaign);
  const all = [...goingOut, ...shown, ...onTheirWay];
  const [templateNames, given, owners, approvals] = await Promise.all([
    readTemplateNames(all, currentNames),
    readTitlesAndNotes(all.map(({ id }) => id)),
    findCampaignOwners(all.map(({ id }) => id)),
    describeLive(
      drafts.map(({ campaign, checkout }) => ({
        id: campaign.id,
        status: campaign.status ?? null,
        highestTotal: checkout ? indexedPayment(checkout).highestTotal : null,
      })),
    ),
  ]);
  if (!approvals.ok) return approvals;
  const toListed = (campaign: Campaign, checkout?: Checkout): ListedCampaign => {
    const owner = owners.get(campaign.id);
    return {
      campaign,
      given: given.get(campaign.id),
      templateName: templateNames.get(campaign.id),
      customer: owner && { id: owner.customerId, email: owner.email },
      amounts: checkout && amountsOf(checkout),
    };
  };
  const toEntry = (campaign: Campaign): WorklistEntry => ({ listed: toListed(campaign), ...UNDECIDED });
  const entries = drafts.map(({ campaign, checkout }, i) => ({
    isPaid: checkout !== undefined && paymentStatus(applicablePrice(checkout)) === 'paid',
    entry: { listed: toListed(campaign, checkout), ...(approvals.value[i] ?? UNDECIDED) },
  }));
  const ofNewest = (select: (each: (typeof entries)[number]) => boolean) =>
    listOf(entries.filter(select).map(({ entry }) => entry));
  return ok({
    lists: {
      going_out: { ...listOf(goingOut.map(toEntry)), count: queued.total_count },
      paid: ofNewest(({ isPaid }) => isPaid),
      ready: ofNewest(({ isPaid, entry }) => !isPaid && !entry.isUnapproved),
      approval: ofNewest(({ entry }) => entry.isUnapproved),
      guests: listOf(
        decided
          .filter(({ campaign: { status }, approval }) =>
            status === 'draft'
              ? approval.kind !== 'none'
              : status === 'queued' && approval.kind === 'changes',
          )
          .toSorted((a, b) => Number(needsAttention(b.approval)) - Number(needsAttention(a.approval)))
          .map(({ campaign, approval }) => ({ ...toEntry(campaign), approval })),
      ),
      production: listOf(onTheirWay.map(toEntry)),
    },
    indexed: undefined,
    live: {
      drafts: read.count,
      readDrafts: read.drafts.length,
      queued: queued.total_count,
      readQueued: queued.items.length,
    },
    now: serviceNow(),
  });
}

const UNDECIDED = {
  approval: { kind: 'none' },
  missing: 'none',
  isUnapproved: false,
  isChangeRequested: false,
} as const satisfies Omit<WorklistEntry, 'listed'>;

const listOf = (entries: readonly WorklistEntry[]): Worklist => ({
  entries,
  count: undefined,
  totals: undefined,
  isPartial: false,
});

/**
 * Starts reading the checkouts of known drafts while the list is still being read, because both take equally
 * long.
 */
async function loadDrafts(): Promise<Outcome<{ drafts: readonly Draft[]; count: number }>> {
  const [list, early] = await Promise.all([
    listCampaigns({ status: 'draft', per_page: MAX_DRAFTS }),
    startKnownCheckouts(),
  ]);
  if (!list.ok) return list;
  const drafts = await Promise.all(
    list.value.items.map(async (campaign): Promise<Draft> => {
      const order = await (early.get(campaign.id) ?? readCheckout(campaign.id));
      return { campaign, checkout: order.ok ? order.value.checkout : undefined };
    }),
  );
  return ok({ drafts, count: list.value.total_count });
}

async function startKnownCheckouts(): Promise<ReadonlyMap<number, ReturnType<typeof readCheckout>>> {
  const ids = await findKnownDrafts(MAX_DRAFTS);
  const checkouts = new Map(ids.map((id) => [id, readCheckout(id)]));
  // Nothing awaits the checkout of a campaign that is no longer in the list.
  for (const checkout of checkouts.values()) checkout.catch(() => undefined);
  return checkouts;
}

const amountsOf = (checkout: Checkout): ListedCampaign['amounts'] => {
  const { leftToPay, alreadyPaid, credit } = indexedPayment(checkout);
  const currency = currencyOf(applicablePrice(checkout).price);
  return { payment: null, leftToPay, alreadyPaid, credit, currency };
};

function soonestFirst(campaigns: readonly Campaign[]): readonly Campaign[] {
  const when = ({ scheduled_at }: Campaign) => parseTimestamp(scheduled_at) ?? Number.POSITIVE_INFINITY;
  return campaigns.toSorted((a, b) => when(a) - when(b));
}
