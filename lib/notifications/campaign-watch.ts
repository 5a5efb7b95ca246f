/**
 * Warns members about queued campaigns that go out within an hour without an approval, and about paid drafts
 * that still haven't been sent after a day. The campaign index provides the candidates. The outbox checks
 * each candidate again before it sends an email.
 */
import 'server-only';
import {
  NO_LEASE,
  type RoundLease,
  type RoundTimes,
  startLeasedRounds,
} from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { type ApprovalSettings, missingApproval, ruleForTotal } from '#lib/domain/approval-rule.ts';
import { ANYONE, readKnownDecisions } from '#lib/share-links/known-decisions.ts';
import {
  type DueCampaign,
  listDueCampaigns,
  queuePaidDrafts,
  trackPaidDrafts,
} from '#lib/store/campaign-reminders.ts';
import { toOccasion } from '#lib/store/notification-contents.ts';
import { queryAdmins, queryResponsibleMembers, queueNotifications } from '#lib/store/notifications.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 5_000,
  intervalMs: 30_000,
  leaseMs: 90_000,
  stalledAfterMs: 120_000,
};
/**
 * Only every tenth round looks for paid drafts, because members aren't notified about them until a day has
 * passed.
 */
const PAID_ROUNDS = 10;
/** How far in advance members are notified that a campaign will go out. */
const DUE_MS = 60 * MINUTE_MS;
const UNSENT_MINUTES = 24 * 60;
/** The number of campaigns that are checked at a time. */
const MAX_CAMPAIGNS = 1_000;

/**
 * Runs one round. Drafts that were paid for at least a day ago and aren't checked in this round are checked
 * in a later one.
 */
export async function watchCampaigns(db: Database, round = 0, lease: RoundLease = NO_LEASE): Promise<void> {
  await queueDueUnapproved(db, lease);
  lease.advance();
  if (round % PAID_ROUNDS !== 0 || lease.isLost()) return;
  await trackPaidDrafts(db);
  await queuePaidDrafts(db, { afterMinutes: UNSENT_MINUTES, limit: MAX_CAMPAIGNS }, async (tx, drafts) => {
    const ids = drafts.map(({ campaignId }) => campaignId);
    const [responsible, admins] = await Promise.all([
      queryResponsibleMembers(tx, ids, 'campaign.paid_unsent'),
      queryAdmins(tx),
    ]);
    return drafts.flatMap(({ campaignId, since }) => {
      const member = responsible.get(campaignId);
      const about = toOccasion(campaignId, since.getTime());
      return (member === undefined ? admins : [member]).map((memberId) => ({ about, memberId }));
    });
  });
}

/**
 * Queues notifications about campaigns that go out within an hour and lack an approval that the team's rule requires. A
 * campaign can lack the approval if it was scheduled outside of Mailroom or before the rule applied, or if its approval
 * is no longer valid.
 */
async function queueDueUnapproved(db: Database, lease: RoundLease): Promise<void> {
  const settings = await readApprovalSettings(db);
  if (settings.rule === 'none') return;
  const now = serviceClock();
  let last: DueCampaign | undefined;
  do {
    const due = await listDueCampaigns(db, { from: now, to: now + DUE_MS }, MAX_CAMPAIGNS, last);
    await queueUnapproved(db, settings, due);
    lease.advance();
    last = due.length < MAX_CAMPAIGNS ? undefined : due.at(-1);
  } while (last !== undefined && !lease.isLost());
}

async function queueUnapproved(
  db: Database,
  settings: ApprovalSettings,
  due: readonly DueCampaign[],
): Promise<void> {
  if (due.length === 0) return;
  const ids = due.map(({ campaignId }) => campaignId);
  const [decisionsAbout, responsible, admins] = await Promise.all([
    readKnownDecisions(db, ids),
    queryResponsibleMembers(db, ids),
    queryAdmins(db),
  ]);
  const isUnapproved = ({ campaignId, highestTotal }: DueCampaign) => {
    const rule = ruleForTotal(settings, highestTotal);
    const payer = responsible.get(campaignId) ?? ANYONE;
    return missingApproval(rule, decisionsAbout(campaignId), payer) !== 'none';
  };
  const recipients = due.filter(isUnapproved).flatMap(({ campaignId, scheduledAt }) => {
    const about = toOccasion(campaignId, scheduledAt.getTime());
    const memberIds = new Set([
      ...admins,
      ...(responsible.has(campaignId) ? [responsible.get(campaignId)] : []),
    ]);
    return [...memberIds].flatMap((memberId) => (memberId === undefined ? [] : [{ about, memberId }]));
  });
  await queueNotifications(db, 'campaign.due_unapproved', recipients);
}

/**
 * Runs one round at a time until the process ends.
 * @returns a function that stops the rounds
 */
export const startCampaignWatch = (open: () => Promise<Database>): (() => void) =>
  startLeasedRounds({ name: 'campaign watch', open, runRound: watchCampaigns, times: TIMES });
