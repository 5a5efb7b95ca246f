/** `mailroom migrate`: creates or upgrades the database's tables, as the console does when it starts. */
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { openStore } from '#lib/store/open.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: ${nameCommand('migrate')}. Creates or upgrades the database’s tables. The console also does so when it \
starts.`;

await runCommand(async () => {
  const [first] = process.argv.slice(2);
  if (first === '--help' || first === '-h') return console.log(USAGE);
  if (first !== undefined) throw new UsageError(USAGE);
  createOnlyPrivateFiles();
  const { close } = await openStore(readStoreEnv(process.env));
  await close();
  console.log('The database has all tables of this release.');
}, 'The console upgrades the tables when it starts.');
