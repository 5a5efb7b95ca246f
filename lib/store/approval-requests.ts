/**
 * Members' requests for another member to approve a campaign. Each version of a campaign's content has at most one
 * request.
 */
import 'server-only';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { queueNotifications } from './notifications.ts';
import { members } from './schema/members.ts';
import { approvalRequests } from './schema/notifications.ts';

export type ApprovalRequestRow = typeof approvalRequests.$inferSelect;
type NewApprovalRequest = Omit<typeof approvalRequests.$inferInsert, 'id' | 'at'> & {
  readonly memberId: string;
};

const APPROVERS = ROLES.filter((role) => isAllowed(role, 'approve'));

/**
 * Records a request and notifies every other member who can approve. Must be called in a transaction.
 * @returns the request's id, or undefined if a member already requested an approval of the same content
 */
export async function insertApprovalRequest(
  tx: Database,
  request: NewApprovalRequest,
): Promise<string | undefined> {
  const [row] = await tx.insert(approvalRequests).values(request).onConflictDoNothing().returning();
  if (!row) return undefined;
  const approvers = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(
      and(inArray(members.role, APPROVERS), isNull(members.disabledAt), ne(members.id, request.memberId)),
    );
  const recipients = approvers.map(({ memberId }) => ({ about: row.id, memberId }));
  await queueNotifications(tx, 'approval.requested', recipients);
  return row.id;
}

/** Finds the approval request for this content. */
export async function findApprovalRequest(
  db: Database,
  campaignId: number,
  fingerprint: string,
): Promise<ApprovalRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(approvalRequests)
    .where(and(eq(approvalRequests.campaignId, campaignId), eq(approvalRequests.fingerprint, fingerprint)));
  return row;
}
