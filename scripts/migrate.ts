/** `mailroom migrate`: creates or upgrades the database's tables, as the console does when it starts. */
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatPlural } from '#lib/format/text.ts';
import { migrateStore } from '#lib/store/open.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('migrate')}. Creates or upgrades the database’s tables, with the user in \
DATABASE_MIGRATION_URL or DATABASE_URL. The console also does so when it starts.`;

await runCommand(async () => {
  const [first] = process.argv.slice(2);
  if (first === '--help' || first === '-h') return console.log(USAGE);
  if (first !== undefined) throw new UsageError(USAGE);
  createOnlyPrivateFiles();
  const applied = await migrateStore(readStoreEnv(process.env));
  const result = applied > 0 ? `Applied ${formatPlural(applied, 'migration')}. ` : '';
  console.log(`${result}The database has all tables of this release.`);
}, 'The console upgrades the tables when it starts.');
