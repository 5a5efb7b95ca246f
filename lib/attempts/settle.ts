import 'server-only';
import type { Database } from '#lib/database/open.ts';
import type { CampaignSnapshot } from '#lib/domain/attempt.ts';
import { type CampaignReading, type Resolution, resolveAttempt } from '#lib/domain/attempt-resolution.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { inParallel } from '#lib/runtime/parallel.ts';
import {
  type AttemptRow,
  listCampaignAttempts,
  listAttemptsDue,
  expireOpenAttempts,
  saveReading,
  settleAttempt,
} from '#lib/store/attempts.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, READ_MS } from '#lib/upstream/deadline.ts';
import { pageDeadline } from '#lib/upstream/responsiveness.ts';

/** Longer than any call with all that surrounds it: an attempt still open by then has lost its server. */
export const STALE_MS = 30_000;
const AT_ONCE = 4;

/** Reads the campaign of an attempt back, and its checkout where money was moved. */
async function readBack(row: AttemptRow, deadline: Deadline): Promise<CampaignReading> {
  const money = row.operation === 'payCampaign' || row.operation === 'payAndSendCampaign';
  const options = { deadline, fresh: true };
  const [campaign, checkout] = await Promise.all([
    readFromService('getCampaign', { id: row.campaignId }, options),
    money ? readFromService('checkOutCampaign', { id: row.campaignId }, options) : undefined,
  ]);
  const gone = !campaign.ok && campaign.failure.kind === 'missing';
  return {
    campaign: campaign.ok ? campaign.value : gone ? null : undefined,
    checkout: checkout?.ok ? checkout.value : undefined,
  };
}

/** Settles an unknown attempt where a reading proves how it turned out; it is never sent again. */
export async function settleByReading(
  db: Database,
  row: AttemptRow,
  deadline: Deadline,
): Promise<{ readonly verdict: Resolution; readonly seen: CampaignReading }> {
  const seen = await readBack(row, deadline);
  const verdict = row.before ? resolveAttempt(row.operation, row.before, seen) : 'refused';
  if (verdict === 'open') await saveReading(db, row.id, shown(seen));
  else await settleAttempt(db, row.id, { state: verdict, settledBy: 'reading' });
  return { verdict, seen };
}

/** What a person who has to decide compares with what was read before the call; null when nothing was learnt. */
function shown({ campaign, checkout }: CampaignReading): CampaignSnapshot | null {
  if (!campaign) return null;
  const price = checkout && applicablePrice(checkout);
  return {
    status: campaign.status ?? null,
    scheduledAt: campaign.scheduled_at ?? null,
    ...(price && { alreadyPaid: price.already_paid, toBePaid: price.to_be_paid }),
  };
}

/** Settles whatever can be settled now of one campaign, for a page before it shows it. */
export async function listSettledAttempts(db: Database, campaignId: number): Promise<void> {
  await expireOpenAttempts(db, STALE_MS);
  const rows = await listCampaignAttempts(db, campaignId);
  // Nothing that is read of a campaign says whether it was copied.
  const unknown = rows.filter(({ state, lockScope: lane }) => state === 'unknown' && lane !== 'copy');
  const deadline = pageDeadline();
  await inParallel(unknown, AT_ONCE, (row) => settleByReading(db, row, deadline));
}

/** Settles what can be settled of all campaigns, in the background: those whose turn it is. */
export async function settleDueAttempts(db: Database, deadline: Deadline): Promise<void> {
  await expireOpenAttempts(db, STALE_MS);
  const rows = await listAttemptsDue(db, 200);
  const read = (row: AttemptRow) => settleByReading(db, row, deadline.within(READ_MS));
  await inParallel(rows, AT_ONCE, read, () => deadline.left() === 0);
}
