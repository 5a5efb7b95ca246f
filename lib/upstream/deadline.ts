/** A moment by which something must be over. Milliseconds of this process's monotonic clock inside. */
export interface Deadline {
  /** Milliseconds left; never below 0. */
  readonly left: () => number;
  /** An earlier one: at most `ms` from now. */
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

/** An irreversible action with all its readings: two seconds are left to say in words how it went. */
export const TOTAL_MS = 8_000;
/** A reading that a page waits for. Ten seconds are promised; a busy machine needs its share of them for the page. */
export const READ_MS = 6_500;

/** @throws DOMException named TimeoutError when the deadline passes first; the work goes on unheard */
export async function orTimeout<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The deadline passed.', 'TimeoutError')),
      deadline.left(),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
