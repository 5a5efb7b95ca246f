/**
 * `npm run test:operations`: tests how Mailroom runs in production, with several consoles on one PostgreSQL
 * database behind a proxy. Unlike `npm test`, it needs programs from Debian. The last line shows how many
 * tests passed and failed. To run only some of the files, add part of their names:
 * `npm run test:operations -- rolling-restart`.
 */
import { ensureBuild } from './build.ts';
import { findMissingPackages } from './debian-programs.ts';
import { runVitest } from './runners.ts';
import { printTally } from './tally.ts';

const missing = findMissingPackages();
if (missing.length > 0) {
  console.error(
    `The operations tests need more programs. To install them on Debian, run: apt-get install ${missing.join(' ')}`,
  );
  process.exit(2);
}
if (!(await ensureBuild())) {
  console.error('The console could not be built, so the operations tests can’t run.');
  process.exit(1);
}
process.exitCode = printTally(await runVitest(['--project', 'operations', ...process.argv.slice(2)]));
