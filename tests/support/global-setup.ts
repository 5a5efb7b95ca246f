/**
 * Runs once before all browser tests. Creates a data folder with one member per role. Each console copies
 * this folder.
 */
import { rm } from 'node:fs/promises';
import { createDataFolder, DATA_FOLDER_VARIABLE } from './console.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await createDataFolder();
  process.env[DATA_FOLDER_VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
