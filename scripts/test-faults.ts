/**
 * `npm run test:faults`: checks that each payment and each mailing happens exactly once, no matter what
 * fails. Running all cases takes half an hour. `npm test` runs only a few cases. MAILROOM_SEED=n repeats the
 * run with seed n. The last line shows how many tests passed and failed.
 */
import { ensureBuild } from './build.ts';
import { runVitest } from './runners.ts';
import { printTally } from './tally.ts';

if (!(await ensureBuild())) {
  console.error('The console could not be built, so the fault tests can’t run.');
  process.exit(1);
}
process.exitCode = printTally(await runVitest(['--project', 'faults'], { MAILROOM_FAULTS: 'full' }));
