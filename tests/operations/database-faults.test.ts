/**
 * Tests that two consoles under load recover within five seconds after PostgreSQL restarts, becomes reachable
 * again, or fails over to a standby, and that no acknowledged action is lost.
 */
import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { type Load, startLoad } from './support/load.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const RECOVERY_MS = 5_000;
const OUTAGE_MS = 10_000;
/** How many requests must succeed before and after an outage. */
const REQUESTS = 40;
const LOAD_LIMIT = { timeout: 60_000 };

let postgres: ReplicatedPostgres;
let proxy: DatabaseProxy;
let cluster: Cluster;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  proxy = await startDatabaseProxy(postgres.url);
  cluster = await startCluster({ consoles: 2, settings: { DATABASE_URL: proxy.url } });
});
afterAll(async () => {
  await cluster.close();
  proxy.stop();
  await postgres.close();
});

const requestsSucceed = (load: Load, count: number) =>
  expect.poll(() => load.count(), LOAD_LIMIT).toBeGreaterThan(load.count() + count);

/** Returns the ids of the copies in the database, keyed by the copied campaign's id. */
async function readCopies(): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const client = new pg.Client(proxy.url);
  await client.connect();
  const { rows } = await client.query<{ id: string; copies: string[] }>(
    `select campaign_id as id, array_agg(result ->> 'campaignId') as copies from attempts
     where operation = 'cloneCampaign' and state = 'done' group by campaign_id`,
  );
  await client.end();
  return new Map(rows.map(({ id, copies }) => [Number(id), new Set(copies.map(Number))]));
}

/** Returns when a failed request was sent, in milliseconds since the epoch. */
const readTime = (failure: string): number => Date.parse(failure.split(' ', 1)[0] ?? '');

/**
 * Whether a request failed because of the database. If the outcome of an action couldn't be recorded, the
 * same action is held back until the console has found out what happened, even if the database is available
 * again.
 */
const isRefused = (failure: string): boolean => !failure.includes('"code":"in_progress"');

/**
 * Causes an outage under load, and checks the recovery.
 * @param outage resolves when PostgreSQL accepts connections again
 */
async function surviveOutage(outage: () => Promise<void>): Promise<void> {
  const load = await startLoad(cluster);
  onTestFinished(() => load.stop().then(() => undefined));
  await requestsSucceed(load, REQUESTS);
  await outage();
  const backAt = Date.now();
  await pass(RECOVERY_MS);
  await requestsSucceed(load, REQUESTS);
  const { failures, titles, copies, pages, actions } = await load.stop();
  expect(failures.length, 'the outage caused failures').toBeGreaterThan(0);
  const lastMs = Math.max(...failures.filter(isRefused).map(readTime)) - backAt;
  console.log(
    `${pages} pages, ${actions} actions, ${failures.length} failures, the last one ${lastMs} ms after PostgreSQL was back`,
  );
  expect(lastMs, failures.at(-1)).toBeLessThan(RECOVERY_MS);
  const stored = await readCopies();
  for (const [id, confirmed] of copies) {
    const lost = [...confirmed].filter((copy) => !stored.get(id)?.has(copy));
    expect(lost, `copies of campaign ${id}`).toEqual([]);
  }
  for (const id of titles.keys()) {
    const title = titles.get(id) ?? '';
    const current = Number(/Title \d+-(\d+)/.exec(await cluster.readPage(`/campaigns/${id}`))?.[1]);
    // A later title may have been saved even though its response was lost.
    expect(current, `the title of campaign ${id}`).toBeGreaterThanOrEqual(Number(title.split('-')[1]));
  }
}

it('PostgreSQL is stopped for ten seconds', () =>
  surviveOutage(async () => {
    await postgres.stop();
    await pass(OUTAGE_MS);
    await postgres.start();
  }));

it('the network swallows everything for ten seconds, and the old connections never answer again', () =>
  surviveOutage(async () => {
    proxy.set('frozen');
    await pass(OUTAGE_MS);
    proxy.failOver();
    proxy.set('open');
  }));

it('connections are cut off, but there is no outage', () => surviveOutage(async () => proxy.failOver()));

it('PostgreSQL fails over to a standby, and the old connections stay open', () =>
  surviveOutage(async () => {
    proxy.set('frozen');
    const standbyUrl = await postgres.failOver();
    proxy.failOver(standbyUrl);
    proxy.set('open');
  }));
