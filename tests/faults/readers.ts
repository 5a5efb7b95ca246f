/**
 * `npm run bench:trouble`: fifty signed-in readers while the service goes wrong in whole. Prints, for each way, how long
 * pages take that don't need the service and pages that do, how they fail, the console's memory, and whether all is normal
 * five seconds after the service is. Quote ratios of one run: absolute times are this machine's.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { openStore } from '#lib/store/open.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { memberEmail, startTestConsole } from '../support/console.ts';
import { startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { MODES, startFaultyProxy } from './faulty-proxy.ts';

const READERS = 50;
/** What a person takes to read a page before the next one, on average. */
const THINK_MS = 2_500;
const WHILE_MS = Number(process.env.BENCH_SECONDS ?? 20) * 1_000;
const LONGEST_MS = 10_000;
const QUICK_MS = 500;
const MOST_MB = 512;
const RECOVERED_AFTER_MS = 5_000;

const WITHOUT_SERVICE = ['/activity', '/docs'];

interface Seen {
  readonly path: string;
  readonly ms: number;
  readonly status: number;
  readonly isTrouble: boolean;
}

const [postgres, service] = await Promise.all([
  startPostgres(),
  startTestService({ campaigns: 150, args: ['--no-render'] }),
]);
const proxy = await startFaultyProxy(service.url);
const secret = `canary-${crypto.randomUUID()}-of-the-bench`;
const settings = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: secret, LOG_LEVEL: 'error' };
const console_ = await startTestConsole({ url: proxy.url, key: service.key }, settings);
const store = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
applySettings({ ...settings, NEXTAUTH_URL: console_.url });
const viewer = await memberByEmail(store.db, memberEmail('viewer'));
if (!viewer) throw new Error('The console has no viewer.');
const cookie = `${sessionCookie()}=${await issueToken(viewer)}`;
const { items } = await service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns?per_page=100');
const WITH_SERVICE = [
  '/',
  '/campaigns',
  '/customers',
  ...items.slice(0, 40).map(({ id }) => `/campaigns/${id}`),
];

async function open(path: string): Promise<Seen> {
  const started = performance.now();
  const answer = await fetch(console_.url + path, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  const isTrouble =
    /(Can’t reach|Unexpected response from) the mail service|The mail service is (taking too long|having problems)/.test(
      text,
    );
  return { path, ms: performance.now() - started, status: answer.status, isTrouble };
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

async function reader(until: number, seen: Seen[]): Promise<void> {
  await sleep(Math.random() * THINK_MS);
  while (performance.now() < until) {
    seen.push(await open(Math.random() < 0.4 ? pick(WITHOUT_SERVICE) : pick(WITH_SERVICE)));
    await sleep(THINK_MS * (0.5 + Math.random()));
  }
}

async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${console_.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

let isGood = true;
/** Once round, so that nothing is measured for the first time. */
for (const path of [...WITHOUT_SERVICE, ...WITH_SERVICE.slice(0, 6)]) await open(path);
for (const mode of MODES) {
  await proxy.set(mode);
  const seen: Seen[] = [];
  let most = 0;
  const until = performance.now() + WHILE_MS;
  const watching = (async () => {
    while (performance.now() < until) {
      most = Math.max(most, await memoryMb());
      await sleep(200);
    }
  })();
  await Promise.all([...Array.from({ length: READERS }, () => reader(until, seen)), watching]);
  await proxy.set('normal');
  await sleep(RECOVERED_AFTER_MS);
  const after = await Promise.all(WITH_SERVICE.slice(0, 6).map(open));

  const isWithout = ({ path }: Seen) => WITHOUT_SERVICE.includes(path);
  const [without, needing] = [seen.filter(isWithout), seen.filter((one) => !isWithout(one))];
  const facts = {
    pages: seen.length,
    'without service, p99 ms': Math.round(
      quantile(
        without.map(({ ms }) => ms),
        0.99,
      ),
    ),
    'with service, p50 ms': Math.round(
      quantile(
        needing.map(({ ms }) => ms),
        0.5,
      ),
    ),
    'longest ms': Math.round(Math.max(...needing.map(({ ms }) => ms))),
    'said in words': `${needing.filter(({ isTrouble }) => isTrouble).length} of ${needing.length}`,
    'answers of 500': seen.filter(({ status }) => status >= 500).length,
    'most MB': Math.round(most),
    'normal 5 s later': after.every(({ status, isTrouble }) => status === 200 && !isTrouble),
  };
  const isQuick = facts['without service, p99 ms'] < QUICK_MS;
  const isTold = mode === 'normal' || needing.every(({ isTrouble }) => isTrouble);
  const isHeld = isQuick && isTold && facts['longest ms'] < LONGEST_MS && most < MOST_MB;
  isGood &&= isHeld && facts['normal 5 s later'] && facts['answers of 500'] === 0;
  console.log(`the service ${mode === 'normal' ? 'is normal' : mode}: ${JSON.stringify(facts)}`);
}
await store.close();
await console_.remove();
await proxy.close();
await Promise.all([service.remove(), postgres.stop()]);
console.log(isGood ? 'All of it holds.' : 'Something of it does not hold.');
process.exitCode = isGood ? 0 : 1;
