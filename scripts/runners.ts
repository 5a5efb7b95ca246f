/** Runs vitest and Playwright as child processes and reads their reports. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './program.ts';
import { type RunnerResult, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';

type Env = Readonly<Record<string, string>>;

/** The directory of Node's compile cache, which all test processes and their child programs share. */
const COMPILE_CACHE = join(root, 'node_modules/.cache/mailroom-compiled');

/** Runs vitest and prints its output. @param args additional arguments for vitest */
export function runVitest(args: readonly string[] = [], env: Env = {}): Promise<Tally> {
  return withTemporaryFolder(async (folder) => {
    const report = join(folder, 'vitest.json');
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return tallyVitest(await runTests('vitest/vitest.mjs', ['run', ...reports, ...args], report, env));
  });
}

/** Runs Playwright and prints its output. @param args additional arguments for `playwright test` */
export function runPlaywright(args: readonly string[] = [], env: Env = {}): Promise<Tally> {
  return withTemporaryFolder(async (folder) => {
    const report = join(folder, 'playwright.json');
    const reportEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env };
    return tallyPlaywright(await runTests('@playwright/test/cli.js', ['test', ...args], report, reportEnv));
  });
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-reports-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runTests(
  module: string,
  args: readonly string[],
  report: string,
  env: Env,
): Promise<RunnerResult> {
  const end = await new Promise<{ code: number; signal?: string | undefined }>((done) => {
    spawn(process.execPath, [join(root, 'node_modules', module), ...args], {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', (error) => {
        console.error(`Couldn’t start the runner: ${error.message}`);
        done({ code: 1 });
      })
      .once('close', (code, signal) => done({ code: code ?? 1, signal: signal ?? undefined }));
  });
  return { ...end, report: await readReport(report) };
}

async function readReport(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    console.error(`Couldn’t read the report: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
