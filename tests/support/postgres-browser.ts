/**
 * Provides browser tests with a console that uses PostgreSQL, so that the tests can read and change the
 * console's tables.
 */
import { test as base } from './browser.ts';
import { startTestConsole } from './console.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const START_TIMEOUT_MS = 120_000;

export const test = base.extend<object, { database: Postgres }>({
  database: [
    async ({ browserName: _ }, use) => {
      const postgres = await startPostgres();
      await use(postgres);
      await postgres.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  mailroom: [
    async ({ upstream, database }, use) => {
      const mailroom = await startTestConsole(upstream, { DATABASE_URL: database.url });
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});
