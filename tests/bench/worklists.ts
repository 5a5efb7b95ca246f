/**
 * `npm run bench:worklists` compares the overview's worklists with a full count of the embedded service's own database,
 * for 150, 5,000, and 100,000 campaigns, or for the numbers after `--`. Fills an index of up to 10,000 campaigns with
 * the real sync, and a larger index with the data that the service would return. Prints each comparison, and exits with
 * 1 if anything differs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const given = process.argv.slice(2);
const sizes = given.length > 0 ? given : ['150', '5000', '100000'];
// The test runner resolves the console's modules.
const runner = ['node_modules/vitest/vitest.mjs', 'run', 'tests/console/worklists.test.ts'];
const tests = spawn(process.execPath, [...runner, '--project=console', '--disableConsoleIntercept=true'], {
  env: { ...process.env, WORKLIST_CAMPAIGNS: sizes.join(',') },
  stdio: 'inherit',
});
const [code] = await once(tests, 'exit');
console.log(code === 0 ? 'All worklists are equal.' : 'Some worklists differ.');
process.exitCode = code ?? 1;
