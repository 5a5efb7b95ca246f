/** Recognizes stale readings on pages, and records that a member accepts a reading. */
import 'server-only';
import { findStaleness } from '#lib/attempts/settle.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { snapshotCampaign } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { msUntilAcceptable, type StaleReading } from '#lib/domain/stale-reading.ts';
import { store } from '#lib/store/open.ts';
import { acceptReadingAfter, listSucceededAttempts } from '#lib/store/succeeded-attempts.ts';
import { authorize } from './authorize.ts';

/**
 * Compares what a page has read with the campaign's successful attempts. Returns undefined if the reading is
 * current, and for non-members.
 * @param known the signed-in member, if already loaded
 */
export async function findStaleReading(
  campaign: Campaign,
  checkout: Checkout | undefined,
  known?: Member,
): Promise<StaleReading | undefined> {
  const member = await authorize('getCampaign', known);
  if (!member.ok) return undefined;
  const reading = snapshotCampaign(campaign, checkout && applicablePrice(checkout));
  const contradicted = await findStaleness(await store(), campaign.id, reading);
  if (!contradicted) return undefined;
  const { id: attemptId, operation, amount, by, settledAt } = contradicted;
  const wait = msUntilAcceptable(contradicted);
  return {
    attemptId,
    campaignId: campaign.id,
    operation,
    amount,
    by,
    settledAt: settledAt?.getTime() ?? 0,
    acceptableAt: Date.now() + wait,
    isAcceptable: wait === 0,
    isSuspected: operation === 'payCampaign' && contradicted.paidMsAgo === null,
    canAccept: isAllowed(member.value.role, operation),
  };
}

/**
 * Accepts a reading that contradicts a successful attempt. Requires the permission for the attempt's
 * operation. Fails with `missing` if the attempt doesn't exist or isn't successful, and with `refused` and
 * the code `may_be_late` while the mail service might just be lagging behind.
 */
export async function acceptReading(campaignId: number, attemptId: string): Promise<Outcome<null>> {
  const member = await getMember();
  if (!member) return fail({ kind: 'forbidden' });
  const db = await store();
  const attempt = (await listSucceededAttempts(db, campaignId)).find(({ id }) => id === attemptId);
  if (!attempt) return fail({ kind: 'missing' });
  if (!isAllowed(member.role, attempt.operation)) return fail({ kind: 'forbidden' });
  if (msUntilAcceptable(attempt) > 0) return fail({ kind: 'refused', status: 409, code: 'may_be_late' });
  await acceptReadingAfter(db, attemptId, member.email);
  return ok(null);
}
