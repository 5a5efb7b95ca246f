/**
 * `npm run bench:sweep` compares how long pages take to load during a sweep, which reads all campaigns in the
 * background, and at other times. One run alternates between the two, while 20 members read pages. Fails if
 * pages take more than 1.43 times as long during the sweep, which is the goal of 1.3 times plus a margin of
 * 10%. BENCH_CAMPAIGNS, BENCH_DATABASE=postgres, and BENCH_PHASES configure the run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { closeStore, store } from '#lib/store/open.ts';
import { addMembers } from '#scripts/members.ts';
import { isResponding, waitUntilReady } from '#scripts/program.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { signInAt } from '../operations/support/cluster.ts';
import { startConsoleProgram, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { startDirectSession } from '../support/direct-session.ts';
import { startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { quantile } from './rounds.ts';
import { startSweepBrake } from './sweep-brake.ts';

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? 100_000);
const PHASES = Number(process.env.BENCH_PHASES ?? 8);
const PHASE_MS = 20_000;
const MEMBERS = 20;
/** The average pause between a member's page visits. */
const THINK_MS = 4_000;
const GOAL = 1.3;
const TOLERANCE = 1.1;

const postgres = process.env.BENCH_DATABASE === 'postgres' ? await startPostgres() : undefined;
const service = await startTestService({ campaigns: CAMPAIGNS, args: ['--no-render'] });
const brake = await startSweepBrake(service.url);
const settings = {
  DATABASE_URL: postgres?.url ?? '',
  NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-bench`,
  LOG_LEVEL: 'error',
};
const quick = { ...settings, DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '6000' };
const mailroom = await startTestConsole({ url: brake.url, key: service.key }, quick);
applySettings({
  ...settings,
  DATABASE_URL: postgres?.url,
  MAILROOM_DATA: mailroom.folder,
  NEXTAUTH_URL: mailroom.url,
});

await fillIndex();
await mailroom.kill();
const cookies = await prepareMembers();
const program = startConsoleProgram({ ...mailroom.env, DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '120' });
await waitUntilReady(program, () => isResponding(`${mailroom.url}/login`), 60_000);

const paths = await listPaths();
const during = new Map<string, number[]>();
const otherwise = new Map<string, number[]>();
await Promise.all(cookies.map((cookie) => visit(cookie, '/campaigns')));
let isMeasured: Map<string, number[]> | undefined;
let isOver = false;
const readers = cookies.map(simulateMember);
await brake.release();
for (let phase = 0; phase < PHASES * 2; phase++) {
  // Each kind of phase comes first in half of the pairs.
  const isSweep = phase % 4 === 0 || phase % 4 === 3;
  if (isSweep) await brake.release();
  else await brake.stop(PHASE_MS + 3_000);
  const before = brake.passed;
  isMeasured = isSweep ? during : otherwise;
  await sleep(PHASE_MS);
  isMeasured = undefined;
  console.log(
    `${isSweep ? 'sweep' : 'no sweep'}: ${brake.passed - before} of its calls in ${PHASE_MS / 1_000} s`,
  );
}
isOver = true;
await Promise.all(readers);
process.exitCode = report() ? 0 : 1;
await program.stop();
await mailroom.remove();
await brake.close();
await service.remove();
await postgres?.stop();

/** Waits until all campaigns are in the index. */
async function fillIndex(): Promise<void> {
  const startedAt = performance.now();
  // While the console runs, no other program can open its database.
  const cookie = await signInAt(mailroom.url, 'viewer');
  while (!(await visit(cookie, '/campaigns')).includes('Updated ')) await sleep(2_000);
  console.log(`${CAMPAIGNS} campaigns indexed in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

/** Adds the members while the console is stopped, and makes the next sweep due. @returns their cookies */
async function prepareMembers(): Promise<readonly string[]> {
  const emails = Array.from({ length: MEMBERS }, (_, i) => `reader-${i}@mailroom.test`);
  await addMembers(
    emails.map((email) => ({ email, role: 'viewer' as const })),
    { password: TEST_PASSWORD },
    mailroom.env,
  );
  const db = await store();
  const cookies: string[] = [];
  for (const email of emails) {
    cookies.push((await startDirectSession(db, email)).cookie);
  }
  await db.execute(
    sql`update index_sync set completed_started_at = now() - interval '1 hour' where name = 'sweep'`,
  );
  await closeStore();
  return cookies;
}

/** Returns the pages by kind. */
async function listPaths(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { items } = await service.call<{ items: { id: number }[] }>('GET', '/v1/campaigns?per_page=50');
  const { items: customers } = await service.call<{ items: { id: number }[] }>(
    'GET',
    '/v1/customers?per_page=20',
  );
  return {
    overview: ['/'],
    list: ['/campaigns', '/campaigns?sort=-price', '/campaigns?q=mailed&page=3', '/campaigns?status=draft'],
    campaign: items.map(({ id }) => `/campaigns/${id}`),
    customer: customers.map(({ id }) => `/customers/${id}`),
  };
}

async function visit(cookie: string, path: string): Promise<string> {
  const response = await fetch(mailroom.url + path, { headers: { cookie }, redirect: 'manual' });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
  return text;
}

async function simulateMember(cookie: string, start: number): Promise<void> {
  const kinds = Object.keys(paths);
  await sleep(Math.random() * THINK_MS);
  for (let i = start; !isOver; i++) {
    const kind = kinds[i % kinds.length] ?? '';
    const choices = paths[kind] ?? [];
    const path = choices[Math.floor(Math.random() * choices.length)] ?? '/';
    const measured = isMeasured;
    const startedAt = performance.now();
    await visit(cookie, path);
    const ms = performance.now() - startedAt;
    // A visit counts only if it began and ended in the same phase.
    if (measured && measured === isMeasured) measured.set(kind, [...(measured.get(kind) ?? []), ms]);
    await sleep(THINK_MS * (0.5 + Math.random()));
  }
}

/** Prints the times. @returns whether the goal was met, allowing for noise */
function report(): boolean {
  const all = (times: ReadonlyMap<string, readonly number[]>) => [...times.values()].flat();
  const rows = [
    ...Object.keys(paths).map((kind) => [kind, during.get(kind) ?? [], otherwise.get(kind) ?? []] as const),
    ['all pages', all(during), all(otherwise)] as const,
  ];
  let isMet = true;
  for (const [kind, sweep, none] of rows) {
    const ratio = quantile(sweep, 0.5) / quantile(none, 0.5);
    const isMissed = !(ratio <= GOAL * TOLERANCE);
    isMet &&= !isMissed;
    const cells = [quantile(none, 0.5), quantile(none, 0.95), quantile(sweep, 0.5), quantile(sweep, 0.95)];
    console.log(
      `${kind.padEnd(10)} without sweep: median ${cells[0]?.toFixed(0)} ms, p95 ${cells[1]?.toFixed(0)} ms (${none.length} visits); ` +
        `with sweep: ${cells[2]?.toFixed(0)} ms, ${cells[3]?.toFixed(0)} ms (${sweep.length}); × ${ratio.toFixed(2)}${isMissed ? ' MISSED' : ''}`,
    );
  }
  console.log(
    isMet
      ? `The goal of × ${GOAL} is met, within ${Math.round((TOLERANCE - 1) * 100)} %.`
      : 'The goal is missed.',
  );
  return isMet;
}
