/**
 * `npm run bench:observability` compares the console with and without metrics, traces, and log lines for
 * requests: how long it takes to start, its memory at rest, and the CPU time and duration of serving a page,
 * an API request, and a built file. The consoles take turns, so that other load on the machine affects all of
 * them. Prints one line per console.
 */
import { freePort } from '#scripts/ports.ts';
import { signInAt } from '../operations/support/cluster.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { startOtlpReceiver } from '../support/otlp.ts';
import { startTestService } from '../support/service.ts';
import { readCpuMs, readMemory } from './process-usage.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
const REQUESTS_PER_ROUND = 100;
const REST_MS = 3_000;

const receiver = await startOtlpReceiver();
const service = await startTestService({ campaigns: 40, args: ['--no-render'] });

const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  off: { LOG_LEVEL: 'warn' },
  'log lines': { LOG_LEVEL: 'info' },
  metrics: { LOG_LEVEL: 'warn', METRICS_PORT: String(await freePort()) },
  traces: { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
};

const PATHS = { page: '/', api: '/api/v1/campaigns/1', file: '/icon.svg' } as const;
type Kind = keyof typeof PATHS;
const KINDS = Object.keys(PATHS) as Kind[];
const createSamples = () =>
  Object.fromEntries(KINDS.map((kind) => [kind, { cpuMs: [], ms: [] }])) as unknown as Record<Kind, Samples>;

interface Measured {
  readonly mailroom: RunningConsole;
  readonly startMs: number;
  restMb: number;
  readonly cookie: string;
  /** For each kind of request, one median per round. */
  readonly samples: Readonly<Record<Kind, Samples>>;
}

interface Samples {
  readonly cpuMs: number[];
  readonly ms: number[];
}

async function startVariant(settings: Readonly<Record<string, string>>): Promise<Measured> {
  const startedAt = performance.now();
  const mailroom = await startTestConsole(service, { DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0', ...settings });
  const startMs = performance.now() - startedAt;
  return {
    mailroom,
    startMs,
    restMb: 0,
    cookie: await signInAt(mailroom.url, 'sender'),
    samples: createSamples(),
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const variants = new Map<string, Measured>();
for (const [name, settings] of Object.entries(VARIANTS)) variants.set(name, await startVariant(settings));
await new Promise((resolve) => setTimeout(resolve, REST_MS));
for (const measured of variants.values()) measured.restMb = readMemory(measured.mailroom.pid).rss;

for (let round = 0; round <= ROUNDS; round++) {
  for (const measured of variants.values()) {
    const { mailroom, cookie, samples } = measured;
    for (const kind of KINDS) {
      const cpuBefore = readCpuMs(mailroom.pid);
      const times: number[] = [];
      for (let i = 0; i < REQUESTS_PER_ROUND; i++) {
        const startedAt = performance.now();
        await (await fetch(`${mailroom.url}${PATHS[kind]}`, { headers: { cookie } })).arrayBuffer();
        times.push(performance.now() - startedAt);
      }
      // The first round warms up the console.
      if (round === 0) continue;
      samples[kind].cpuMs.push((readCpuMs(mailroom.pid) - cpuBefore) / REQUESTS_PER_ROUND);
      samples[kind].ms.push(median(times));
    }
  }
}

for (const [name, { mailroom, startMs, restMb, samples }] of variants) {
  const figures = KINDS.map((kind) => {
    const { cpuMs, ms } = samples[kind];
    return `${kind} ${median(cpuMs).toFixed(2)} ms CPU, ${median(ms).toFixed(2)} ms`;
  });
  const memory = `${Math.round(restMb)} MiB at rest, ${Math.round(readMemory(mailroom.pid).rss)} MiB after`;
  console.log(`${name}: start ${Math.round(startMs)} ms, ${memory}; ${figures.join('; ')}`);
}

await Promise.all([...variants.values()].map(({ mailroom }) => mailroom.remove()));
await service.remove();
await receiver.close();
