/** Checks whether an email is still accurate just before it is sent. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { approvalOf } from '#lib/domain/approval.ts';
import { missingApproval, ruleForTotal } from '#lib/domain/approval-rule.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { toGuestDecision, toMemberDecision } from '#lib/share-links/approval.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { ANYONE } from '#lib/share-links/known-decisions.ts';
import { findHighestTotal } from '#lib/store/campaign-reminders.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { parseOccasion } from '#lib/store/notification-contents.ts';
import { type NotificationRow, queryResponsibleMembers } from '#lib/store/notifications.ts';
import { queryDecisions } from '#lib/store/share-links.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

/** `unknown` means that the mail service didn't respond, so the email has to wait. */
export type Recheck = 'true' | 'outdated' | 'unknown';

/** The time limit for reading a campaign and its files. */
const RECHECK_MS = 8_000;

export async function recheckNotification(
  db: Database,
  { kind, about }: Pick<NotificationRow, 'kind' | 'about'>,
): Promise<Recheck> {
  const occasion = parseOccasion(about);
  if (kind === 'service.key_rejected') return recheckKey();
  if (kind === 'campaign.due_unapproved' && occasion)
    return recheckDueUnapproved(db, occasion.campaignId, occasion.at);
  if (kind === 'campaign.paid_unsent' && occasion) return recheckDraft(occasion.campaignId);
  return 'true';
}

/**
 * An email about a rejected key isn't needed if the key works again. Only a 401 means that the key doesn't
 * work.
 */
async function recheckKey(): Promise<Recheck> {
  const read = await readFromService(
    'listTemplates',
    { page: 1, per_page: 1 },
    { fresh: true, deadline: deadlineIn(RECHECK_MS) },
  );
  if (read.ok) return 'outdated';
  return isRejectedKey(read.failure) ? 'true' : 'unknown';
}

const isRejectedKey = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 401;

async function recheckDraft(id: number): Promise<Recheck> {
  const read = await readFromService(
    'getCampaign',
    { id },
    { fresh: true, deadline: deadlineIn(RECHECK_MS) },
  );
  if (!read.ok) return read.failure.kind === 'missing' ? 'outdated' : 'unknown';
  return read.value.status === 'draft' ? 'true' : 'outdated';
}

/**
 * Checks whether a campaign is still scheduled for this time and still lacks an approval. Reads the campaign,
 * its files, the rule, and the decisions again.
 */
async function recheckDueUnapproved(db: Database, id: number, sendsAt: number): Promise<Recheck> {
  if (sendsAt <= serviceClock()) return 'outdated';
  const deadline = deadlineIn(RECHECK_MS);
  const campaign = await readFromService('getCampaign', { id }, { fresh: true, deadline });
  if (!campaign.ok) return campaign.failure.kind === 'missing' ? 'outdated' : 'unknown';
  const { status, scheduled_at } = campaign.value;
  if (status !== 'queued' || parseTimestamp(scheduled_at) !== sendsAt) return 'outdated';
  const [settings, highestTotal, guestRows, memberRows, responsible] = await Promise.all([
    readApprovalSettings(db),
    findHighestTotal(db, id),
    queryDecisions(db, [id]),
    queryMemberDecisions(db, [id]),
    queryResponsibleMembers(db, [id]),
  ]);
  const rule = ruleForTotal(settings, highestTotal);
  if (rule === 'none') return 'outdated';
  // Without a decision, the content doesn't matter.
  if (guestRows.length === 0 && memberRows.length === 0) return 'true';
  const printed = await readPrintedContent(campaign.value, { fresh: true, deadline });
  if (!printed.ok) return 'unknown';
  const current = fingerprintPrintedContent(printed.value);
  const guests = approvalOf(guestRows.map((row) => toGuestDecision(row, current)));
  const members = memberRows.map((row) => toMemberDecision(row, current));
  const payer = responsible.get(id) ?? ANYONE;
  return missingApproval(rule, { guests, members }, payer) === 'none' ? 'outdated' : 'true';
}
