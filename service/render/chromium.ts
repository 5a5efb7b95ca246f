/** Finds a Chromium that runs here, for the renderer and for the browser tests. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { unpackPackagedChromium } from './packaged-chromium.ts';

export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
  /** All that the browser gets to see of the environment: none of the program's own settings or secrets. */
  readonly env: Record<string, string>;
}

const ARGS = [
  // As root, and in most containers, Chromium's own sandbox can't start. Designs run without scripts and network.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The same letter shapes and widths on every machine.
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The first that starts: `preferred`, the system's, Playwright's own, else the one that comes from npm, which is
 * unpacked on first use (about 2 s and 211 MB).
 * @param preferred the path of an executable (CHROMIUM_PATH)
 * @throws Error when `preferred` is given and does not start
 */
export async function findChromium(preferred?: string): Promise<Chromium | null> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir(), LANG: 'C.UTF-8' };
  if (preferred !== undefined) {
    if (await canStart(preferred, env)) return { executablePath: preferred, args: ARGS, env };
    throw new Error(`${preferred} is not a Chromium that starts on this machine`);
  }
  for (const executablePath of [...SYSTEM_PATHS, playwright.executablePath()]) {
    if (await canStart(executablePath, env)) return { executablePath, args: ARGS, env };
  }
  const packaged = await unpackPackagedChromium();
  const packagedEnv = { ...env, ...packaged?.env };
  if (packaged === null || !(await canStart(packaged.executablePath, packagedEnv))) return null;
  return { executablePath: packaged.executablePath, args: ARGS, env: packagedEnv };
}

/** A file of the right name can still be a stub, of another processor, or miss its libraries. */
async function canStart(executablePath: string, env: Record<string, string>): Promise<boolean> {
  if (!existsSync(executablePath)) return false;
  try {
    // Next's types want a NODE_ENV in every environment, a browser's included.
    const environment = env as NodeJS.ProcessEnv;
    await promisify(execFile)(executablePath, ['--version'], { env: environment, timeout: 20_000 });
    return true;
  } catch {
    // Whatever kept it from starting, the next candidate is tried.
    return false;
  }
}
