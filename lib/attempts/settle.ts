import 'server-only';
import type { Database } from '../database/open.ts';
import { inParallel } from '../in-parallel.ts';
import {
  type AttemptRow,
  attemptsOfCampaign,
  expireOpen,
  settle,
  unsettledAttempts,
} from '../store/attempts.ts';
import { call } from '../upstream/client.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { pageDeadline } from '../upstream/silence.ts';
import { type Seen, type Verdict, verdictOf } from './verdict.ts';

/** Longer than any call with all that surrounds it: an attempt still open by then has lost its server. */
export const STALE_MS = 30_000;
const AT_ONCE = 4;

/** Reads the campaign of an attempt back, and its checkout where money was moved. */
async function readBack(row: AttemptRow, deadline: Deadline): Promise<Seen> {
  const money = row.operation === 'payCampaign' || row.operation === 'payAndSendCampaign';
  const options = { deadline, fresh: true };
  const [campaign, checkout] = await Promise.all([
    call('getCampaign', { id: row.campaignId }, options),
    money ? call('checkOutCampaign', { id: row.campaignId }, options) : undefined,
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
): Promise<{ readonly verdict: Verdict; readonly seen: Seen }> {
  const seen = await readBack(row, deadline);
  const verdict = row.before ? verdictOf(row.operation, row.before, seen) : 'refused';
  if (verdict !== 'open') await settle(db, row.id, { state: verdict, settledBy: 'reading' });
  return { verdict, seen };
}

/** Settles whatever can be settled now, of one campaign or of all: for a page before it shows them, and in the background. */
export async function settleUnknown(db: Database, campaignId?: number): Promise<void> {
  await expireOpen(db, STALE_MS);
  const rows = await (campaignId === undefined ? unsettledAttempts(db) : attemptsOfCampaign(db, campaignId));
  // Nothing that is read of a campaign says whether it was copied.
  const unknown = rows.filter(({ state, lane }) => state === 'unknown' && lane !== 'copy');
  const deadline = pageDeadline();
  await inParallel(unknown, AT_ONCE, (row) => settleByReading(db, row, deadline));
}
