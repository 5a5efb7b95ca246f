/** `mailroom backup FILE`: backs up the embedded database, also while the console is running. */
import { describeFileError } from '#lib/backup/backup-error.ts';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatCount } from '#lib/format/text.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('backup')} FILE. Backs up the embedded database in MAILROOM_DATA into a new file, also \
while the console is running. To back up a PostgreSQL database, use pg_dump.`;

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === '--help' || file === '-h') return console.log(USAGE);
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new UsageError(USAGE);
  const { databaseUrl, dataFolder } = readStoreEnv(process.env);
  if (databaseUrl !== undefined)
    throw new UsageError(
      'DATABASE_URL is set, so the data is in PostgreSQL. To back it up, run: pg_dump --format=custom --file=FILE "$DATABASE_URL"',
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
}, 'It doesn’t answer requests for backups. Stop it first.');
