/**
 * Work that the process finishes before it exits, such as attempts, and the steps that run after that, such as closing the
 * database.
 */
import { singleton } from './singleton.ts';

type ExitStep = () => Promise<void>;

const state = () =>
  singleton('unfinishedWork', () => ({
    isExiting: false,
    running: new Set<Promise<unknown>>(),
    exitSteps: [] as ExitStep[],
  }));

/** Whether the process is about to end. If so, no more background work may begin. */
export const isExiting = (): boolean => state().isExiting;

/** Runs the work, and keeps the process from ending before the work is done. */
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

/** Returns how many pieces of background work are still running. */
export const countUnfinishedWork = (): number => state().running.size;

/** Prevents any other background work from beginning. */
export function beginExit(): void {
  state().isExiting = true;
}

/** Waits until no work is running, including work that begins in the meantime. */
export async function endWork(): Promise<void> {
  const { running } = state();
  while (running.size > 0) await Promise.allSettled(running);
}

/**
 * @param step runs when all work has ended. Steps run in reverse order, so each step can still use what was
 *   opened before the step was added.
 */
export function runBeforeExit(step: ExitStep): void {
  state().exitSteps.push(step);
}

/** Runs each step once. @returns the errors of the steps that failed */
export async function runExitSteps(): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const step of state().exitSteps.splice(0).reverse()) {
    await step().catch((error: unknown) => errors.push(error));
  }
  return errors;
}
