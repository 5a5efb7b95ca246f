/** Shares a bulk job's campaign with the campaign's customer by email. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { ShareOptions } from '#lib/domain/job.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isEmailConfigured } from '#lib/email/transport.ts';
import { readCampaignCustomer } from '#lib/index/campaign-customer.ts';
import { MAX_SHARE_LABEL_LENGTH } from '#lib/input-limits.ts';
import { prepareShareLink } from '#lib/share-links/new-link.ts';
import { beginItem } from '#lib/store/job-work.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { insertShareEmail, isSharedWith, lockCampaignSharing } from '#lib/store/share-emails.ts';
import { insertShareLink } from '#lib/store/share-links.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';
import { authorize } from './authorize.ts';

/** Whether links can be emailed to customers. */
export const canEmailCustomers = (): boolean => isEmailConfigured();

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });

/**
 * Creates a share link for a job's item, and queues the email with the link, in one transaction. The item's
 * key allows this only once. The item is finished once the outbox knows how the email server responded. Fails
 * with `refused` if the customer's address isn't the one on the review page, if the address already has a
 * link, or if there is no proof. Fails with `in_progress` if the job was stopped or another server is working
 * on the item.
 * @param reviewedAddress the customer's email address on the review page
 * @param jobKey the item's key
 */
export async function shareWithCustomer(
  campaignId: number,
  { days, visibleParts, guestsDecide, message }: ShareOptions,
  reviewedAddress: string,
  jobKey: string,
): Promise<Outcome<null>> {
  const allowed = await authorize('shareCampaign');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const deadline = deadlineIn(ACTION_MS);
  const read = await readCampaignCustomer(campaignId, deadline);
  if (!read.ok) return read;
  const { campaign, email } = read.value;
  if (email !== reviewedAddress) return refused('recipient_changed');
  const label = email.slice(0, MAX_SHARE_LABEL_LENGTH);
  const options = { label, days, visibleParts, guestsDecide, passwordHash: null };
  const link = await prepareShareLink(campaign, member, options, deadline);
  if (!link.ok) return link;
  return changeAndRecord<Outcome<null>>(async (tx, record) => {
    // The member may have lost permission while the files were read.
    if (!(await lockMemberWithPermission(tx, member.id, 'shareCampaign'))) return fail({ kind: 'forbidden' });
    await lockCampaignSharing(tx, campaignId);
    if (await isSharedWith(tx, campaignId, email)) return refused('already_shared');
    if (!(await beginItem(tx, jobKey))) return fail({ kind: 'in_progress' });
    const { id: shareLinkId } = await insertShareLink(tx, link.value);
    await insertShareEmail(tx, { shareLinkId, jobKey, to: email, message: message ?? null });
    const details = { id: shareLinkId, label };
    await record({ name: 'share_link.created', by: member, campaignId, details });
    return ok(null);
  });
}
