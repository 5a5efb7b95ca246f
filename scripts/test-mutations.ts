/**
 * `npm run test:mutations`: breaks a copy of the console on purpose, in one place at a time, and sees that tests notice. A
 * mutation that none of its tests notices is a hole in them. The last line says how many were caught.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS, type Mutation } from './mutations.ts';
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
];

const copy = await mkdtemp(join(tmpdir(), 'mailroom-mutations-'));
for (const name of [...COPIED, 'middleware.ts', 'components', 'next.config.mjs']) {
  await cp(join(root, name), join(copy, name), { recursive: true });
}
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

/** How the files of tests fare in the copy as it is now. `unmet`: tests that ran and failed. */
async function run(files: readonly string[]) {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  // To the end: a run that stops at the first failure may end before it has noted which test failed.
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...files];
  const code = await new Promise<number>((done) => {
    spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: copy,
      stdio: 'ignore',
    })
      .once('error', () => done(1))
      .once('close', (exit) => done(exit ?? 1));
  });
  const text = await readFile(report, 'utf8').catch(() => undefined); // No report: nothing could be run.
  const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
  return {
    ...tallyVitest({ code, report: parsed }),
    unmet: Number(Object(parsed).numFailedTests ?? 0),
  };
}

/** Whether a test, and not a broken build, said that something is wrong. */
async function isCaught({ file, find, replace, tests }: Mutation): Promise<boolean> {
  const path = join(copy, file);
  const original = await readFile(path, 'utf8');
  if (original.split(find).length !== 2)
    throw new Error(`${file} has not exactly one place for the mutation.`);
  await writeFile(
    path,
    original.replace(find, () => replace),
  );
  try {
    return (await run(tests)).unmet > 0;
  } finally {
    await writeFile(path, original);
  }
}

let caught = 0;
try {
  const everyTest = [...new Set(MUTATIONS.flatMap(({ tests }) => tests))];
  const whole = await run(everyTest);
  if (whole.failed > 0) {
    const failing = whole.failures.join('\n  ');
    throw new Error(`These tests fail before anything is broken:\n  ${failing}`);
  }
  for (const mutation of MUTATIONS) {
    const isNoticed = await isCaught(mutation);
    console.log(`${isNoticed ? 'caught' : 'NOT NOTICED'}: ${mutation.what}`);
    if (isNoticed) caught += 1;
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
console.log(`${caught} of ${MUTATIONS.length} mutations caught`);
process.exitCode = caught === MUTATIONS.length ? 0 : 1;
