/**
 * `npm test`: runs all tests except the operations tests, which need programs from Debian. The output ends with a list
 * of failures and a count of passed and failed tests.
 */
import { ensureBuild } from './build.ts';
import { runPlaywright, runVitest } from './runners.ts';
import { addTallies, printTally, type Tally } from './tally.ts';

const NOT_BUILT: Tally = {
  passed: 0,
  failed: 1,
  failures: ['The console could not be built, so the browser tests can’t run.'],
};

// The fault tests and the browser tests require a build of the console.
const isBuilt = await ensureBuild();
const tally = await runVitest(['--project', '!operations']);
process.exitCode = printTally(addTallies(tally, isBuilt ? await runPlaywright() : NOT_BUILT));
