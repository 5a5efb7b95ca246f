/** The two databases that the console supports, for tests that must pass on both. */
import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { prepareConsoleDatabase } from '../../support/prepared-folder.ts';
import { temporaryFolder } from './settings.ts';

/**
 * Returns each database's name and a function that opens the database once per server. PostgreSQL has two
 * servers. PGlite has only one server, because PGlite doesn't allow two servers in one data folder.
 */
export function setUpDatabases(): [string, () => Promise<OpenDatabase[]>][] {
  const folder = temporaryFolder();
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => Promise.all([postgres.stop(), folder.remove()]));
  return [
    [
      'PGlite',
      async () => {
        await prepareConsoleDatabase(folder.folder);
        return [await openStore({ databaseUrl: undefined, dataFolder: folder.folder })];
      },
    ],
    [
      'PostgreSQL with two servers',
      () => Promise.all([1, 2].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' }))),
    ],
  ];
}
