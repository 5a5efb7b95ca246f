/** Tests that several consoles behind a proxy handle a constant load of pages and actions. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ consoles: 2 });
});
afterAll(() => cluster.close());

it('two consoles behind a proxy handle pages and actions without a failure', async () => {
  const load = await startLoad(cluster);
  await expect.poll(() => load.count(), { timeout: 120_000 }).toBeGreaterThan(100);
  const { failures, pages, actions } = await load.stop();
  expect(failures).toEqual([]);
  console.log(`${pages} pages, ${actions} actions, 0 failures`);
});

it('the load generator counts the requests that fail', async () => {
  const load = await startLoad(cluster, { clients: 2 });
  await expect.poll(() => load.count(), { timeout: 120_000 }).toBeGreaterThan(20);
  await Promise.all(cluster.consoles.map((mailroom) => mailroom.kill()));
  await expect.poll(() => load.failureCount(), { timeout: 120_000 }).toBeGreaterThan(2);
  await load.stop();
});
