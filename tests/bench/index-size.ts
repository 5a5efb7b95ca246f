/**
 * `npm run bench:index` compares campaign indexes of 10,000 and 1,000,000 campaigns, on PGlite and on
 * PostgreSQL. Fails if a page's queries take too long, or slow down too much as the number of campaigns
 * grows.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { startPostgres } from '../support/postgres.ts';
import { fillLargeIndex } from './index-data.ts';
import { pageQueries } from './index-queries.ts';

const SIZES = { small: 10_000, large: Number(process.env.BENCH_CAMPAIGNS ?? 1_000_000) } as const;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const WARM_UP = 3;
const MAX_MEDIAN_MS = 100;
const MAX_P95_MS = 300;
const MAX_RATIO = 3;
/**
 * Queries that can slow down more than the others, up to the given ratio, because they must read more as the
 * index grows.
 */
const ALLOWED_RATIOS: Readonly<Record<string, number>> = {
  // The list is sorted by a different date than the filter uses, so campaigns between the two dates are
  // skipped one by one.
  'list: the large customer’s quarter': 6,
  // Reads all customers' campaigns for these days: an index for this would slow down every write of a
  // campaign.
  'calendar: a customer’s month': 7,
  // Ranks 5,000 customers instead of 100.
  'spending of everyone, a quarter, by customer': 5,
  // Finds every campaign with the value, and then counts only the first 300.
  'counts by status: a common metadata value': 10,
  'totals: a common metadata value': 10,
};
/** Below this median, the ratio mostly compares noise. */
const MIN_MEDIAN_FOR_RATIO_MS = 5;
/** A folder that keeps the PGlite databases, so that the next run doesn't have to fill them. */
const keptFolder = process.env.BENCH_DATA;
const only = process.env.BENCH_DATABASE;

type Size = keyof typeof SIZES;

let failures = 0;
if (only !== 'postgres') await measurePglite();
if (only !== 'pglite') await measurePostgres();
console.log(failures === 0 ? 'All goals are met.' : `${failures} goals are missed.`);
process.exitCode = failures === 0 ? 0 : 1;

async function measurePglite(): Promise<void> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'mailroom-index-')));
  const open = async (size: Size) => {
    const dataFolder = join(folder, `${SIZES[size]}`);
    const isFilled = existsSync(dataFolder);
    return openFilled({ databaseUrl: undefined, dataFolder }, size, isFilled);
  };
  await measure('PGlite', await open('small'), await open('large'));
  if (keptFolder === undefined) await rm(folder, { recursive: true });
}

async function measurePostgres(): Promise<void> {
  const servers = await Promise.all([startPostgres(), startPostgres()]);
  const [small, large] = servers;
  await measure(
    'PostgreSQL',
    await openFilled({ databaseUrl: small.url, dataFolder: '' }, 'small', false),
    await openFilled({ databaseUrl: large.url, dataFolder: '' }, 'large', false),
  );
  await Promise.all(servers.map(({ stop }) => stop()));
}

async function openFilled(location: Parameters<typeof openStore>[0], size: Size, isFilled: boolean) {
  const opened = await openStore(location);
  const startedAt = performance.now();
  if (!isFilled) await fillLargeIndex(opened.db, SIZES[size]);
  console.log(
    `${SIZES[size]} campaigns, ready after ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
  return opened;
}

async function measure(name: string, small: OpenDatabase, large: OpenDatabase): Promise<void> {
  console.log(
    `\n${name}, ${ROUNDS} rounds: median and p95 in ms with ${SIZES.small} and ${SIZES.large} campaigns`,
  );
  const queries = Object.entries(pageQueries(SIZES.small)).map(([title, run]) => ({
    title,
    small: { run, times: [] as number[] },
    large: {
      run: pageQueries(SIZES.large)[title] as (db: Database) => Promise<unknown>,
      times: [] as number[],
    },
  }));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const query of queries) {
      // Alternate the order, so that neither size always runs after the other.
      const sizes = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
      for (const size of sizes) {
        const startedAt = performance.now();
        await query[size].run((size === 'small' ? small : large).db);
        if (round >= 0) query[size].times.push(performance.now() - startedAt);
      }
    }
  }
  for (const query of queries) report(query.title, query.small.times, query.large.times);
  await Promise.all([small.close(), large.close()]);
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

function report(title: string, small: readonly number[], large: readonly number[]): void {
  const [smallMedian, median] = [percentile(small, 0.5), percentile(large, 0.5)];
  const [smallP95, p95] = [percentile(small, 0.95), percentile(large, 0.95)];
  const ratio = median / smallMedian;
  const isRatioMeaningful = Math.max(smallMedian, median) > MIN_MEDIAN_FOR_RATIO_MS;
  const missed = [
    ...(median > MAX_MEDIAN_MS || smallMedian > MAX_MEDIAN_MS ? ['median'] : []),
    ...(p95 > MAX_P95_MS || smallP95 > MAX_P95_MS ? ['p95'] : []),
    ...(isRatioMeaningful && ratio > (ALLOWED_RATIOS[title] ?? MAX_RATIO) ? ['ratio'] : []),
  ];
  failures += missed.length;
  const cells = [smallMedian, smallP95, median, p95].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
  const shownRatio = isRatioMeaningful ? `× ${ratio.toFixed(1)}` : '(noise)';
  console.log(
    `${title.padEnd(52)} ${cells} ${shownRatio.padStart(8)} ${missed.length > 0 ? `MISSED: ${missed.join(', ')}` : ''}`,
  );
}
