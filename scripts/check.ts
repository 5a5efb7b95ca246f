/**
 * `npm run check`: runs every check, two at a time, because most checks use only one core. Prints each
 * check's output when the check ends. After all checks have run, fails if any of them failed.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from './program.ts';

/**
 * Two series of npm scripts, which run at the same time. The HTML check comes after the type check, because
 * the HTML check builds the console, and the build writes the types that the type check reads.
 */
const SERIES = [
  ['check:types', 'check:html'],
  ['check:format', 'boundaries', 'check:unused', 'check:exports', 'check:map', 'words'],
];

/** @returns whether the check passed */
async function runCheck(name: string): Promise<boolean> {
  const startedAt = performance.now();
  // A shell can start npm on every system, including Windows.
  const child = spawn(`npm run --silent ${name} 2>&1`, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((done) => child.once('error', () => done(1)).once('close', done)),
  ]);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n${output.trimEnd()}`);
  return code === 0;
}

async function runSeries(names: readonly string[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of names) if (!(await runCheck(name))) failed.push(name);
  return failed;
}

const failed = (await Promise.all(SERIES.map(runSeries))).flat();
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
