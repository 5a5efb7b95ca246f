/**
 * `npm run test:faults`: checks that each payment and each mailing happens exactly once, no matter what
 * fails, and that the proxy responds safely to 10,000 generated requests. Running all cases takes half an
 * hour. `npm test` runs only a few cases. MAILROOM_SEED=n repeats the fault tests with seed n. The last line
 * shows how many tests passed and failed.
 */
import { ensureBuild } from './build.ts';
import { runPlaywright, runVitest } from './runners.ts';
import { addTallies, printTally } from './tally.ts';

if (!(await ensureBuild())) {
  console.error('The console could not be built, so the fault tests can’t run.');
  process.exit(1);
}
const env = { MAILROOM_FAULTS: 'full' };
const faults = await runVitest(['--project', 'faults'], env);
process.exitCode = printTally(addTallies(faults, await runPlaywright(['proxy-generated.spec.ts'], env)));
