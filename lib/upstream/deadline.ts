/** The moment by which work must end, on this process's monotonic clock. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  readonly left: () => number;
  /** This deadline, or `ms` from now if that is earlier. */
  readonly within: (ms: number) => Deadline;
}

export function deadlineIn(ms: number): Deadline {
  return at(performance.now() + ms);
}

function at(end: number): Deadline {
  return {
    left: () => Math.max(0, end - performance.now()),
    within: (ms) => at(Math.min(end, performance.now() + ms)),
  };
}

/**
 * Time limit for an irreversible operation, including all its reads. Leaves two of the ten seconds for rendering the
 * result.
 */
export const TOTAL_MS = 8_000;
/**
 * Time limit for a read that a page waits for. Pages should load within ten seconds, and on a busy machine, rendering
 * takes part of that time.
 */
export const READ_MS = 6_500;

/**
 * Waits for `work` until the deadline. Doesn't stop the work itself.
 * @throws DOMException named TimeoutError if the deadline passes first
 */
export async function orTimeout<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The deadline passed.', 'TimeoutError')),
      deadline.left(),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
