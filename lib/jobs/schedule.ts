/** Schedules and reschedules the campaigns in bulk jobs. */
import 'server-only';
import { RESCHEDULE_MS } from '#lib/attempts/reschedule.ts';
import { sendTimeProblem } from '#lib/contract/service-limits.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import type { ReviewedOrder } from '#lib/domain/preconditions.ts';
import { findItemAttempt } from '#lib/store/attempt-queries.ts';
import { isItemUnscheduled } from '#lib/store/job-reschedules.ts';
import type { JobItemRow } from '#lib/store/job-work.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

type Payment = 'paid' | 'invoice';

interface PlannedItem {
  readonly at: number;
  readonly reviewed: ReviewedOrder;
  readonly agreed: { readonly price: string; readonly already_paid: string };
}

function planOf({ sendAt, reviewed }: JobItemRow): PlannedItem {
  const { price, already_paid } = reviewed ?? {};
  if (sendAt === null || !reviewed || price === undefined || already_paid === undefined)
    throw new Error('A scheduled item has no review.');
  return { at: sendAt.getTime(), reviewed, agreed: { price, already_paid } };
}

const refused = (code: string) => fail({ kind: 'refused', status: 422, code });
const toIso = (at: number): string => new Date(at).toISOString();

/** Sends a draft at the item's time. */
export async function scheduleItem(item: JobItemRow, payment: Payment): Promise<Outcome<unknown>> {
  const { at, reviewed, agreed } = planOf(item);
  const problem = sendTimeProblem(at, serviceClock(), payment === 'invoice' ? 'v2' : 'v1');
  // Error messages about a single campaign refer to a form field that a job doesn't have.
  if (problem) return refused(`date_${problem}`);
  return payment === 'invoice'
    ? sendCampaignOnInvoice(item.campaignId, { agreed, scheduled_at: toIso(at), reviewed })
    : sendCampaign(item.campaignId, { date: toIso(at), reviewed });
}

/**
 * Moves a queued campaign to the item's time. If the campaign has already been canceled to reschedule it, only sends
 * it.
 */
export async function rescheduleItem(db: Database, item: JobItemRow): Promise<Outcome<unknown>> {
  const { at, reviewed, agreed } = planOf(item);
  const { queued, scheduled_at: _, ...order } = reviewed;
  if (!queued) throw new Error('A rescheduled item has no send time on its review.');
  const payment = queued.resend === 'sendCampaign' ? 'paid' : 'invoice';
  if (await isItemUnscheduled(db, item)) {
    const sent = await scheduleItem({ ...item, reviewed: { ...order, status: 'draft' } }, payment);
    // The mail service will catch up with the cancellation.
    return sent.ok || sent.failure.kind !== 'stale' ? sent : fail({ kind: 'slow' });
  }
  const [now, version] = [serviceClock(), payment === 'paid' ? 'v1' : 'v2'] as const;
  const problem = sendTimeProblem(at, now, version) ?? sendTimeProblem(at, now + RESCHEDULE_MS, version);
  if (problem) return refused(`new_time_${problem}`);
  const sendAt = toIso(at);
  return rescheduleCampaign(item.campaignId, {
    sendAt,
    reviewed,
    ...(payment === 'invoice' && { agreed }),
  });
}

/**
 * Returns the failure that kept a canceled campaign from being sent, if sending it a little later might work.
 * Returns any other failure unchanged.
 */
export async function findCause(db: Database, item: JobItemRow, failure: Failure): Promise<Failure> {
  if (failure.kind !== 'refused' || failure.code !== 'not_rescheduled') return failure;
  const attempt = await findItemAttempt(db, item.attemptKey);
  switch (attempt?.reschedule?.reason) {
    case 'not_read':
      return { kind: 'slow' };
    case 'overloaded':
      return { kind: 'refused', status: 429, code: undefined };
    default:
      return failure;
  }
}
