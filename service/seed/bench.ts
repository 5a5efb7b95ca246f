/**
 * Compares the response times of lists with 1,000 and 1,000,000 campaigns. Run `npm run bench:lists`, or pass
 * another number after `--`. Exits with 1 if any list takes more than twice as long with the large database.
 * The limit allows for measurement noise.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#lib/time-units.ts';
import { createService, type Service } from '../create-service.ts';

const KEY = 'bench';
const ROUNDS = 40;
const NOISE_MS = 5;
const SMALL = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);

const daysAgo = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
/** Returns list URLs by name. The number of the last page depends on the number of campaigns. */
const listPaths = (count: number): Readonly<Record<string, string>> => ({
  'first page': '/v1/campaigns?per_page=25',
  'middle page': `/v1/campaigns?per_page=25&page=${Math.ceil(count / 50)}`,
  'last page': `/v1/campaigns?per_page=25&page=${Math.ceil(count / 25)}`,
  drafts: '/v1/campaigns?per_page=25&status=draft',
  'mailed, by map': '/v1/campaigns?per_page=25&status=mailed&targeting_method=map',
  'one customer': '/v1/campaigns/customers/3/campaigns?per_page=25',
  'one customer, mailed': '/v1/campaigns/customers/3/campaigns?per_page=25&status=mailed',
  'by metadata': `/v1/campaigns?per_page=25&${new URLSearchParams([
    ['meta_data[][key]', 'region'],
    ['meta_data[][value]', 'Queens'],
  ])}`,
  'sent last month': `/v1/campaigns?per_page=25&${new URLSearchParams([
    ['sent_at[from]', daysAgo(60)],
    ['sent_at[to]', daysAgo(30)],
  ])}`,
  'no matches': `/v1/campaigns?${new URLSearchParams([
    ['meta_data[][key]', 'region'],
    ['meta_data[][value]', 'Mars'],
  ])}`,
});

async function openSeededService(root: string, count: number): Promise<Service> {
  const startedAt = performance.now();
  const service = await createService({
    key: KEY,
    folder: join(root, String(count)),
    campaigns: count,
    openRenderer: () => Promise.resolve(null),
  });
  console.log(
    `${count.toLocaleString('en-US')} campaigns inserted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  return service;
}

/** Returns the median response time, in milliseconds. */
async function measureMedian({ app }: Service, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const response = await app.request(path, { headers: { Authorization: `Bearer ${KEY}` } });
    await response.text();
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN;
}

const root = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
try {
  const few = await openSeededService(root, SMALL);
  const many = await openSeededService(root, large);
  const rows: Record<string, Record<string, string>> = {};
  let isSlower = false;
  const manyLists = listPaths(large);
  for (const [name, path] of Object.entries(listPaths(SMALL))) {
    const [small, big] = [await measureMedian(few, path), await measureMedian(many, manyLists[name] ?? path)];
    isSlower ||= big > 2 * small && big - small > NOISE_MS;
    rows[name] = {
      [`${SMALL} (ms)`]: small.toFixed(1),
      [`${large} (ms)`]: big.toFixed(1),
      ratio: (big / small).toFixed(2),
    };
  }
  console.table(rows);
  await few.close();
  await many.close();
  process.exitCode = isSlower ? 1 : 0;
} finally {
  await rm(root, { recursive: true });
}
