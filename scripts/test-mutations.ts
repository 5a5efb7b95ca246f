/**
 * `npm run test:mutations`: introduces one bug at a time into a copy of the console, and checks that a test
 * fails. If no test fails, the tests have a gap. The last line shows how many mutations the tests caught. To
 * test only some topics' mutations, pass the topics as arguments, as in `npm run test:mutations -- sign-in`.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutation } from './mutations/mutation.ts';
import { selectMutations } from './mutations/topics.ts';
import { root } from './program.ts';
import { tallyVitest } from './tally.ts';

const COPIED = [
  'lib',
  'service',
  'scripts',
  'tests',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'app',
  'docs',
];

const mutations = selectMutations(process.argv.slice(2));
const copy = await mkdtemp(join(tmpdir(), 'mailroom-mutations-'));
for (const name of [...COPIED, 'middleware.ts', 'components', 'next.config.mjs']) {
  await cp(join(root, name), join(copy, name), { recursive: true });
}
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

/**
 * Runs test files in the copy of the console. `failedTests` is the number of tests that ran and failed. Files
 * that didn't load aren't counted.
 */
async function runTestFiles(files: readonly string[]) {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  // We don't use --bail, because vitest could then exit before it reports the failed test.
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...files];
  const code = await new Promise<number>((done) => {
    spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: copy,
      stdio: 'ignore',
    })
      .once('error', () => done(1))
      .once('close', (exit) => done(exit ?? 1));
  });
  const text = await readFile(report, 'utf8').catch(() => undefined); // If there's no report, no tests ran.
  const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
  return {
    ...tallyVitest({ code, report: parsed }),
    failedTests: Number(Object(parsed).numFailedTests ?? 0),
  };
}

/** Returns whether the mutation makes a test fail. Files that don't load don't count as failed tests. */
async function isCaught({ file, find, replace, tests }: Mutation): Promise<boolean> {
  const path = join(copy, file);
  const original = await readFile(path, 'utf8');
  if (original.split(find).length !== 2)
    throw new Error(`The text to replace must occur exactly once in ${file}.`);
  await writeFile(
    path,
    original.replace(find, () => replace),
  );
  try {
    return (await runTestFiles(tests)).failedTests > 0;
  } finally {
    await writeFile(path, original);
  }
}

let caught = 0;
try {
  const allTests = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const unmutated = await runTestFiles(allTests);
  if (unmutated.failed > 0) {
    const failing = unmutated.failures.join('\n  ');
    throw new Error(`These tests fail without any mutation:\n  ${failing}`);
  }
  for (const mutation of mutations) {
    const wasCaught = await isCaught(mutation);
    console.log(`${wasCaught ? 'caught' : 'NOT CAUGHT'}: ${mutation.what}`);
    if (wasCaught) caught += 1;
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
console.log(`${caught} of ${mutations.length} mutations caught`);
process.exitCode = caught === mutations.length ? 0 : 1;
