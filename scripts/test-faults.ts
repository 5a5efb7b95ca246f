/**
 * `npm run test:faults`: checks that payments and mail happen exactly once, whatever breaks. Runs all the cases of which
 * `npm test` runs a few, in half an hour. MAILROOM_SEED=n repeats the run with that seed. The last line has the counts.
 */
import { ensureBuild } from './build.ts';
import { runVitest } from './runners.ts';
import { printTally } from './tally.ts';

if (!(await ensureBuild())) {
  console.error('The console could not be built, so there is nothing to break.');
  process.exit(1);
}
process.exitCode = printTally(await runVitest(['--project', 'faults'], { MAILROOM_FAULTS: 'full' }));
