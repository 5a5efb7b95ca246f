/**
 * Stores members' decisions about campaigns. All decisions are kept, but submitting the same form twice counts
 * as one decision.
 */
import 'server-only';
import { desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { addDecidedContent } from './decided-contents.ts';
import { memberDecisions } from './schema/decisions.ts';
import { members } from './schema/members.ts';

type NewMemberDecision = Omit<typeof memberDecisions.$inferInsert, 'id' | 'at'> & {
  readonly memberId: string;
};

const newestFirst = [desc(memberDecisions.at), desc(memberDecisions.id)] as const;

/**
 * Records a decision. Locks the member's row, so that two submissions of the same form can't be processed at
 * once.
 * @returns false if the decision repeats the member's latest decision
 */
export function saveMemberDecision(db: Database, decision: NewMemberDecision): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.select({ id: members.id }).from(members).where(eq(members.id, decision.memberId)).for('update');
    const rows = await queryMemberDecisions(tx, [decision.campaignId]);
    const latest = rows.find(({ memberId }) => memberId === decision.memberId);
    const isRepeat =
      latest?.decision === decision.decision &&
      latest.fingerprint === decision.fingerprint &&
      latest.comment === (decision.comment ?? null);
    if (!isRepeat) await tx.insert(memberDecisions).values(decision);
    await addDecidedContent(tx, decision);
    return !isRepeat;
  });
}

/** A decision with the member's current role. The role is null if the member was deleted. */
export type MemberDecisionRow = Awaited<ReturnType<typeof queryMemberDecisions>>[number];

/** Returns all members' decisions about these campaigns, newest first. */
export function queryMemberDecisions(db: Database, campaignIds: readonly number[]) {
  return db
    .select({ ...getTableColumns(memberDecisions), role: members.role, disabledAt: members.disabledAt })
    .from(memberDecisions)
    .leftJoin(members, eq(members.id, memberDecisions.memberId))
    .where(inArray(memberDecisions.campaignId, [...campaignIds]))
    .orderBy(...newestFirst);
}
