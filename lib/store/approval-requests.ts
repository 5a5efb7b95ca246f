/**
 * Members' requests for another member to approve a campaign. Each version of a campaign's content has at most one
 * request.
 */
import 'server-only';
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { queueNotifications } from './notifications.ts';
import { members } from './schema/members.ts';
import { approvalRequests } from './schema/notifications.ts';

export type ApprovalRequestRow = typeof approvalRequests.$inferSelect;
type NewApprovalRequest = Omit<typeof approvalRequests.$inferInsert, 'id' | 'at' | 'announcedAt'> & {
  readonly memberId: string;
};

const APPROVERS = ROLES.filter((role) => isAllowed(role, 'approve'));

/**
 * Records a request. Must be called in a transaction.
 * @returns the request's id, or undefined if a member already requested an approval of the same content
 */
export async function insertApprovalRequest(
  tx: Database,
  request: NewApprovalRequest,
): Promise<string | undefined> {
  const [row] = await tx.insert(approvalRequests).values(request).onConflictDoNothing().returning();
  return row?.id;
}

/**
 * Notifies every other member who can approve. Must be called in the transaction that records the request.
 * @param about the id of the request or, if a job made several requests, of the job
 * @param memberId the member who asks. Null if the member was deleted.
 */
export async function notifyApprovers(
  tx: Database,
  event: 'approval.requested' | 'approvals.requested',
  about: string,
  memberId: string | null,
): Promise<void> {
  const isOther = memberId === null ? undefined : ne(members.id, memberId);
  const approvers = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(inArray(members.role, APPROVERS), isNull(members.disabledAt), isOther));
  await queueNotifications(
    tx,
    event,
    approvers.map((approver) => ({ about, ...approver })),
  );
}

/**
 * Notifies approvers once about all of a job's requests. Does nothing if the job has made no requests since
 * its last notification. Must be called in the transaction that ends or stops the job.
 */
export async function announceJobRequests(
  tx: Database,
  { id, memberId }: { readonly id: number; readonly memberId: string | null },
): Promise<void> {
  const announced = await tx
    .update(approvalRequests)
    .set({ announcedAt: sql`now()` })
    .where(and(eq(approvalRequests.jobId, id), isNull(approvalRequests.announcedAt)))
    .returning({ id: approvalRequests.id });
  if (announced.length > 0) await notifyApprovers(tx, 'approvals.requested', String(id), memberId);
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
