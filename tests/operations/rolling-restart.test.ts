/** Tests that consoles can be restarted one after another without losing a request. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** How many requests must succeed between two restarts, so that the proxy knows the restarted console. */
const REQUESTS_BETWEEN = 60;
const LOAD_LIMIT = { timeout: 60_000 };

let cluster: Cluster;
beforeAll(async () => {
  // HAProxy finds out within two seconds that a console stops.
  cluster = await startCluster({ consoles: 3, settings: { SHUTDOWN_DELAY_SECONDS: '3' } });
});
afterAll(() => cluster.close());

/** Returns how many copies of each campaign were made, by the campaign's id. */
async function countCopies(): Promise<ReadonlyMap<number, number>> {
  const client = new pg.Client(cluster.databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string; copies: number }>(
    `select campaign_id as id, count(*)::int as copies from attempts
     where operation = 'cloneCampaign' and state = 'done' group by campaign_id`,
  );
  await client.end();
  return new Map(rows.map(({ id, copies }) => [Number(id), copies]));
}

it('a rolling restart of three consoles loses no request and no acknowledged action', async () => {
  const load = await startLoad(cluster);
  const requestsSucceed = async (count: number) =>
    expect.poll(() => load.count(), LOAD_LIMIT).toBeGreaterThan(load.count() + count);
  await requestsSucceed(REQUESTS_BETWEEN);
  const stopMs: number[] = [];
  for (const mailroom of cluster.consoles) {
    const startedAt = performance.now();
    expect(await mailroom.stop()).toBe('exit code 0');
    stopMs.push(performance.now() - startedAt);
    await mailroom.start();
    await requestsSucceed(REQUESTS_BETWEEN);
  }
  const { pages, actions, failures, slowestMs, titles, copies } = await load.stop();
  expect(failures).toEqual([]);
  expect(await countCopies()).toEqual(new Map([...copies].map(([id, confirmed]) => [id, confirmed.size])));
  const confirmed = [...copies.values()].flatMap((ids) => [...ids]);
  for (const id of confirmed) await cluster.service.call('GET', `/v1/campaigns/${id}`);
  for (const [id, title] of titles) expect(await cluster.readPage(`/campaigns/${id}`)).toContain(title);
  console.log(
    `${pages} pages and ${actions} actions, 0 failures, slowest ${Math.round(slowestMs)} ms; stopping took ${stopMs.map(Math.round).join(', ')} ms`,
  );
});

it('a console that stops is not ready at once, but still live', async () => {
  const [mailroom] = cluster.consoles;
  if (!mailroom) throw new Error('There is no console.');
  const own = `http://127.0.0.1:${mailroom.env.PORT}`;
  const statusOf = async (path: string) => (await fetch(own + path)).status;
  expect([await statusOf('/health/ready'), await statusOf('/health/live')]).toEqual([200, 200]);
  const ended = mailroom.stop();
  await expect.poll(() => statusOf('/health/ready')).toBe(503);
  expect(await statusOf('/health/live')).toBe(200);
  const response = await fetch(`${own}/health/ready`);
  expect(await response.json()).toEqual({ status: 'not ready', reason: 'stopping' });
  expect(response.headers.get('connection')).toBe('close');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await ended).toBe('exit code 0');
  await mailroom.start();
});
