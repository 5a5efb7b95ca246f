/** `npm test`: everything. The last line says how many passed and how many failed. */
import { ensureBuild } from './build.ts';
import { runPlaywright, runVitest } from './runners.ts';
import { add, type Tally } from './tally.ts';

const NOT_BUILT: Tally = { passed: 0, failed: 1 };

// Built first, because the consoles that are killed in the middle of an attempt are real ones.
const isBuilt = await ensureBuild();
if (!isBuilt) console.error('The console could not be built, so there is nothing to open in a browser.');
const { passed, failed } = add(await runVitest(), isBuilt ? await runPlaywright() : NOT_BUILT);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
