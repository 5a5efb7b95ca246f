/**
 * `mailroom export-member EMAIL`: prints everything that Mailroom keeps about a member as JSON, without secrets. With
 * --output, writes a file that only this user can read.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createOnlyPrivateFiles } from '#lib/database/private-folder.ts';
import { readStoreEnv } from '#lib/env/env.ts';
import { nameCommand, runCommand, UsageError } from './command.ts';
import { recorderFor, VIA } from './command-activity.ts';

const USAGE = `Usage: ${nameCommand('export-member')} EMAIL [--output FILE]. Prints everything that Mailroom keeps about the \
member as JSON, without secrets. The rows can also name other people, so look at them before you hand them over.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    strict: false,
    allowPositionals: true,
    options: { output: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help !== undefined) return console.log(USAGE);
  const [email, ...rest] = positionals;
  const { output, ...unknown } = values;
  if (
    email === undefined ||
    rest.length > 0 ||
    Object.keys(unknown).length > 0 ||
    typeof output === 'boolean'
  )
    throw new UsageError(USAGE);
  const settings = readStoreEnv(process.env);
  const [{ openStore }, { readMemberData }] = await Promise.all([
    import('#lib/store/open.ts'),
    import('#lib/store/member-data.ts'),
  ]);
  createOnlyPrivateFiles();
  const { db, close } = await openStore(settings);
  try {
    const data = await readMemberData(db, email);
    if (data === undefined) throw new UsageError(`No member has the address ${email}.`);
    const about = { id: String(data.members?.[0]?.id), email: email.toLowerCase() };
    await recorderFor(db)({ name: 'member.exported', about, details: { via: VIA } });
    const document = { format: 'mailroom-member', version: 1, exported_at: new Date(), data };
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (output === undefined) process.stdout.write(text);
    else await writeNewFile(output, text);
  } finally {
    await close();
  }
}

async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `${path} can’t be written (${String(Object(error).code)}). Name a file that doesn’t exist yet.`,
    );
  }
}

await runCommand(main, 'Stop the console first, or use a PostgreSQL database.');
