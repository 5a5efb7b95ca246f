/** Tests whether response times reveal the kind of request. */

const WARM_UP = 10;
/** Critical values of the chi-squared distribution at p = 0.001, keyed by degrees of freedom. */
const CRITICAL_VALUES: Readonly<Record<number, number>> = { 2: 13.8, 3: 16.3 };

/**
 * Sends requests of each kind, compares the response times, and prints the result. The comparison is a
 * Kruskal–Wallis test, because outliers barely affect a rank test.
 * @param kinds one function per kind, each of which sends a request and waits for the response
 * @returns true if the response times don't reveal the kind of request
 */
export async function areTimesIndistinguishable(
  title: string,
  kinds: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
): Promise<boolean> {
  const samples = Object.entries(kinds).map(([name, send]) => ({ name, send, times: [] as number[] }));
  for (let round = -WARM_UP; round < rounds; round++) {
    // Shuffle the order in each round, so that the kinds of requests don't always follow each other in the
    // same order.
    for (const { send, times } of shuffle(samples)) {
      const startedAt = performance.now();
      await send();
      if (round >= 0) times.push(performance.now() - startedAt);
    }
  }
  const medians = samples.map(({ name, times }) => `${name} ${median(times).toFixed(2)}`);
  const h = rankStatistic(samples.map(({ times }) => times));
  const critical = CRITICAL_VALUES[samples.length - 1] ?? Number.NaN;
  console.log(
    `${title}, medians of ${rounds} in ms: ${medians.join(', ')}; H = ${h.toFixed(2)} (critical value ${critical})`,
  );
  return h < critical;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/**
 * Returns the Kruskal–Wallis statistic H. For k groups, H approximately has a chi-squared distribution with k
 * − 1 degrees of freedom.
 */
function rankStatistic(groups: readonly (readonly number[])[]): number {
  const all = groups.flatMap((times, group) => times.map((time) => ({ time, group })));
  all.sort((a, b) => a.time - b.time);
  const sums = groups.map(() => 0);
  for (const [rank, { group }] of all.entries()) sums[group] = (sums[group] ?? 0) + rank + 1;
  const n = all.length;
  const squares = groups.reduce((sum, times, group) => sum + (sums[group] ?? 0) ** 2 / times.length, 0);
  return (12 / (n * (n + 1))) * squares - 3 * (n + 1);
}
