/** `mailroom restore FILE`: restores the embedded database from a backup, while the console is stopped. */
import { parseArgs } from 'node:util';
import { describeFileError } from '#lib/backup/backup-error.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatCount } from '#lib/format/text.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('restore')} FILE [--replace]. Restores the embedded database in MAILROOM_DATA from a backup. \
Stop the console first. With --replace, a database that exists is replaced, and kept in another folder. To restore a \
PostgreSQL database, use pg_restore.`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    strict: false,
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help !== undefined) return console.log(USAGE);
  const [file, ...rest] = positionals;
  const { replace, ...unknown } = values;
  if (file === undefined || rest.length > 0 || Object.keys(unknown).length > 0) throw new UsageError(USAGE);
  const { databaseUrl, dataFolder } = readStoreEnv(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError(
      'DATABASE_URL is set, so the data is in PostgreSQL. To restore it, run: pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" FILE',
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
      replace === true,
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
