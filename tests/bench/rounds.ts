/**
 * Measures kinds of requests in turn, round by round in one run, so that other load on the machine affects all of them.
 * Compares the kinds only within a round.
 */
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { MeasuredServer } from './meter.ts';

/** The factor by which a median may be off its goal before the benchmark fails. */
const TOLERANCE = 1.1;

export interface Kind {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One kind's figures for one round. */
export interface Sample {
  /** The CPU time of the server process per request, in milliseconds. */
  readonly cpuMs: number;
  /** The median time until the whole response has arrived, in milliseconds. */
  readonly ms: number;
  /** The size of a response's body as sent, in bytes. */
  readonly bytes: number;
}

export interface RoundOptions {
  readonly rounds: number;
  /** The number of requests of each kind per round. The requests are sent one after another. */
  readonly requests: number;
  /** The number of requests of each kind before the first round. */
  readonly warmUp: number;
}

/**
 * Returns one sample per round for each kind, in the order of the kinds. If the BENCH_PROFILES environment variable
 * contains a folder, also writes a CPU profile of each kind's last round to it.
 * @throws if a response isn't 200
 */
export async function measureRounds(
  kinds: readonly Kind[],
  { rounds, requests, warmUp }: RoundOptions,
): Promise<readonly (readonly Sample[])[]> {
  const samples: Sample[][] = kinds.map(() => []);
  const agent = new Agent({ connections: 1 });
  try {
    for (const kind of kinds) await sendRequests(kind, warmUp, agent);
    for (let round = 0; round < rounds; round++) {
      // Every other round runs backward, so that no kind always follows the same other kind.
      const order = round % 2 === 0 ? [...kinds.entries()] : [...kinds.entries()].reverse();
      for (const [index, kind] of order) samples[index]?.push(await measure(kind, requests, agent));
    }
    const folder = process.env.BENCH_PROFILES;
    if (folder) for (const kind of kinds) await profile(kind, requests, agent, folder);
  } finally {
    await agent.close();
  }
  return samples;
}

async function measure(kind: Kind, requests: number, agent: Agent): Promise<Sample> {
  const { meter } = kind.server;
  const before = await meter.readCpuMs();
  const { times, bytes } = await sendRequests(kind, requests, agent);
  return { cpuMs: ((await meter.readCpuMs()) - before) / requests, ms: median(times), bytes };
}

async function profile(kind: Kind, requests: number, agent: Agent, folder: string): Promise<void> {
  const { meter } = kind.server;
  await meter.startProfile();
  await sendRequests(kind, requests, agent);
  const file = join(folder, `${kind.name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  await meter.stopProfile(file);
  console.log(`profile: ${file}`);
}

async function sendRequests({ server, path, headers = {} }: Kind, count: number, dispatcher: Agent) {
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    const { statusCode, body } = await request(new URL(path, server.url), { headers, dispatcher });
    bytes = (await body.arrayBuffer()).byteLength;
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}.`);
    times.push(performance.now() - startedAt);
  }
  return { times, bytes };
}

/** @param share such as 0.95 for the 95th percentile */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns, for each round, the ratio of a figure to the same figure for another kind. */
export const ratiosOf = (
  samples: readonly Sample[],
  baseline: readonly Sample[],
  figure: keyof Sample,
): readonly number[] =>
  samples.map((sample, round) => sample[figure] / (baseline[round]?.[figure] ?? Number.NaN));

/** One row of a benchmark's table. The median is compared with the goal. A row without a goal is for information only. */
export interface Row {
  readonly title: string;
  readonly values: readonly number[];
  /** The highest value that meets the goal. */
  readonly goal?: number;
  /** The lowest value that meets the goal. */
  readonly least?: number;
  /** The number of decimals to print. */
  readonly decimals?: number;
}

/**
 * Prints the minimum, the median, and the maximum of each row.
 * @returns whether every median meets its goal, with a tolerance of 10%
 */
export function printRows(rows: readonly Row[]): boolean {
  const width = Math.max(...rows.map(({ title }) => title.length));
  console.log(`${' '.repeat(width)}      min   median      max     goal`);
  for (const row of rows) {
    const { title, values, decimals = 2 } = row;
    const figures = [Math.min(...values), median(values), Math.max(...values)];
    const columns = figures.map((figure) => figure.toFixed(decimals).padStart(9)).join('');
    const limit = describeGoal(row).padStart(9);
    console.log(`${title.padEnd(width)}${columns}${limit}${isMet(row) ? '' : ' !'}`);
  }
  const areMet = rows.every(isMet);
  console.log(areMet ? 'Every goal is met.' : 'Rows marked with ! are off their goal by more than 10%.');
  return areMet;
}

function describeGoal({ goal, least }: Row): string {
  if (goal !== undefined) return `≤ ${Number(goal.toFixed(2))}`;
  return least === undefined ? '' : `≥ ${least}`;
}

const isMet = ({ values, goal, least }: Row): boolean =>
  (goal === undefined || median(values) <= goal * TOLERANCE) &&
  (least === undefined || median(values) >= least / TOLERANCE);
