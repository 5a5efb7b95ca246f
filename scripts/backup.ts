/** `mailroom backup FILE`: backs up the embedded database, even while the console is running. */
import { describeFileError } from '#lib/backup/backup-error.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatCount } from '#lib/format/text.ts';
import { nameCommand, readArguments, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('backup')} FILE. Backs up the embedded database in MAILROOM_DATA into a new file, also \
while the console is running. To back up a PostgreSQL database, use pg_dump.`;

await runCommand(async () => {
  const given = readArguments({ usage: USAGE, count: 1 });
  if (given === null) return;
  const [file = ''] = given.values;
  const { databaseUrl, dataFolder } = readStoreEnv(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError(
      'DATABASE_URL is set, so the data is in PostgreSQL. Back it up with pg_dump. docs/operations.md has the commands.',
    );
  const [{ backUpFolder }, { storeFolder }] = await Promise.all([
    import('#lib/backup/backup.ts'),
    import('#lib/store/open.ts'),
  ]);
  createOnlyPrivateFiles();
  try {
    const tables = Object.values(await backUpFolder(storeFolder(dataFolder), file));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backed up ${formatCount(rows)} rows in ${tables.length} tables to ${file}.`);
  } catch (error) {
    const sentence = describeFileError(error);
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}, 'The console doesn’t answer backup requests, for example because it is an older release. Stop it first.');
