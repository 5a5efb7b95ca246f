/** How current the campaign index is. */
import 'server-only';
import { env } from '#lib/env/env.ts';
import { readTasks, type SyncTaskState } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

/** The index counts as behind if the head of the list wasn't read for longer than this time. */
const BEHIND_MS = 5 * MINUTE_MS;

export type Freshness =
  /** The index isn't filled, so pages read lists from the mail service. */
  | { readonly state: 'live' }
  /** The first sweep is under way. */
  | {
      readonly state: 'indexing';
      readonly done: number;
      /** Null until the mail service has reported how many campaigns there are. */
      readonly total: number | null;
      /** An estimate. Null until there is enough progress to estimate it. */
      readonly secondsLeft: number | null;
    }
  | { readonly state: 'current'; readonly updatedAt: number }
  /** The mail service didn't answer, so the index shows the state of `updatedAt`. */
  | { readonly state: 'behind'; readonly updatedAt: number };

/** Returns how current the index is. Times are in milliseconds on this server's clock. */
export async function readFreshness(): Promise<Freshness> {
  const tasks = await readTasks(await store());
  const [head, sweep] = [tasks.get('head'), tasks.get('sweep')];
  if (sweep?.freshMsAgo === undefined || sweep.freshMsAgo === null) return firstSweep(sweep, head);
  const msAgo = head?.freshMsAgo ?? sweep.freshMsAgo;
  const updatedAt = Date.now() - msAgo;
  const isBehind = msAgo > BEHIND_MS || (head?.failure ?? null) !== null;
  return { state: isBehind ? 'behind' : 'current', updatedAt };
}

function firstSweep(sweep: SyncTaskState | undefined, head: SyncTaskState | undefined): Freshness {
  if (sweep === undefined || sweep.startedMsAgo === null || env().syncCallsPerMinute === 0)
    return { state: 'live' };
  const { done, startedMsAgo } = sweep;
  const total = head?.total ?? null;
  const perMs = done / startedMsAgo;
  const isEstimable = total !== null && done > 0;
  const secondsLeft = isEstimable ? Math.round(Math.max(0, total - done) / perMs / 1_000) : null;
  return { state: 'indexing', done: total === null ? done : Math.min(done, total), total, secondsLeft };
}
