/** The demo's members, API key, and secret. All runs use the same stored key and secret. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMembers } from './members.ts';

export const DEMO_PASSWORD = 'mailroom-demo';
export const DEMO_MEMBERS = [
  {
    email: 'sender@mailroom.test',
    role: 'sender',
    permissions: 'can view everything, pay, send, cancel, copy, and share',
  },
  { email: 'admin@mailroom.test', role: 'admin', permissions: 'can do everything and manage the team' },
  { email: 'viewer@mailroom.test', role: 'viewer', permissions: 'can view everything' },
] as const;

export interface DemoData {
  readonly key: string;
  readonly secret: string;
}

/**
 * Returns the stored key and secret. On the first run, creates a random key and a random secret, and adds the
 * members.
 */
export async function readOrCreateDemoData(
  folder: string,
  consoleEnv: Record<string, string>,
): Promise<DemoData> {
  const file = join(folder, 'demo.json');
  const stored = await readDemoFile(file);
  if (stored) return stored;
  const created = {
    key: `demo-${randomBytes(24).toString('hex')}`,
    secret: randomBytes(32).toString('base64url'),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await addMembers(DEMO_MEMBERS, { password: DEMO_PASSWORD }, consoleEnv);
  // The file is written last, so if the first run is interrupted, the next run starts over.
  await writeFile(`${file}.new`, JSON.stringify(created), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return created;
}

async function readDemoFile(file: string): Promise<DemoData | null> {
  try {
    const { key, secret } = JSON.parse(await readFile(file, 'utf8'));
    return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : null;
  } catch {
    // The file is missing or damaged, so the caller creates a new one.
    return null;
  }
}
