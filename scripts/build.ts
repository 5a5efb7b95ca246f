/** Builds the console when its sources are not those of the build at hand. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './program.ts';

const SOURCES = [
  'app/**/*',
  'components/**/*',
  'lib/**/*',
  'public/**/*',
  '{middleware,instrumentation,next.config,postcss.config}.*',
  'package-lock.json',
  'tsconfig.json',
];
const next = join(root, 'node_modules/next/dist/bin/next');
/** Says which sources were built into which build; a build made by hand has another id and says nothing. */
const STAMP = join(root, '.next/sources.txt');
const BUILD_ID = join(root, '.next/BUILD_ID');

async function hashOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
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

async function stampOf(sources: string): Promise<string> {
  return `${sources} ${await readFile(BUILD_ID, 'utf8')}`;
}

async function isBuilt(): Promise<boolean> {
  if (!existsSync(BUILD_ID) || !existsSync(STAMP)) return false;
  return (await readFile(STAMP, 'utf8')) === (await stampOf(await hashOfSources()));
}

/** @returns whether there is a build of the present sources; what went wrong was printed by the build itself */
export async function ensureBuild(): Promise<boolean> {
  if (await isBuilt()) return true;
  console.log('Building the console (only needed when its source changes) …');
  const sources = await hashOfSources();
  const code = await new Promise((done) => {
    spawn(process.execPath, [next, 'build'], {
      cwd: root,
      // A NODE_ENV that a test runner left behind would break the build half-way.
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', () => done(1))
      .once('close', done);
  });
  if (code !== 0) return false;
  await writeFile(STAMP, await stampOf(sources));
  return true;
}
