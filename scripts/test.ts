/** `npm test`: everything. The last lines say what failed, how many passed and how many failed. */
import { ensureBuild } from './build.ts';
import { runPlaywright, runVitest } from './runners.ts';
import { addTallies, printTally, type Tally } from './tally.ts';

const NOT_BUILT: Tally = {
  passed: 0,
  failed: 1,
  failures: ['The console could not be built, so there is nothing to open in a browser.'],
};

// Built first, because the consoles that are killed in the middle of an attempt are real ones.
const isBuilt = await ensureBuild();
process.exitCode = printTally(addTallies(await runVitest(), isBuilt ? await runPlaywright() : NOT_BUILT));
