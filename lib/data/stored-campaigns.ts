/** What the campaign index knows about one campaign, shown while the console waits for the mail service. */
import 'server-only';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { env } from '#lib/env/env.ts';
import { findUnsettledAttempt } from '#lib/store/attempt-queries.ts';
import { readExportedRows } from '#lib/store/index-list.ts';
import { store } from '#lib/store/open.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';
import { findStaleReading } from './stale-readings.ts';

export interface StoredCampaign extends ListedCampaign {
  /** When the mail service was asked for the campaign, in milliseconds on the database's clock. */
  readonly readAt: number;
}

/**
 * Returns a campaign as it was last read. Never calls the mail service. Nothing may be paid for or sent based
 * on this reading. Returns undefined if the sync is off, if the campaign was never read or was deleted, or if
 * a payment, mailing, or cancellation has an unknown outcome or succeeded after the reading.
 */
export function readStoredCampaign(id: number): Promise<Outcome<StoredCampaign | undefined>> {
  return runInSpan('data readStoredCampaign', {}, async () => {
    const allowed = await authorize('getCampaign');
    if (!allowed.ok) return allowed;
    if (env().syncCallsPerMinute === 0) return ok(undefined);
    const db = await store();
    const [[row], unsettled] = await Promise.all([
      readExportedRows(db, [id]),
      findUnsettledAttempt(db, id, 'mail'),
    ]);
    const readAt = row?.lastReadAt;
    if (!row || !readAt || row.goneAt !== null || unsettled) return ok(undefined);
    const listed = listedCampaign(row);
    const isStale = (await findStaleReading(listed.campaign, undefined)) !== undefined;
    return ok(isStale ? undefined : { ...listed, readAt: readAt.getTime() });
  });
}
