/**
 * Measures how many pages per second two consoles serve from one PostgreSQL database, compared with a single
 * console. Each console gets a fixed share of a core, so that the benchmark's other programs don't slow down
 * two consoles more than they slow down a single console.
 */
import { startPostgres } from '../support/postgres.ts';
import { type CpuQuota, limitCpu } from './cpu-quota.ts';
import { type LoadConsoles, startLoadConsoles } from './load-consoles.ts';
import { type LoadGenerator, type LoadResult, pageTimes, startLoadGenerator } from './load-generator.ts';
import { readCpuWithChildrenMs } from './process-usage.ts';
import type { Row } from './rounds.ts';

const ROUNDS = Number(process.env.BENCH_CAPACITY_ROUNDS ?? 5);
const PHASE_MS = Number(process.env.BENCH_PHASE_SECONDS ?? 15) * 1_000;
/** Enough members to keep a console busy, because they never pause. */
const MEMBERS_PER_CONSOLE = 8;
/**
 * Each console's share of a core. Together, the two shares must leave enough for PostgreSQL and the other
 * programs.
 */
const CORES = 0.4;
const THROUGHPUT_GOAL = 1.8;
/** Without quotas: 1.8 times the pages with twice the CPU time. */
const CPU_GOAL = 2 / THROUGHPUT_GOAL;

interface Phase {
  readonly pagesPerSecond: number;
  /** CPU time per page for the consoles and for PostgreSQL, in milliseconds. */
  readonly consoleMs: number;
  readonly databaseMs: number;
  readonly result: LoadResult;
}

export async function measureCapacity(): Promise<readonly Row[]> {
  const postgres = await startPostgres();
  const consoles = await startLoadConsoles({
    consoles: 2,
    members: 2 * MEMBERS_PER_CONSOLE,
    databaseUrl: postgres.url,
  });
  const generator = startLoadGenerator();
  const quotas: (CpuQuota | undefined)[] = [];
  const runPhase = (indexes: readonly number[], ms: number) =>
    measurePhase(consoles, { generator, database: postgres.pid, indexes, ms });
  try {
    // Before the consoles are limited, both are warmed up.
    await runPhase([0, 1], PHASE_MS);
    for (const { program } of consoles.all) quotas.push(await limitCpu(program.pid, CORES));
    const isLimited = quotas.every((quota) => quota !== undefined);
    console.log(
      isLimited
        ? `Each console may use ${CORES} of a core.`
        : 'CPU quotas need root and cgroup v1. Without them, only CPU time is compared.',
    );
    const one: Phase[] = [];
    const two: Phase[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Alternate which console runs alone, and which kind of phase runs first.
      const alone = async () => one.push(await runPhase([round % 2], PHASE_MS));
      const both = async () => two.push(await runPhase([0, 1], PHASE_MS));
      for (const run of round % 2 === 0 ? [alone, both] : [both, alone]) await run();
    }
    return listRows(one, two, { isLimited, logged: consoles.logged() });
  } finally {
    await generator.stop();
    await consoles.close();
    for (const quota of quotas) await quota?.remove();
    await postgres.stop();
  }
}

interface PhaseOptions {
  readonly generator: LoadGenerator;
  /** The ID of PostgreSQL's main process. */
  readonly database: number;
  /** Which consoles get requests. */
  readonly indexes: readonly number[];
  readonly ms: number;
}

async function measurePhase(
  { all, origin, members, campaigns }: LoadConsoles,
  { generator, database, indexes, ms }: PhaseOptions,
): Promise<Phase> {
  const measured = all.filter((_, i) => indexes.includes(i));
  const readCpu = async () => {
    const times = await Promise.all(measured.map(({ meter }) => meter.readCpuMs()));
    return {
      consoles: times.reduce((sum, time) => sum + time, 0),
      database: readCpuWithChildrenMs(database),
    };
  };
  const before = await readCpu();
  const startedAt = performance.now();
  const result = await generator.run({
    urls: measured.map(({ url }) => url),
    origin,
    members: members.slice(0, measured.length * MEMBERS_PER_CONSOLE),
    campaigns,
    ms,
    thinkMs: 0,
    pauseMs: 0,
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await readCpu();
  const pages = pageTimes(result).length;
  return {
    pagesPerSecond: pages / seconds,
    consoleMs: (after.consoles - before.consoles) / pages,
    databaseMs: (after.database - before.database) / pages,
    result,
  };
}

interface ReportOptions {
  readonly isLimited: boolean;
  readonly logged: readonly string[];
}

function listRows(
  one: readonly Phase[],
  two: readonly Phase[],
  { isLimited, logged }: ReportOptions,
): readonly Row[] {
  const failures = [...one, ...two].flatMap(({ result }) => result.failures);
  for (const line of [...failures, ...logged].slice(0, 20)) console.log(`! ${line}`);
  const ratios = (figure: 'pagesPerSecond' | 'consoleMs') =>
    two.map((phase, i) => phase[figure] / (one[i]?.[figure] ?? Number.NaN));
  const values = (phases: readonly Phase[], figure: Exclude<keyof Phase, 'result'>) =>
    phases.map((phase) => phase[figure]);
  return [
    { title: 'one console, pages/s', values: values(one, 'pagesPerSecond'), decimals: 1 },
    { title: 'two consoles, pages/s', values: values(two, 'pagesPerSecond'), decimals: 1 },
    ...(isLimited
      ? [{ title: 'pages/s, two consoles ÷ one', values: ratios('pagesPerSecond'), least: THROUGHPUT_GOAL }]
      : []),
    { title: 'one console, CPU ms per page', values: values(one, 'consoleMs'), decimals: 1 },
    {
      title: 'CPU per page, two consoles ÷ one',
      values: ratios('consoleMs'),
      ...(!isLimited && { goal: CPU_GOAL }),
    },
    { title: 'PostgreSQL with one console, CPU ms per page', values: values(one, 'databaseMs'), decimals: 1 },
    {
      title: 'PostgreSQL with two consoles, CPU ms per page',
      values: values(two, 'databaseMs'),
      decimals: 1,
    },
    {
      title: 'consoles’ CPU time ÷ PostgreSQL’s',
      values: two.map(({ consoleMs, databaseMs }) => consoleMs / databaseMs),
      decimals: 1,
    },
    { title: 'failed requests', values: [failures.length], goal: 0, decimals: 0 },
    { title: 'warnings and errors in the consoles’ logs', values: [logged.length], goal: 0, decimals: 0 },
  ];
}
