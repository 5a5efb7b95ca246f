/** Both databases that the console runs on, for behavior that must hold on either. */
import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { prepareConsoleDatabase } from '../../support/prepared-folder.ts';
import { temporaryFolder } from './settings.ts';

/**
 * The name of each database, and a function that opens it once per server: a PGlite folder allows one server, PostgreSQL
 * gets two.
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
      'PostgreSQL, two servers',
      () => Promise.all([1, 2].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' }))),
    ],
  ];
}
