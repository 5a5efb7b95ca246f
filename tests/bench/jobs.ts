/**
 * `npm run bench:jobs` copies 5,000 campaigns in one bulk job. Fails if progress stalls for more than two seconds, if
 * the console's memory grows with the number of campaigns, or if reading the job's progress takes longer than 300 ms.
 * BENCH_CAMPAIGNS changes the number of campaigns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { countItems } from '#lib/store/job-items.ts';
import { insertJob } from '#lib/store/jobs.ts';
import { closeStore } from '#lib/store/open.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { startJobConsoles } from '../faults/job-consoles.ts';
import { memberEmail } from '../support/console.ts';
import { startDirectSession } from '../support/direct-session.ts';
import { readMemory } from './process-usage.ts';

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? 5_000);
const MAX_GAP_MS = 2_000;
const MAX_GROWTH = 1.25;
const MAX_P95_MS = 300;
const LOOK_MS = 100;

const consoles = await startJobConsoles({ consoles: 1, campaigns: CAMPAIGNS + 50 });
const [mailroom] = consoles.all;
if (!mailroom) throw new Error('No console was started.');
applySettings({
  DATABASE_URL: mailroom.env.DATABASE_URL,
  NEXTAUTH_SECRET: mailroom.secret,
  NEXTAUTH_URL: mailroom.url,
});
const { member, cookie } = await startDirectSession(consoles.db, memberEmail('sender'));

const ids = await waitForIndex();
const id = await consoles.db.transaction((tx) =>
  insertJob(tx, { action: { kind: 'copy' }, memberId: member.id, by: member.email, from: null }, ids),
);
const checked = await watch('check', async () => (await consoles.stateOf(id)) === 'ready_for_review');
await consoles.start(id);
const ran = await watch('job', async () => (await consoles.stateOf(id)) === 'ended');
const counts = (await countItems(consoles.db, [id])).get(id);
console.log(`${counts?.done} done, ${counts?.refused} refused, ${counts?.unknown} unknown`);
process.exitCode = checked && ran && counts?.done === ids.length ? 0 : 1;
await closeStore();
await consoles.close();

/** Waits until enough campaigns are in the index with their customers. */
async function waitForIndex(): Promise<readonly number[]> {
  for (;;) {
    const { rows } = (await consoles.db.execute(
      sql`select campaign_id as id from indexed_campaigns where customer_id is not null order by campaign_id limit ${CAMPAIGNS}`,
    )) as unknown as { rows: { id: string }[] };
    if (rows.length === CAMPAIGNS) return rows.map((row) => Number(row.id));
    await sleep(1_000);
  }
}

/** Watches the progress until `isOver` returns true. @returns whether all goals were met */
async function watch(what: string, isOver: () => Promise<boolean>): Promise<boolean> {
  const startedAt = performance.now();
  let last = { progress: '', at: startedAt };
  let gap = 0;
  const memory: number[] = [];
  const times: number[] = [];
  while (!(await isOver())) {
    const progress = JSON.stringify((await countItems(consoles.db, [id])).get(id));
    if (progress !== last.progress) last = { progress, at: performance.now() };
    gap = Math.max(gap, performance.now() - last.at);
    memory.push(readMemory(mailroom?.pid).rss);
    const sentAt = performance.now();
    const response = await fetch(`${mailroom?.url}/api/jobs/${id}?per_page=50`, { headers: { cookie } });
    await response.arrayBuffer();
    times.push(performance.now() - sentAt);
    await sleep(LOOK_MS);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const [early, late] = [Math.max(...memory.slice(0, quarter)), Math.max(...memory.slice(-quarter))];
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  console.log(
    `${what}: ${ids.length} campaigns in ${seconds} s, longest standstill ${Math.round(gap)} ms, memory ${Math.round(early)} → ${Math.round(late)} MB, progress read in ${Math.round(p95)} ms (95th percentile)`,
  );
  return gap <= MAX_GAP_MS && late <= early * MAX_GROWTH && p95 <= MAX_P95_MS;
}
