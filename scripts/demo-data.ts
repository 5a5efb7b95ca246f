/** What a demo keeps between two runs besides the two programs' own data: its key and secret, and that it has members. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMembers } from './members.ts';

export const DEMO_PASSWORD = 'mailroom-demo';
export const DEMO_MEMBERS = [
  { email: 'sender@mailroom.test', role: 'sender', may: 'can also pay, send, cancel, copy, and share' },
  { email: 'admin@mailroom.test', role: 'admin', may: 'can do everything and manage the team' },
  { email: 'viewer@mailroom.test', role: 'viewer', may: 'can view everything' },
] as const;

export interface DemoData {
  readonly key: string;
  readonly secret: string;
}

/** Reads what the last run kept, or makes it: key and secret are random, so no two demos share one. */
export async function readOrCreateDemoData(folder: string, consoleEnv: Record<string, string>): Promise<DemoData> {
  const file = join(folder, 'demo.json');
  const kept = await readKept(file);
  if (kept) return kept;
  const made = {
    key: `demo-${randomBytes(24).toString('hex')}`,
    secret: randomBytes(32).toString('base64url'),
  };
  await mkdir(folder, { recursive: true });
  await addMembers(DEMO_MEMBERS, DEMO_PASSWORD, consoleEnv);
  // Written last and in one move: a run that was interrupted before has made nothing that counts.
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made;
}

async function readKept(file: string): Promise<DemoData | null> {
  try {
    const { key, secret } = JSON.parse(await readFile(file, 'utf8'));
    return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : null;
  } catch {
    // The first run, or a file that somebody broke: made anew either way.
    return null;
  }
}
