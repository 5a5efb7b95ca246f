/**
 * `npm run package`: makes dist/mailroom-VERSION.tar.gz. The package needs only Node. It contains the built
 * console, the `mailroom` command, and the packages that they load. Native packages, such as sharp, are the
 * ones for this machine, so the package runs only on the same operating system and processor type.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuild } from './build.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { copyFiles, listPackageFiles } from './package-files.ts';
import { root } from './program.ts';

const run = promisify(execFile);

/** Replaces bin/launch.cjs, because the package contains bundled programs. */
const LAUNCH = "import('../program/mailroom.js');\n";

/** Returns the first characters of the current commit's id. Returns undefined outside of a Git repository. */
async function readCommit(): Promise<string | undefined> {
  try {
    return (await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })).stdout.trim();
  } catch {
    return undefined;
  }
}

async function writeManifest(folder: string): Promise<void> {
  const { name, version, type, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const commit = await readCommit();
  const { platform, arch } = process;
  const manifest = { name, version, commit, private: true, type, engines, os: [platform], cpu: [arch] };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function assemble(folder: string): Promise<void> {
  await copyFiles(await listPackageFiles(), folder);
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'bin/launch.cjs'), LAUNCH);
  await chmod(join(folder, 'bin/mailroom'), 0o755);
  await bundlePrograms(join(folder, 'program'));
  await writeManifest(folder);
}

/** Makes the package from the current build. @returns the path of the file */
async function pack(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const name = `mailroom-${version}`;
  const file = join(root, 'dist', `${name}.tar.gz`);
  const parent = await mkdtemp(join(tmpdir(), 'mailroom-package-'));
  try {
    await assemble(join(parent, name));
    await mkdir(dirname(file), { recursive: true });
    // The files belong to the user who unpacks them, and anyone can read them, whatever this user's umask is.
    const modes = ['--mode=u+rwX,go+rX,go-w', '--owner=0', '--group=0', '--sort=name'];
    await run('tar', [...modes, '-C', parent, '-czf', file, name]);
    return file;
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Builds the console if necessary, and makes the package. @returns the path of the file, or null if the build failed */
export const makePackage = async (): Promise<string | null> => ((await ensureBuild()) ? pack() : null);

if (import.meta.main) {
  const file = await makePackage();
  if (file === null) process.exitCode = 1;
  else console.log(`${file}: ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
}
