/** Turns metrics on in the test's process, and reads their values as Prometheus does. */
import { afterAll, beforeAll } from 'vitest';
import { type MetricsServer, startMetricsServer } from '#lib/monitoring/server.ts';

export interface ReadMetrics {
  readonly url: () => string;
  /** Returns all samples, such as `mailroom_database_up` or `mailroom_lease_active{lease="reconciler"}`. */
  readonly scrape: () => Promise<ReadonlyMap<string, number>>;
}

/** Turns metrics on for the calling test file. Call this function after `setUpHarness`. */
export function setUpMetrics(): ReadMetrics {
  let server: MetricsServer;
  beforeAll(async () => {
    server = await startMetricsServer('127.0.0.1', 0);
  });
  afterAll(() => server.close());
  const url = () => `http://127.0.0.1:${server.port}`;
  return {
    url,
    scrape: async () => parseMetrics(await (await fetch(`${url()}/metrics`)).text()),
  };
}

/** Parses Prometheus's text format. */
function parseMetrics(text: string): ReadonlyMap<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
