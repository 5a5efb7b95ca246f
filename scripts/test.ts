/** `npm test`: runs all tests. The last lines show the failures and the counts. */
import { ensureBuild } from './build.ts';
import { runPlaywright, runVitest } from './runners.ts';
import { addTallies, printTally, type Tally } from './tally.ts';

const NOT_BUILT: Tally = {
  passed: 0,
  failed: 1,
  failures: ['The console could not be built, so the browser tests can’t run.'],
};

// Built first, because the fault tests start the built console, too.
const isBuilt = await ensureBuild();
process.exitCode = printTally(addTallies(await runVitest(), isBuilt ? await runPlaywright() : NOT_BUILT));
