/** The two runners of tests as child processes, and what they report. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './program.ts';
import { type RunnerResult, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';

type Env = Readonly<Record<string, string>>;

/** Keeps what the many processes of the tests, and of the programs that they start, have compiled. */
const COMPILED = join(root, 'node_modules/.cache/mailroom-compiled');

/** @param args beyond those of the reports; the tests' own output goes to the terminal */
export function runVitest(args: readonly string[] = [], env: Env = {}): Promise<Tally> {
  return inFolder(async (folder) => {
    const report = join(folder, 'vitest.json');
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return tallyVitest(await run('vitest/vitest.mjs', ['run', ...reports, ...args], report, env));
  });
}

export function runPlaywright(): Promise<Tally> {
  return inFolder(async (folder) => {
    const report = join(folder, 'playwright.json');
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    return tallyPlaywright(await run('@playwright/test/cli.js', ['test'], report, env));
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-reports-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(module: string, args: readonly string[], report: string, env: Env): Promise<RunnerResult> {
  const code = await new Promise<number>((done) => {
    spawn(process.execPath, [join(root, 'node_modules', module), ...args], {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', () => done(1))
      .once('close', (exit) => done(exit ?? 1));
  });
  return { code, report: await readReport(report) };
}

async function readReport(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    console.error(`No report could be read: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
