/**
 * `npm run check:map`: checks that the tables in docs/architecture.md list every file in the directories that
 * they cover, and only files that exist.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMapProblems } from './file-map.ts';
import { root } from './program.ts';
import { listSourceFiles } from './source-files.ts';

const document = await readFile(join(root, 'docs/architecture.md'), 'utf8');
const problems = findMapProblems(document, listSourceFiles());
for (const problem of problems) console.log(problem);
console.log(`${problems.length} problems in the file lists of docs/architecture.md.`);
if (problems.length > 0) process.exitCode = 1;
