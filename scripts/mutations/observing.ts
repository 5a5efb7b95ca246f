import type { Mutation } from './mutation.ts';

const LOG = 'tests/incoming/request-log.test.ts';
const METRICS = 'tests/incoming/metrics.test.ts';

export const OBSERVING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'logs and metrics contain paths, with the tokens in them',
    file: 'lib/http/routes.ts',
    find: 'return found?.route ?? UNKNOWN_ROUTE;',
    replace: 'return found?.route ?? path;',
    tests: [LOG, METRICS],
  },
  {
    what: 'a caller adds time series with made-up methods',
    file: 'lib/http/raw-request.ts',
    find: "method: METHODS.has(method) ? method : 'OTHER',",
    replace: 'method,',
    tests: [METRICS],
  },
  {
    what: 'any text from a caller becomes the request’s id',
    file: 'lib/runtime/request-context.ts',
    find: 'id: REQUEST_ID.test(id) ? id : crypto.randomUUID(),',
    replace: "id: id === '' ? crypto.randomUUID() : id,",
    tests: [LOG],
  },
  {
    what: 'a closed connection looks like a success',
    file: 'lib/http/request-log.ts',
    find: 'response.writableFinished ? response.statusCode : CLIENT_CLOSED;',
    replace: 'response.statusCode;',
    tests: [LOG],
  },
  {
    what: 'the metrics hide that the database is down',
    file: 'lib/monitoring/collect.ts',
    find: 'for (const name of DATABASE_GAUGES) registry.clear(name);',
    replace: '',
    tests: [METRICS],
  },
  {
    what: 'a scrape waits for the database forever',
    file: 'lib/monitoring/collect.ts',
    find: 'await withinLimit(readOnce(), null)',
    replace: 'await readOnce().catch(() => null)',
    tests: [METRICS],
  },
  {
    what: 'unknown attempts don’t reach the metrics',
    file: 'lib/monitoring/collect.ts',
    find: "attempts.filter(({ state }) => state === 'unknown')",
    replace: "attempts.filter(({ state }) => state === 'open')",
    tests: [METRICS],
  },
];
