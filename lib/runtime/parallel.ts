/** Runs work for every item, at most so many at once, until `enough` says to begin no more. Results in the items' order. */
export async function inParallel<I, R>(
  items: readonly I[],
  atOnce: number,
  work: (item: I) => Promise<R>,
  enough: () => boolean = () => false,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [i, item] of queue) {
      if (enough()) return;
      results[i] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** Lets work begin only while less than so much of it is going on; the rest waits for its turn, in order. */
export function turns(atOnce: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
