/** The time by which work must end, on this process's monotonic clock. */
export interface Deadline {
  /** Returns the number of milliseconds left, or 0 if the deadline has passed. */
  readonly left: () => number;
  /** Returns the earlier of two deadlines: this deadline, and the time `ms` milliseconds from now. */
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
 * Runs `work` with a signal that is aborted at the deadline, with a DOMException named TimeoutError. The
 * timer is cleared when the work ends. AbortSignal.timeout would create an error even for a call that ended
 * long ago.
 */
export async function withSignal<T>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborter = new AbortController();
  const abort = () => aborter.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
  const timer = setTimeout(abort, Math.ceil(deadline.left())).unref();
  try {
    return await work(aborter.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for `work`, but only until the deadline. `work` continues to run after the deadline.
 * @throws a DOMException named TimeoutError if the deadline passes first
 */
export async function orTimeout<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The deadline has passed.', 'TimeoutError')),
      deadline.left(),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
