/**
 * `npm test`: runs all tests. The output ends with a list of failures and a count of passed and failed tests.
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
process.exitCode = printTally(addTallies(await runVitest(), isBuilt ? await runPlaywright() : NOT_BUILT));
