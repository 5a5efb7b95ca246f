/** How current the campaign index is. */
import 'server-only';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import { env } from '#lib/env/env.ts';
import { readTasks, type SyncTaskState } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';

/** Returns how current the index is. Times are in milliseconds on this server's clock. */
export async function readFreshness(): Promise<Freshness> {
  // Nothing updates the index, so what it contains could be of any age.
  if (env().syncCallsPerMinute === 0) return { state: 'live' };
  const tasks = await readTasks(await store());
  const [head, sweep] = [tasks.get('head'), tasks.get('sweep')];
  if ((tasks.get('rebuild')?.run ?? null) !== null) return { state: 'indexing', ...NOTHING_READ };
  if (sweep?.freshMsAgo === undefined || sweep.freshMsAgo === null) return firstSweep(sweep, head);
  const updatedAt = Date.now() - (head?.freshMsAgo ?? sweep.freshMsAgo);
  return { state: head?.failure ? 'behind' : 'current', updatedAt };
}

const NOTHING_READ = { done: 0, total: null, secondsLeft: null };

function firstSweep(sweep: SyncTaskState | undefined, head: SyncTaskState | undefined): Freshness {
  if (sweep === undefined || sweep.startedMsAgo === null) return { state: 'live' };
  const { done, startedMsAgo } = sweep;
  const total = head?.total ?? null;
  const perMs = done / startedMsAgo;
  const isEstimable = total !== null && done > 0;
  const secondsLeft = isEstimable ? Math.round(Math.max(0, total - done) / perMs / 1_000) : null;
  return { state: 'indexing', done: total === null ? done : Math.min(done, total), total, secondsLeft };
}
