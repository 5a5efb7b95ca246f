/** Whether the time of an answer tells one kind of question from another. */

const WARM_UP = 10;
/** By degrees of freedom: at most one such spread in a thousand comes by chance (chi-squared). */
const TELLING: Readonly<Record<number, number>> = { 2: 13.8, 3: 16.3 };

/**
 * Asks for each kind in turn and compares the times by their ranks (Kruskal and Wallis), which single slow answers hardly
 * move. Prints what it saw.
 * @param kinds each asks once, and says by its promise when the answer is there
 * @returns whether the times tell nothing
 */
export async function areAlike(
  what: string,
  kinds: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
): Promise<boolean> {
  const asking = Object.entries(kinds).map(([name, ask]) => ({ name, ask, times: [] as number[] }));
  for (let round = -WARM_UP; round < rounds; round++) {
    // In another order each time, so that none always follows the same.
    for (const { ask, times } of shuffled(asking)) {
      const began = performance.now();
      await ask();
      if (round >= 0) times.push(performance.now() - began);
    }
  }
  const medians = asking.map(({ name, times }) => `${name} ${median(times).toFixed(2)}`);
  const h = spread(asking.map(({ times }) => times));
  const telling = TELLING[asking.length - 1] ?? Number.NaN;
  console.log(
    `${what}, medians of ${rounds} in ms: ${medians.join(', ')}; H = ${h.toFixed(2)} (${telling} would tell)`,
  );
  return h < telling;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** How far the kinds' ranks lie apart: chi-squared with one degree less than there are kinds. */
function spread(groups: readonly (readonly number[])[]): number {
  const all = groups.flatMap((times, kind) => times.map((time) => ({ time, kind })));
  all.sort((a, b) => a.time - b.time);
  const sums = groups.map(() => 0);
  for (const [rank, { kind }] of all.entries()) sums[kind] = (sums[kind] ?? 0) + rank + 1;
  const n = all.length;
  const squares = groups.reduce((sum, times, kind) => sum + (sums[kind] ?? 0) ** 2 / times.length, 0);
  return (12 / (n * (n + 1))) * squares - 3 * (n + 1);
}
