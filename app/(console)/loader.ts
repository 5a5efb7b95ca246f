import 'server-only';
import type { DraftWithCheckout, OverviewData } from '#components/overview/overview.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { listRecentDecisions, readApprovalRule } from '#lib/data/approval.ts';
import { listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import { findCampaignOwners, listTemplateNames } from '#lib/data/names.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { readTitlesAndNotes } from '#lib/data/titles-and-notes.ts';
import {
  applicableRule,
  isUndecidedByMembers,
  missingApproval,
  needsMember,
} from '#lib/domain/approval-rule.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { isAwaitingDelivery } from '#lib/format/campaign.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { pageForbidden } from '../page-error.tsx';

/** The number of drafts to load. The number is small because each draft requires a separate checkout call. */
const MAX_DRAFTS = 15;
/** The service can't sort campaigns by send time, so Mailroom reads and sorts the largest possible page. */
const MAX_QUEUED = 100;
const MAX_GOING_OUT = 6;
const MAX_ON_THEIR_WAY = 5;
/** The number of sent campaigns to load. Campaigns that have already been delivered aren't shown. */
const MAX_RECENTLY_SENT = 25;
const RECENT_MS = 14 * DAY_MS;

/**
 * Reads four campaign lists in parallel, and reads the checkout data for each of the newest drafts.
 * @param zone the time zone of the delivery dates
 * @param memberId the signed-in member's id
 */
export async function loadOverview(zone: string, memberId: string): Promise<Outcome<OverviewData>> {
  const since = new Date(serviceNow() - RECENT_MS).toISOString();
  const [lists, currentNames, decided, approvalRule] = await Promise.all([
    allOf([
      listCampaigns({ status: 'queued', per_page: MAX_QUEUED }),
      loadDrafts(),
      listCampaigns({ status: 'processing', per_page: MAX_ON_THEIR_WAY }),
      listCampaigns({ sent_at: { from: since }, per_page: MAX_RECENTLY_SENT }),
    ]),
    listTemplateNames(),
    listRecentDecisions(),
    readApprovalRule(),
  ]);
  if (!lists.ok && lists.failure.kind === 'forbidden') pageForbidden();
  if (!lists.ok) return lists;
  const [queued, drafts, processing, recent] = lists.value;
  const goingOut = soonestFirst(queued.items).slice(0, MAX_GOING_OUT);
  const sent = recent.items.filter((campaign) => isAwaitingDelivery(campaign, zone, serviceNow()));
  const onTheirWay = [...processing.items, ...sent].slice(0, MAX_ON_THEIR_WAY);
  const withCampaigns = [...decided, ...drafts.drafts];
  const shown = [...goingOut, ...withCampaigns.map(({ campaign }) => campaign), ...onTheirWay];
  const [templateNames, given, owners] = await Promise.all([
    readTemplateNames(shown, currentNames),
    readTitlesAndNotes(shown.map(({ id }) => id)),
    findCampaignOwners(shown.map(({ id }) => id)),
  ]);
  const approvals = drafts.drafts.map(({ campaign, checkout }) => {
    const rule = approvalRule.ok ? applicableRule(approvalRule.value, checkout) : 'none';
    const decisions = decided.find((other) => other.campaign.id === campaign.id);
    const members = decisions?.memberDecisions ?? [];
    const guests = decisions?.approval ?? ({ kind: 'none' } as const);
    return {
      id: campaign.id,
      missing: missingApproval(rule, { guests, members }, memberId),
      awaitsMember: needsMember(rule) && campaign.proof !== undefined && isUndecidedByMembers(members),
    };
  });
  return ok({
    decided,
    goingOut,
    queuedCount: queued.total_count,
    drafts: drafts.drafts,
    draftCount: drafts.count,
    needingApproval: new Set(approvals.flatMap(({ id, missing }) => (missing === 'none' ? [] : [id]))),
    awaitingMember: new Set(approvals.flatMap(({ id, awaitsMember }) => (awaitsMember ? [id] : []))),
    onTheirWay,
    templateNames,
    given,
    customers: new Map([...owners].flatMap(([id, { email }]) => (email ? [[id, email]] : []))),
    now: serviceNow(),
  });
}

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
