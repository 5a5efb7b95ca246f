/**
 * Measures one console with PGlite while 200 members use it, and compares the results with those for a lone
 * member.
 */
import { join } from 'node:path';
import { type LoadConsoles, startLoadConsoles } from './load-consoles.ts';
import {
  countRequests,
  type LoadGenerator,
  type LoadResult,
  pageTimes,
  startLoadGenerator,
} from './load-generator.ts';
import { readMemory } from './process-usage.ts';
import { quantile, type Row } from './rounds.ts';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 200);
const LOAD_MS = Number(process.env.BENCH_SECONDS ?? 60) * 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** How long a member looks at a page on average. */
const THINK_MS = Number(process.env.BENCH_THINK_SECONDS ?? 30) * 1_000;
/**
 * How long the member pauses between two pages when only one member uses the console. One member with longer
 * pauses would open too few pages.
 */
const ALONE_PAUSE_MS = 50;
const ALONE_MS = LOAD_MS / 3;
const SAMPLE_MS = 1_000;
const PROFILE_MS = 10_000;
const P95_GOAL = 5;
const MEMORY_GOAL = 1.1;

interface Memory {
  readonly rss: readonly number[];
  readonly pss: readonly number[];
}

interface Round {
  readonly alone: LoadResult;
  readonly load: LoadResult;
  readonly memory: Memory;
  /** The console's CPU time during the load, in milliseconds. */
  readonly cpuMs: number;
  /** How long the load took, including the last responses. */
  readonly seconds: number;
}

export async function measureMembers(): Promise<readonly Row[]> {
  const consoles = await startLoadConsoles({ consoles: 1, members: MEMBERS });
  const generator = startLoadGenerator();
  try {
    // The first round fills caches, and lets V8 optimize the console.
    await measureRound(consoles, generator, LOAD_MS / 2);
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await measureRound(consoles, generator, LOAD_MS));
    printRounds(rounds);
    if (process.env.BENCH_PROFILES) await profileRound(consoles, generator, process.env.BENCH_PROFILES);
    return listRows(rounds, consoles.logged());
  } finally {
    await generator.stop();
    await consoles.close();
  }
}

async function measureRound(consoles: LoadConsoles, generator: LoadGenerator, ms: number): Promise<Round> {
  const { mailroom, runAlone, runTogether } = prepareRuns(consoles, generator);
  const alone = await runAlone();
  const cpuBefore = await mailroom.meter.readCpuMs();
  const startedAt = performance.now();
  const { result, memory } = await sampleMemory(mailroom.program.pid, () => runTogether(ms));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuMs = (await mailroom.meter.readCpuMs()) - cpuBefore;
  return { alone, load: result, memory, cpuMs, seconds };
}

function prepareRuns({ all, campaigns, origin, members }: LoadConsoles, generator: LoadGenerator) {
  const [mailroom] = all;
  if (!mailroom) throw new Error('No console was started.');
  const shared = { urls: [mailroom.url], origin, campaigns };
  const lone = { members: members.slice(0, 1), ms: ALONE_MS, thinkMs: 0, pauseMs: ALONE_PAUSE_MS };
  return {
    mailroom,
    runAlone: () => generator.run({ ...shared, ...lone }),
    runTogether: (ms: number) => generator.run({ ...shared, members, ms, thinkMs: THINK_MS, pauseMs: 0 }),
  };
}

/** Reads a process's memory once a second during a run. */
async function sampleMemory<T>(
  pid: number | undefined,
  run: () => Promise<T>,
): Promise<{ result: T; memory: Memory }> {
  const samples: ReturnType<typeof readMemory>[] = [];
  const timer = setInterval(() => samples.push(readMemory(pid)), SAMPLE_MS);
  try {
    const result = await run();
    return { result, memory: { rss: samples.map(({ rss }) => rss), pss: samples.map(({ pss }) => pss) } };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs an unmeasured round with all members, and writes a CPU profile of the console to the folder.
 */
async function profileRound(consoles: LoadConsoles, generator: LoadGenerator, folder: string): Promise<void> {
  const { mailroom, runTogether } = prepareRuns(consoles, generator);
  await mailroom.meter.startProfile();
  await runTogether(PROFILE_MS);
  const file = join(folder, 'load.cpuprofile');
  await mailroom.meter.stopProfile(file);
  console.log(`profile: ${file}`);
}

/** How much memory the console needs in the last quarter of a round, compared with the second quarter. */
function memoryGrowth({ pss }: Memory): number {
  const quarter = Math.floor(pss.length / 4);
  return quantile(pss.slice(-quarter), 0.5) / quantile(pss.slice(quarter, 2 * quarter), 0.5);
}

/** The lone member doesn't keep any page open long enough for it to poll. */
const formatMs = (ms: number): string => (Number.isNaN(ms) ? '–' : ms.toFixed(0));

function printRounds(rounds: readonly Round[]): void {
  for (const [i, { alone, load, memory, cpuMs, seconds }] of rounds.entries()) {
    const rate = (countRequests(load) / seconds).toFixed(1);
    const pages = (pageTimes(load).length / seconds).toFixed(1);
    const share = (ms: number) => `${Math.round(ms / seconds / 10)}%`;
    console.log(
      `round ${i + 1}, ${seconds.toFixed(1)} s: ${MEMBERS} members, ${rate} requests/s, ${pages} of them pages; the console used ${share(cpuMs)} of a core, the load generator ${share(load.cpuMs)}; ` +
        `memory (PSS) ${Math.round(quantile(memory.pss, 0.5))} MiB, at most ${Math.round(Math.max(...memory.pss))} (RSS ${Math.round(Math.max(...memory.rss))})`,
    );
    for (const kind of Object.keys(load.times)) {
      const cells = [alone, load].flatMap(({ times }) =>
        [0.5, 0.95].map((part) => formatMs(quantile(times[kind] ?? [], part)).padStart(6)),
      );
      const counts = `${alone.times[kind]?.length ?? 0}, ${load.times[kind]?.length ?? 0}`;
      console.log(
        `  ${kind.padEnd(24)} alone p50, p95:${cells[0]}${cells[1]} ms; together:${cells[2]}${cells[3]} ms (${counts} requests)`,
      );
    }
  }
}

function listRows(rounds: readonly Round[], logged: readonly string[]): readonly Row[] {
  const failures = rounds.flatMap(({ alone, load }) => [...alone.failures, ...load.failures]);
  for (const line of [...failures, ...logged].slice(0, 20)) console.log(`! ${line}`);
  const ratio = (share: number) =>
    rounds.map(({ alone, load }) => quantile(pageTimes(load), share) / quantile(pageTimes(alone), share));
  return [
    { title: `pages, p50 of ${MEMBERS} members ÷ one member`, values: ratio(0.5) },
    { title: `pages, p95 of ${MEMBERS} members ÷ one member`, values: ratio(0.95), goal: P95_GOAL },
    { title: 'failed requests', values: [failures.length], goal: 0, decimals: 0 },
    { title: 'warnings and errors in the console’s log', values: [logged.length], goal: 0, decimals: 0 },
    {
      title: 'memory, last quarter of a round ÷ second quarter',
      values: rounds.map(({ memory }) => memoryGrowth(memory)),
      goal: MEMORY_GOAL,
    },
  ];
}
