/** What all browser tests of a run begin with: members are made once, and every console gets a copy of their folder. */
import { rm } from 'node:fs/promises';
import { MEMBERS_FOLDER, newFolderWithMembers } from './console.ts';

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await newFolderWithMembers();
  process.env[MEMBERS_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
