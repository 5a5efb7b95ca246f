/** Reads the decisions about many campaigns, and compares them with the content that Mailroom last read. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { type Approval, approvalOf, type MemberDecision } from '#lib/domain/approval.ts';
import { queryContents } from '#lib/store/decided-contents.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { queryDecisions } from '#lib/store/share-links.ts';
import { toGuestDecision, toMemberDecision } from './approval.ts';

interface KnownDecisions {
  /** The approval state that results from the guests' decisions. */
  readonly guests: Approval;
  /** The members' decisions, newest first. */
  readonly members: readonly MemberDecision[];
}

/**
 * Returns a function that returns the decisions about one of the campaigns. Only for lists and reminders, because
 * paying and sending require reading the content again.
 */
export async function readKnownDecisions(
  db: Database,
  campaignIds: readonly number[],
): Promise<(id: number) => KnownDecisions> {
  const [contents, guestRows, memberRows] = await Promise.all([
    queryContents(db, campaignIds),
    queryDecisions(db, campaignIds),
    queryMemberDecisions(db, campaignIds),
  ]);
  return (id) => {
    const current = contents.get(id) ?? null;
    const isAbout = ({ campaignId }: { readonly campaignId: number }) => campaignId === id;
    return {
      guests: approvalOf(guestRows.filter(isAbout).map((row) => toGuestDecision(row, current))),
      members: memberRows.filter(isAbout).map((row) => toMemberDecision(row, current)),
    };
  };
}

/** The id of a payer who has made no decision. */
export const ANYONE = '';
