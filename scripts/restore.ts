/** `mailroom restore FILE`: restores the embedded database from a backup, while the console is stopped. */
import { describeFileError } from '#lib/backup/backup-error.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatCount } from '#lib/format/text.ts';
import { nameCommand, readArguments, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('restore')} FILE [--replace]. Restores the embedded database in MAILROOM_DATA from a backup. \
Stop the console first. With --replace, a database that exists is replaced, and kept in another folder. To restore a \
PostgreSQL database, use pg_restore.`;

await runCommand(async () => {
  const given = readArguments({ usage: USAGE, count: 1, flags: ['replace'] });
  if (given === null) return;
  const [file = ''] = given.values;
  const { databaseUrl, dataFolder } = readStoreEnv(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError(
      'DATABASE_URL is set, so the data is in PostgreSQL. Restore it with pg_restore. docs/operations.md has the commands.',
    );
  const [{ restoreFolder }, { storeFolder }] = await Promise.all([
    import('#lib/backup/restore.ts'),
    import('#lib/store/open.ts'),
  ]);
  createOnlyPrivateFiles();
  try {
    const { createdAt, tables, replaced } = await restoreFolder(
      storeFolder(dataFolder),
      file,
      given.flags.has('replace'),
    );
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored ${formatCount(rows)} rows in ${Object.keys(tables).length} tables, as of ${createdAt}.`,
    );
    if (replaced !== null) console.log(`The replaced database is in ${replaced}.`);
  } catch (error) {
    const sentence = describeFileError(error);
    throw sentence === undefined ? error : new UsageError(sentence);
  }
}, 'Stop the console first.');
