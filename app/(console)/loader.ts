import 'server-only';
import { forbidden } from 'next/navigation';
import type { DraftWithCheckout, OverviewData } from '#components/overview/overview.tsx';
import { DAY_MS } from '#lib/contract/limits.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { isApprovalRequired, listRecentDecisions } from '#lib/data/approval.ts';
import { readCheckout, listCampaigns } from '#lib/data/campaigns.ts';
import { listTemplateNames } from '#lib/data/names.ts';
import { findCampaignOwners } from '#lib/data/owners.ts';
import { serviceNow } from '#lib/data/service.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { isOnItsWay } from '#lib/format/campaign.ts';

/** Each of these drafts costs a call of its own, so only the newest are looked at. */
const MAX_DRAFTS = 15;
/** The list can't be asked for the soonest, so as many queued ones are read as it gives at once. */
const MAX_QUEUED = 100;
const MAX_GOING_OUT = 6;
const MAX_ON_THEIR_WAY = 5;
/** Some of what was sent lately has arrived and isn't shown. */
const MAX_RECENTLY_SENT = 25;
const RECENT_MS = 14 * DAY_MS;

/**
 * What needs doing now, from four lists asked at once and a checkout for each of the newest drafts.
 * @param zone whose days tell what has arrived
 */
export async function loadOverview(zone: string): Promise<Outcome<OverviewData>> {
  const since = new Date(serviceNow() - RECENT_MS).toISOString();
  const [lists, templates, decided, required] = await Promise.all([
    allOf([
      listCampaigns({ status: 'queued', per_page: MAX_QUEUED }),
      loadDrafts(),
      listCampaigns({ status: 'processing', per_page: MAX_ON_THEIR_WAY }),
      listCampaigns({ sent_at: { from: since }, per_page: MAX_RECENTLY_SENT }),
    ]),
    listTemplateNames(),
    listRecentDecisions(),
    isApprovalRequired(),
  ]);
  if (!lists.ok && lists.failure.kind === 'forbidden') forbidden();
  if (!lists.ok) return lists;
  const [queued, drafts, processing, recent] = lists.value;
  const soon = soonestFirst(queued.items).slice(0, MAX_GOING_OUT);
  const sent = recent.items.filter((campaign) => isOnItsWay(campaign, zone, serviceNow()));
  const moving = [...processing.items, ...sent].slice(0, MAX_ON_THEIR_WAY);
  const withCampaigns = [...decided, ...drafts.drafts];
  const shown = [...soon, ...withCampaigns.map(({ campaign }) => campaign), ...moving];
  const owners = await findCampaignOwners(shown.map(({ id }) => id));
  const approved = new Set(decided.filter(({ approval }) => approval.kind === 'approved').map(idOf));
  const waits = (id: number) => required.ok && required.value && !approved.has(id);
  return ok({
    decided,
    soon,
    queuedCount: queued.total_count,
    drafts: drafts.drafts,
    draftCount: drafts.count,
    waiting: new Set(drafts.drafts.map(idOf).filter(waits)),
    moving,
    templates,
    customers: new Map([...owners].flatMap(([id, { email }]) => (email ? [[id, email]] : []))),
    now: serviceNow(),
  });
}

const idOf = ({ campaign }: { readonly campaign: Campaign }) => campaign.id;

async function loadDrafts(): Promise<Outcome<{ drafts: readonly DraftWithCheckout[]; count: number }>> {
  const list = await listCampaigns({ status: 'draft', per_page: MAX_DRAFTS });
  if (!list.ok) return list;
  const drafts = await Promise.all(
    list.value.items.map(async (campaign): Promise<DraftWithCheckout> => {
      const order = await readCheckout(campaign.id);
      return { campaign, checkout: order.ok ? order.value.checkout : undefined };
    }),
  );
  return ok({ drafts, count: list.value.total_count });
}

function soonestFirst(campaigns: readonly Campaign[]): readonly Campaign[] {
  const when = ({ scheduled_at }: Campaign) => parseTimestamp(scheduled_at) ?? Number.POSITIVE_INFINITY;
  return campaigns.toSorted((a, b) => when(a) - when(b));
}
