/**
 * Lists of 1,000 and of 1,000,000 campaigns side by side: `npm run bench:lists`, or with another number behind `--`.
 * Ends with 1 when a list of the large one takes more than twice as long, and more than the noise of a machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#lib/contract/limits.ts';
import { createService, type Service } from '../create-service.ts';

const KEY = 'bench';
const ROUNDS = 40;
const NOISE_MS = 5;
const SMALL = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
/** The last page of a list is asked for by its number, so it depends on how many there are. */
const lists = (count: number): Readonly<Record<string, string>> => ({
  'first page': '/v1/campaigns?per_page=25',
  'page in the middle': `/v1/campaigns?per_page=25&page=${Math.ceil(count / 50)}`,
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
    ['sent_at[from]', day(60)],
    ['sent_at[to]', day(30)],
  ])}`,
  'nothing found': `/v1/campaigns?${new URLSearchParams([
    ['meta_data[][key]', 'region'],
    ['meta_data[][value]', 'Mars'],
  ])}`,
});

async function filled(root: string, count: number): Promise<Service> {
  const began = performance.now();
  const service = await createService({
    key: KEY,
    folder: join(root, String(count)),
    campaigns: count,
    openRenderer: () => Promise.resolve(null),
  });
  console.log(
    `${count.toLocaleString('en-US')} campaigns written in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return service;
}

/** The median of many, in milliseconds. */
async function timeOf({ app }: Service, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const answer = await app.request(path, { headers: { Authorization: `Bearer ${KEY}` } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN;
}

const root = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
try {
  const few = await filled(root, SMALL);
  const many = await filled(root, large);
  const rows: Record<string, Record<string, string>> = {};
  let slower = false;
  const manyLists = lists(large);
  for (const [name, path] of Object.entries(lists(SMALL))) {
    const [small, big] = [await timeOf(few, path), await timeOf(many, manyLists[name] ?? path)];
    slower ||= big > 2 * small && big - small > NOISE_MS;
    rows[name] = {
      [`${SMALL} (ms)`]: small.toFixed(1),
      [`${large} (ms)`]: big.toFixed(1),
      times: (big / small).toFixed(2),
    };
  }
  console.table(rows);
  await few.close();
  await many.close();
  process.exitCode = slower ? 1 : 0;
} finally {
  await rm(root, { recursive: true });
}
