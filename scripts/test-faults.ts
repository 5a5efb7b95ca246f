/**
 * `npm run test:faults`: money and mail move exactly once, whatever breaks. All of what `npm test` tries in small: takes
 * half an hour. MAILROOM_SEED=n tries again what a run with that seed tried. The last line says how many passed.
 */
import { ensureBuild } from './build.ts';
import { runVitest } from './runners.ts';
import { printTally } from './tally.ts';

if (!(await ensureBuild())) {
  console.error('The console could not be built, so there is nothing to break.');
  process.exit(1);
}
process.exitCode = printTally(await runVitest(['--project', 'faults'], { MAILROOM_FAULTS: 'full' }));
