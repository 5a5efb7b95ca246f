/**
 * `npm run bench:trouble` simulates fifty signed-in readers while the service fails in different ways. For
 * each failure mode, the benchmark prints page load times, page failures, and the console's memory use. Load
 * times are printed separately for pages that call the service and for pages that don't. The benchmark also
 * prints whether pages load normally five seconds after the service recovers. Compare times only within a
 * run, because absolute times depend on the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { closeStore, openStore } from '#lib/store/open.ts';
import { readMemory } from '../bench/process-usage.ts';
import { quantile } from '../bench/rounds.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { memberEmail, startTestConsole } from '../support/console.ts';
import { startDirectSession } from '../support/direct-session.ts';
import { startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { MODES, startFaultyProxy } from './faulty-proxy.ts';

const READERS = 50;
/** The average pause between a reader's page visits. */
const THINK_MS = 2_500;
const MODE_DURATION_MS = Number(process.env.BENCH_SECONDS ?? 20) * 1_000;
const MAX_PAGE_MS = 10_000;
const MAX_P99_MS = 500;
const MAX_MEMORY_MB = 512;
const RECOVERY_MS = 5_000;

const PAGES_WITHOUT_SERVICE = ['/activity', '/docs'];

interface PageVisit {
  readonly path: string;
  readonly ms: number;
  readonly status: number;
  readonly showsFailure: boolean;
}

const [postgres, service] = await Promise.all([
  startPostgres(),
  startTestService({ campaigns: 150, args: ['--no-render'] }),
]);
const proxy = await startFaultyProxy(service.url);
const secret = `canary-${crypto.randomUUID()}-bench`;
const settings = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: secret, LOG_LEVEL: 'error' };
const mailroom = await startTestConsole({ url: proxy.url, key: service.key }, settings);
const store = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
applySettings({ ...settings, NEXTAUTH_URL: mailroom.url });
const { cookie } = await startDirectSession(store.db, memberEmail('viewer'));
const { items } = await service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns?per_page=100');
const PAGES_WITH_SERVICE = [
  '/',
  '/campaigns',
  '/customers',
  ...items.slice(0, 40).map(({ id }) => `/campaigns/${id}`),
];

async function visit(path: string): Promise<PageVisit> {
  const started = performance.now();
  const response = await fetch(mailroom.url + path, { headers: { cookie }, redirect: 'manual' });
  const text = await response.text();
  const showsFailure =
    /(Can’t reach|Unexpected response from) the mail service|The mail service is (taking too long|having problems)/.test(
      text,
    );
  return { path, ms: performance.now() - started, status: response.status, showsFailure };
}

const pickRandom = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

async function simulateReader(until: number, visits: PageVisit[]): Promise<void> {
  await sleep(Math.random() * THINK_MS);
  while (performance.now() < until) {
    visits.push(
      await visit(Math.random() < 0.4 ? pickRandom(PAGES_WITHOUT_SERVICE) : pickRandom(PAGES_WITH_SERVICE)),
    );
    await sleep(THINK_MS * (0.5 + Math.random()));
  }
}

let isGood = true;
// Visit some pages before the measurement to warm up the console.
for (const path of [...PAGES_WITHOUT_SERVICE, ...PAGES_WITH_SERVICE.slice(0, 6)]) await visit(path);
for (const mode of MODES) {
  await proxy.set(mode);
  const visits: PageVisit[] = [];
  let peakMb = 0;
  const until = performance.now() + MODE_DURATION_MS;
  const memoryWatch = (async () => {
    while (performance.now() < until) {
      peakMb = Math.max(peakMb, readMemory(mailroom.pid).rss);
      await sleep(200);
    }
  })();
  await Promise.all([...Array.from({ length: READERS }, () => simulateReader(until, visits)), memoryWatch]);
  await proxy.set('normal');
  await sleep(RECOVERY_MS);
  const after = await Promise.all(PAGES_WITH_SERVICE.slice(0, 6).map(visit));

  const needsNoService = ({ path }: PageVisit) => PAGES_WITHOUT_SERVICE.includes(path);
  const [withoutService, withService] = [
    visits.filter(needsNoService),
    visits.filter((page) => !needsNoService(page)),
  ];
  const facts = {
    pages: visits.length,
    'without service, p99 ms': Math.round(
      quantile(
        withoutService.map(({ ms }) => ms),
        0.99,
      ),
    ),
    'with service, p50 ms': Math.round(
      quantile(
        withService.map(({ ms }) => ms),
        0.5,
      ),
    ),
    'slowest ms': Math.round(Math.max(...withService.map(({ ms }) => ms))),
    'showed the failure': `${withService.filter(({ showsFailure }) => showsFailure).length} of ${withService.length}`,
    'status 500 or above': visits.filter(({ status }) => status >= 500).length,
    'peak MB': Math.round(peakMb),
    'normal 5 s later': after.every(({ status, showsFailure }) => status === 200 && !showsFailure),
  };
  const isFast = facts['without service, p99 ms'] < MAX_P99_MS;
  const isFailureShown = mode === 'normal' || withService.every(({ showsFailure }) => showsFailure);
  const isWithinLimits =
    isFast && isFailureShown && facts['slowest ms'] < MAX_PAGE_MS && peakMb < MAX_MEMORY_MB;
  isGood &&= isWithinLimits && facts['normal 5 s later'] && facts['status 500 or above'] === 0;
  console.log(`the service ${mode === 'normal' ? 'is normal' : mode}: ${JSON.stringify(facts)}`);
}
await Promise.all([store.close(), closeStore()]);
await mailroom.remove();
await proxy.close();
await Promise.all([service.remove(), postgres.stop()]);
console.log(isGood ? 'All limits were met.' : 'Some limits were exceeded.');
process.exitCode = isGood ? 0 : 1;
