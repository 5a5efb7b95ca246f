/** The task that clears the index in small steps, so that no page waits long for the database. */
import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { forgetReadings, forgetTotals } from '#lib/store/index-rebuild.ts';
import { advanceTask, completeTask, readTask } from '#lib/store/index-sync.ts';
import { readPosition, type SyncTaskContext } from './sync-task.ts';

const ROWS_AT_A_TIME = 200;
/** The pause after each step, so that pages can use PGlite, which runs in this process. */
const PAUSE_MS = 20;

/**
 * Finishes clearing the index, if a rebuild is under way.
 * @returns whether the index can now be filled again
 */
export async function finishRebuild({ db, isOver, advance }: SyncTaskContext): Promise<boolean> {
  const state = await readTask(db, 'rebuild');
  const { run } = state;
  if (run === null) return true;
  let { after } = readPosition(state, ['after']) ?? { after: 0 };
  for (;;) {
    if (isOver()) return false;
    const last = await forgetReadings(db, after, ROWS_AT_A_TIME);
    advance();
    if (last === null) break;
    after = last;
    await advanceTask(db, 'rebuild', run, { position: { after }, added: ROWS_AT_A_TIME });
    await wait(PAUSE_MS);
  }
  await forgetTotals(db);
  await completeTask(db, 'rebuild', run);
  return true;
}
