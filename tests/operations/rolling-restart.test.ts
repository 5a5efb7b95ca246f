/**
 * Tests that consoles behind each of the proxies in `deploy` can be restarted one after another without
 * losing a request, and that no acknowledged action is lost when a console is killed.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/**
 * How many requests must succeed between two restarts, so that the proxy has time to detect the restarted
 * console.
 */
const REQUESTS_BETWEEN = 60;

describe.each(['haproxy', 'nginx', 'caddy'] as const)('behind %s', (proxy) => {
  let cluster: Cluster;
  beforeAll(async () => {
    // HAProxy and Caddy find out within two seconds that a console is stopping.
    cluster = await startCluster({ proxy, consoles: 3, settings: { SHUTDOWN_DELAY_SECONDS: '3' } });
  });
  afterAll(() => cluster.close());

  it('a rolling restart of three consoles loses no request and no acknowledged action', async () => {
    const load = await startLoad(cluster);
    const requestsSucceed = () => {
      const before = load.count();
      return expect.poll(() => load.count(), { timeout: 60_000 }).toBeGreaterThan(before + REQUESTS_BETWEEN);
    };
    await requestsSucceed();
    const stopMs: number[] = [];
    for (const mailroom of cluster.consoles) {
      const startedAt = performance.now();
      expect(await mailroom.stop()).toBe('exit code 0');
      stopMs.push(performance.now() - startedAt);
      await mailroom.start();
      await requestsSucceed();
    }
    const { pages, actions, failures, slowestMs, titles, copies } = await load.stop();
    expect(failures).toEqual([]);
    expect(await countCopies(cluster)).toEqual(
      new Map([...copies].map(([id, confirmed]) => [id, confirmed.size])),
    );
    const confirmed = [...copies.values()].flatMap((ids) => [...ids]);
    for (const id of confirmed) await cluster.service.call('GET', `/v1/campaigns/${id}`);
    for (const [id, title] of titles) expect(await cluster.readPage(`/campaigns/${id}`)).toContain(title);
    console.log(
      `${proxy}: ${pages} pages and ${actions} actions, 0 failures, slowest ${Math.round(slowestMs)} ms; stopping took ${stopMs.map(Math.round).join(', ')} ms`,
    );
  });

  it('a console that is killed loses no acknowledged action', async () => {
    const load = await startLoad(cluster);
    const requestsSucceed = () => {
      const before = load.count();
      return expect.poll(() => load.count(), { timeout: 60_000 }).toBeGreaterThan(before + REQUESTS_BETWEEN);
    };
    await requestsSucceed();
    for (const mailroom of cluster.consoles.slice(0, 2)) {
      await mailroom.kill();
      await requestsSucceed();
      await mailroom.start();
      await requestsSucceed();
    }
    const { actions, failures, titles, copies } = await load.stop();
    expect(copies.size).toBeGreaterThan(0);
    const counts = await countCopies(cluster);
    for (const [id, confirmed] of copies) {
      expect(counts.get(id)).toBeGreaterThanOrEqual(confirmed.size);
      for (const copy of confirmed) await cluster.service.call('GET', `/v1/campaigns/${copy}`);
    }
    for (const [id, title] of titles) {
      // The console that was killed may have saved a later title, but couldn't confirm it.
      const shown = Number(
        new RegExp(`Title ${id}-(\\d+)`).exec(await cluster.readPage(`/campaigns/${id}`))?.[1],
      );
      expect(shown).toBeGreaterThanOrEqual(Number(title.split('-').at(-1)));
    }
    console.log(`${proxy}: ${actions} actions, 0 acknowledged ones lost; ${failures.length} requests failed`);
  });
});

/** Returns how many copies of each campaign were made, by the campaign's id. */
async function countCopies({ databaseUrl }: Cluster): Promise<ReadonlyMap<number, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string; copies: number }>(
    `select campaign_id as id, count(*)::int as copies from attempts
     where operation = 'cloneCampaign' and state = 'done' group by campaign_id`,
  );
  await client.end();
  return new Map(rows.map(({ id, copies }) => [Number(id), copies]));
}
