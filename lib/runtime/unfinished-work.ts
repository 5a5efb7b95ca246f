/** Work in the background that has to end before the process does, such as the second call of a reschedule. */
import { singleton } from './singleton.ts';

const state = () =>
  singleton('unfinishedWork', () => ({ isExiting: false, running: new Set<Promise<unknown>>() }));

/** Whether the process is about to end, so that no other work may begin. */
export const isExiting = (): boolean => state().isExiting;

/** Runs work, and keeps the process from ending before the work does. */
export async function finishBeforeExit<T>(work: () => Promise<T>): Promise<T> {
  const { running } = state();
  const result = work();
  running.add(result);
  try {
    return await result;
  } finally {
    running.delete(result);
  }
}

/** Returns how much work hasn't ended. */
export const countUnfinishedWork = (): number => state().running.size;

/** Lets no other work begin, and waits until the running work has ended. */
export async function endWork(): Promise<void> {
  state().isExiting = true;
  await Promise.allSettled(state().running);
}
