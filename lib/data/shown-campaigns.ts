/** Keeps the campaign index up to date for the campaigns that pages show. */
import 'server-only';
import { runAfterResponse } from '#lib/auth/after-response.ts';
import { env } from '#lib/env/env.ts';
import { store } from '#lib/store/open.ts';
import { requestRefresh } from '#lib/store/wanted-readings.ts';

/** Rows older than this are read again while a member is viewing them. */
const STALE_SECONDS = 15;
/** The maximum number of a page's rows to read again. */
const MAX_ROWS = 100;

/**
 * Asks the sync to read these campaigns again if their rows are outdated. The page doesn't wait, and shows the new
 * values when it refreshes. Callers must authorize the member first.
 */
export async function refreshShownCampaigns(ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || env().syncCallsPerMinute === 0) return;
  await runAfterResponse(
    async () => requestRefresh(await store(), ids.slice(0, MAX_ROWS), STALE_SECONDS),
    'campaigns on a page could not be marked for reading',
  );
}
