/**
 * Provides mail service data folders with images and proofs that are already rendered. Rendering the sample
 * campaigns' files takes 20 s of CPU time. A test run therefore renders them once, and copies the folder for
 * each service.
 */
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '#lib/database/folder-lock.ts';
import { waitForProofs } from './campaigns.ts';
import { startTestService } from './service.ts';

/** The environment variable for the path of the folder that contains the test run's rendered folder. */
export const RENDERED_FOLDER_VARIABLE = 'MAILROOM_TEST_RENDERED';

/** How long rendering may take, in milliseconds. On a busy machine, it takes two minutes. */
export const RENDERING_TIMEOUT_MS = 300_000;
const POLL_MS = 250;

/** Copies the test run's rendered folder into a new temporary folder. The caller must delete the folder. */
export async function createRenderedFolder(): Promise<string> {
  const rendered = await findOrRender();
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-data-'));
  cpSync(rendered, folder, { recursive: true });
  return folder;
}

/** The first worker renders, and other workers wait. If the first worker fails, the next one renders. */
async function findOrRender(): Promise<string> {
  const shared = process.env[RENDERED_FOLDER_VARIABLE];
  if (shared === undefined) throw new Error(`${RENDERED_FOLDER_VARIABLE} must be set.`);
  const rendered = join(shared, 'rendered');
  while (!existsSync(rendered)) {
    const unlock = tryToLock(shared);
    if (unlock === null) {
      await wait(POLL_MS);
      continue;
    }
    try {
      if (!existsSync(rendered)) await render(rendered);
    } finally {
      unlock();
    }
  }
  return rendered;
}

/** Returns null if another worker has locked the folder. */
function tryToLock(folder: string): (() => void) | null {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

async function render(rendered: string): Promise<void> {
  const service = await startTestService();
  try {
    await waitForProofs(service);
    await service.stop();
    cpSync(service.folder, `${rendered}-partly`, { recursive: true, force: true });
    await rename(`${rendered}-partly`, rendered);
  } finally {
    await service.remove();
  }
}
