/** `npm run size`: prints the size of the scripts that each route loads, and fails if a route exceeds the budget. */
import { ensureBuild } from './build.ts';
import { FIRST_LOAD_BUDGET, measureFirstLoads } from './first-load.ts';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

if (!(await ensureBuild())) process.exit(1);
const loads = await measureFirstLoads();
for (const { route, bytes } of loads) {
  const over = bytes > FIRST_LOAD_BUDGET ? `  over by ${kilobytes(bytes - FIRST_LOAD_BUDGET)}` : '';
  console.log(`${kilobytes(bytes).padStart(9)}  ${route}${over}`);
}
const tooBig = loads.filter(({ bytes }) => bytes > FIRST_LOAD_BUDGET);
console.log(`${loads.length} routes. The budget is ${kilobytes(FIRST_LOAD_BUDGET)} per route, after gzip.`);
if (tooBig.length > 0 || loads.length === 0) process.exitCode = 1;
