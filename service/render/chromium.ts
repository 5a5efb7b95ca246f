/** Finds a Chromium executable for the renderer and the browser tests. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { unpackPackagedChromium } from './packaged-chromium.ts';

export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
  /** All of the browser's environment variables. The service's settings and secrets are not included. */
  readonly env: Record<string, string>;
}

const ARGS = [
  // Chromium's sandbox can't start as root or in most containers.
  // Designs can't run scripts or access the network.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Makes glyph shapes and widths the same on every machine.
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
 * Returns the first Chromium that starts. Tries a Chromium installed on the system, then Playwright's, and
 * then the npm package's. Unpacking the npm package on first use takes about 2 seconds and 211 MB of disk
 * space. Returns null if no Chromium starts.
 * @param preferred the path of the only executable to try, from CHROMIUM_PATH
 * @throws Error if the executable at `preferred` doesn't start
 */
export async function findChromium(preferred?: string): Promise<Chromium | null> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir(), LANG: 'C.UTF-8' };
  if (preferred !== undefined) {
    if (await canStart(preferred, env)) return { executablePath: preferred, args: ARGS, env };
    throw new Error(`Chromium at ${preferred} does not start on this machine.`);
  }
  for (const executablePath of [...SYSTEM_PATHS, playwright.executablePath()]) {
    if (await canStart(executablePath, env)) return { executablePath, args: ARGS, env };
  }
  const packaged = await unpackPackagedChromium();
  const packagedEnv = { ...env, ...packaged?.env };
  if (packaged === null || !(await canStart(packaged.executablePath, packagedEnv))) return null;
  return { executablePath: packaged.executablePath, args: ARGS, env: packagedEnv };
}

/**
 * Runs the executable, and returns true if it starts. An executable may fail to start if it is built for
 * another processor or if shared libraries are missing.
 */
async function canStart(executablePath: string, env: Record<string, string>): Promise<boolean> {
  if (!existsSync(executablePath)) return false;
  try {
    // Next's types require NODE_ENV in every environment, including the browser's environment.
    const environment = env as NodeJS.ProcessEnv;
    await promisify(execFile)(executablePath, ['--version'], { env: environment, timeout: 20_000 });
    return true;
  } catch {
    // Ignores the error, because the caller tries the next executable.
    return false;
  }
}
