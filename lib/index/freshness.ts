/** How current the campaign index is. */
import 'server-only';
import type { Freshness, SyncProblem } from '#lib/domain/campaign-list.ts';
import { env } from '#lib/env/env.ts';
import { isAnyDraftUnread, readTasks, type SyncTaskName, type SyncTaskState } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { KEY_REJECTED } from './sync-task.ts';

/**
 * The sync reads the beginning of the list more often than this, so after this long without a read, it must
 * have stopped.
 */
const STOPPED_AFTER_MS = 5 * MINUTE_MS;

type Tasks = ReadonlyMap<string, SyncTaskState>;

/** Returns how current the index is. Times are in milliseconds on this server's clock. */
export async function readFreshness(): Promise<Freshness> {
  // The sync is off, so the index's data could be of any age.
  if (env().syncCallsPerMinute === 0) return { state: 'off' };
  const tasks = await readTasks(await store());
  const [head, sweep] = [tasks.get('head'), tasks.get('sweep')];
  const problem = problemOf(tasks);
  if ((tasks.get('rebuild')?.run ?? null) !== null) return { state: 'indexing', ...NOTHING_READ };
  if (sweep?.freshMsAgo === undefined || sweep.freshMsAgo === null) return firstSweep(sweep, head, problem);
  // If the database's clock was set back, the sync reads everything again at once.
  const ageMs = Math.max(0, head?.freshMsAgo ?? sweep.freshMsAgo);
  const updatedAt = Date.now() - ageMs;
  if (problem !== null) return { state: 'behind', updatedAt, problem };
  if (ageMs > STOPPED_AFTER_MS) return { state: 'behind', updatedAt, problem: 'stopped' };
  const areAmountsDue = await isAnyDraftUnread(await store());
  return { state: 'current', updatedAt, ...(areAmountsDue && { areAmountsDue }) };
}

const NOTHING_READ = { done: 0, total: null, secondsLeft: null, problem: null };

/**
 * The tasks whose failure means that parts of what pages show aren't current. The most important ones come
 * first.
 */
const READING_TASKS: readonly SyncTaskName[] = ['head', 'sweep', 'active', 'payments'];

function problemOf(tasks: Tasks): SyncProblem | null {
  const failures = READING_TASKS.map((name) => tasks.get(name)?.failure ?? null);
  if (failures.includes(KEY_REJECTED)) return 'key_rejected';
  const failure = failures.find((kind) => kind !== null);
  if (failure === undefined) return null;
  return failure === 'garbled' || failure === 'refused' ? 'unexpected' : 'unanswered';
}

function firstSweep(
  sweep: SyncTaskState | undefined,
  head: SyncTaskState | undefined,
  problem: SyncProblem | null,
): Freshness {
  if (sweep === undefined || sweep.startedMsAgo === null) return { state: 'live' };
  const { done, startedMsAgo } = sweep;
  const total = head?.total ?? null;
  const isEstimable = total !== null && done > 0 && startedMsAgo > 0 && problem === null;
  const secondsLeft = isEstimable
    ? Math.round((Math.max(0, total - done) * startedMsAgo) / done / 1_000)
    : null;
  return {
    state: 'indexing',
    done: total === null ? done : Math.min(done, total),
    ...{ total, secondsLeft, problem },
  };
}
