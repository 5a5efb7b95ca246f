/** `mailroom migrate`: creates or upgrades the database's tables, as the console does when it starts. */
import { resolve } from 'node:path';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { formatPlural } from '#lib/format/text.ts';
import { migrateStore, storeFolder } from '#lib/store/open.ts';
import { nameCommand, readArguments, reportMissingFolder, runCommand } from './command.ts';

const USAGE = `Usage: ${nameCommand('migrate')}. Creates or upgrades the database’s tables, with the user in \
DATABASE_MIGRATION_URL or DATABASE_URL. The console also does so when it starts.`;

await runCommand(async () => {
  if (readArguments({ usage: USAGE, count: 0 }) === null) return;
  const settings = readStoreEnv(process.env);
  reportMissingFolder(settings.databaseUrl, resolve(storeFolder(settings.dataFolder)), true);
  createOnlyPrivateFiles();
  const applied = await migrateStore(settings);
  const result = applied > 0 ? `Applied ${formatPlural(applied, 'migration')}. ` : '';
  console.log(`${result}The database has all of this release’s tables.`);
}, 'The console upgrades the tables when it starts.');
