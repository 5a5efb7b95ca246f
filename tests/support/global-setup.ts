/**
 * Runs once before all browser tests. Creates a data folder with one member per role, which each console
 * copies, and a folder for the mail service's data.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataFolder, DATA_FOLDER_VARIABLE } from './console.ts';
import { RENDERED_FOLDER_VARIABLE } from './rendered-folder.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const members = await createDataFolder();
  const rendered = await mkdtemp(join(tmpdir(), 'mailroom-rendered-'));
  process.env[DATA_FOLDER_VARIABLE] = members;
  process.env[RENDERED_FOLDER_VARIABLE] = rendered;
  return async () => {
    await Promise.all([members, rendered].map((folder) => rm(folder, { recursive: true, force: true })));
  };
}
