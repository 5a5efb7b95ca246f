/**
 * Runs `work` on the items in order, on at most `concurrency` items at once. Once `isDone` returns true, no
 * work is started on the remaining items, and their results stay empty.
 */
export async function mapInParallel<I, R>(
  items: readonly I[],
  concurrency: number,
  work: (item: I) => Promise<R>,
  isDone: () => boolean = () => false,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [i, item] of queue) {
      if (isDone()) return;
      results[i] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

/**
 * Returns a function that runs at most `concurrency` tasks at once. Other tasks wait, and start in the order in which
 * they arrived.
 */
export function createLimiter(concurrency: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
