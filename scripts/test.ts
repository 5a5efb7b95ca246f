/** `npm test`: everything, in order of speed. The last line says how many passed and how many failed. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './build.ts';
import { root } from './program.ts';
import { add, type Run, type Tally, tallyPlaywright, tallyVitest } from './tally.ts';

const reports = await mkdtemp(join(tmpdir(), 'mailroom-reports-'));

async function run(
  module: string,
  args: string[],
  report: string,
  env: Record<string, string> = {},
): Promise<Run> {
  const code = await new Promise<number>((done) => {
    spawn(process.execPath, [join(root, 'node_modules', module), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
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

async function unitTests(): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return tallyVitest(await run('vitest/vitest.mjs', args, report));
}

async function browserTests(): Promise<Tally> {
  if (!(await ensureBuild())) {
    console.error('The console could not be built, so there is nothing to open in a browser.');
    return { passed: 0, failed: 1 };
  }
  const report = join(reports, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return tallyPlaywright(await run('@playwright/test/cli.js', ['test'], report, env));
}

const { passed, failed } = add(await unitTests(), await browserTests());
await rm(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
