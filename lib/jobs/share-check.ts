/** Reads a campaign and its customer for the review of a job that shares campaigns. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import type { LeftOutReason } from '#lib/domain/job.ts';
import { describeForReview, type ReviewFacts } from '#lib/domain/job-check.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { isEmailAddress } from '#lib/email/transport.ts';
import { type CampaignWithCustomer, readCampaignCustomer } from '#lib/index/campaign-customer.ts';
import type { CustomerFacts } from '#lib/store/job-work.ts';
import type { JobRow } from '#lib/store/jobs.ts';
import { isSharedWith } from '#lib/store/share-emails.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';

interface SharingCheck {
  readonly facts: Partial<ReviewFacts & CustomerFacts>;
  readonly reason: LeftOutReason | null;
}

/** Reads the campaign and its customer's email address, and decides whether the campaign can be shared. */
export async function checkSharing(
  db: Database,
  { action }: JobRow,
  campaignId: number,
): Promise<Outcome<SharingCheck>> {
  const read = await readCampaignCustomer(campaignId, deadlineIn(ACTION_MS));
  if (!read.ok && read.failure.kind === 'refused' && read.failure.code === 'owner_unknown')
    return ok({ facts: {}, reason: 'no_customer' });
  if (!read.ok) return read;
  const { campaign, customerId, email } = read.value;
  const { price, priceMinor, currency, recipients } = describeForReview(action, {
    campaign,
    checkout: undefined,
  });
  const address = isEmailAddress(email) ? email : null;
  return ok({
    facts: { price, priceMinor, currency, recipients, customerId, email: address },
    reason: await findReason(db, read.value),
  });
}

async function findReason(
  db: Database,
  { campaign, email }: CampaignWithCustomer,
): Promise<LeftOutReason | null> {
  if (!isEmailAddress(email)) return 'no_email';
  if (campaign.proof === undefined) return 'no_proof';
  return (await isSharedWith(db, campaign.id, email)) ? 'already_shared' : null;
}
