/** Both kinds of database that the console runs on, for what has to hold on either. */
import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { prepareStore } from '../../support/prepared-folder.ts';
import { temporaryFolder } from './settings.ts';

/** By name, each with how it is opened: by as many servers as it may have. One PGlite folder has one, PostgreSQL two. */
export function bothDatabases(): [string, () => Promise<OpenDatabase[]>][] {
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
        await prepareStore(folder.folder);
        return [await openStore({ databaseUrl: undefined, dataFolder: folder.folder })];
      },
    ],
    [
      'PostgreSQL, two servers',
      () => Promise.all([1, 2].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' }))),
    ],
  ];
}
