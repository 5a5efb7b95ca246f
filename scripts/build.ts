/** `npm run build`: builds the console. Other scripts build it only if its sources have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressBuild } from './compress-build.ts';
import { root } from './program.ts';

const SOURCES = [
  'app/**/*',
  'components/**/*',
  'lib/**/*',
  'public/**/*',
  '{middleware,instrumentation,next.config,postcss.config}.*',
  'scripts/compress-build.ts',
  'package-lock.json',
  'tsconfig.json',
];
const next = join(root, 'node_modules/next/dist/bin/next');
/**
 * A file that contains a hash of the sources and the id of the last complete build. A build with `next build`
 * gets a different id, so the next call to `ensureBuild` builds again.
 */
const STAMP_FILE = join(root, '.next/sources.txt');
const BUILD_ID_FILE = join(root, '.next/BUILD_ID');

/** Returns a hash of the names and contents of files. @param patterns glob patterns, relative to the root */
export async function hashFiles(patterns: readonly string[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  files.sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function readStamp(sources: string): Promise<string> {
  return `${sources} ${await readFile(BUILD_ID_FILE, 'utf8')}`;
}

async function isBuilt(): Promise<boolean> {
  if (!existsSync(BUILD_ID_FILE) || !existsSync(STAMP_FILE)) return false;
  return (await readFile(STAMP_FILE, 'utf8')) === (await readStamp(await hashFiles(SOURCES)));
}

/** The development packages that `next build` would install if they were missing. */
const REQUIRED_PACKAGES = ['typescript', '@types/react', '@types/node'];

const isInstalled = (name: string): boolean => existsSync(join(root, 'node_modules', name, 'package.json'));

/** Builds the console and compresses its files. @returns false if the build failed, after printing the errors */
async function build(): Promise<boolean> {
  if (!REQUIRED_PACKAGES.every(isInstalled)) {
    console.error(
      'A build needs the development packages. Run `npm ci` without `--omit=dev`, and build again.',
    );
    return false;
  }
  const sources = await hashFiles(SOURCES);
  const code = await new Promise((done) => {
    spawn(process.execPath, [next, 'build'], {
      cwd: root,
      // A test runner sets NODE_ENV to "test", but the build fails with that value.
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', () => done(1))
      .once('close', done);
  });
  if (code !== 0) return false;
  // `npm run package` copies only some of these files.
  await rm(join(root, '.next/standalone'), { recursive: true, force: true });
  await compressBuild();
  await writeFile(STAMP_FILE, await readStamp(sources));
  return true;
}

/**
 * Builds the console if necessary. If the build fails, prints the build's errors.
 * @returns whether a build of the current sources exists
 */
export async function ensureBuild(): Promise<boolean> {
  if (await isBuilt()) return true;
  console.log('Building the console, because the source code has changed or there is no build …');
  return build();
}

if (import.meta.main && !(await build())) process.exitCode = 1;
