/**
 * `mailroom export-member EMAIL`: prints, as JSON, everything that Mailroom keeps about a member except
 * secrets. With --output, writes a file that only this user can read.
 */
import { writeFile } from 'node:fs/promises';
import { nameCommand, readArguments, runCommand, UsageError, withStore } from './command.ts';
import { recorderFor, VIA } from './command-activity.ts';

const USAGE = `Usage: ${nameCommand('export-member')} EMAIL [--output FILE]. Prints everything that Mailroom keeps about the \
member as JSON, without secrets. The rows can also name other people, so look at them before you hand them over.`;

async function main(): Promise<void> {
  const given = readArguments({ usage: USAGE, count: 1, options: ['output'] });
  if (given === null) return;
  const [email = ''] = given.values;
  const output = given.options.get('output');
  await withStore(async (db) => {
    const { readMemberData } = await import('#lib/store/member-data.ts');
    const data = await readMemberData(db, email);
    if (data === undefined) throw new UsageError(`No member has the address ${email}.`);
    const about = { id: String(data.members?.[0]?.id), email: email.toLowerCase() };
    await recorderFor(db)({ name: 'member.exported', about, details: { via: VIA } });
    const document = { format: 'mailroom-member', version: 1, exported_at: new Date(), data };
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (output === undefined) process.stdout.write(text);
    else await writeNewFile(output, text);
  });
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
