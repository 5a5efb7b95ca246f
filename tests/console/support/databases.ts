/** Opens the databases that the console supports. */
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { prepareConsoleDatabase } from '../../support/prepared-folder.ts';
import { temporaryFolder } from './settings.ts';

/**
 * Returns each database's name and a function that opens the database once per server. Two servers use the
 * PostgreSQL database. Only one server uses the PGlite database, because PGlite doesn't allow two servers in
 * one data folder.
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
    ['PostgreSQL with two servers', () => openTwice(postgres)],
  ];
}

type TwoServers = [first: OpenDatabase, second: OpenDatabase];

/**
 * Creates a PostgreSQL database and opens it from two servers. When the test ends, both are closed and the data is
 * deleted.
 */
export async function openOnTwoServers(): Promise<TwoServers> {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const servers = await openTwice(postgres);
  onTestFinished(async () => {
    await Promise.all(servers.map(({ close }) => close()));
  });
  return servers;
}

function openTwice({ url }: Postgres): Promise<TwoServers> {
  const open = () => openStore({ databaseUrl: url, dataFolder: '' });
  return Promise.all([open(), open()]);
}
