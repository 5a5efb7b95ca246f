/**
 * `npm run check:exports`: checks that every exported function has a unique name, because unique names are
 * easy to search for. Also checks that imports between modules start with `#`, and that imports within a
 * module are relative.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDuplicateExports, findImportStyle, readModule, type SharedName } from './module-rules.ts';
import { root } from './program.ts';
import { isCode, listSourceFiles } from './source-files.ts';

const SHARED_NAMES: readonly SharedName[] = [
  {
    name: /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|generateMetadata|generateStaticParams|register|middleware)$/,
    files: /^(app\/|middleware\.ts|instrumentation\.ts)/,
    reason: 'Next.js requires these names.',
  },
];

const paths = listSourceFiles().filter(isCode);
const modules = await Promise.all(
  paths.map(async (path) => readModule(path, await readFile(join(root, path), 'utf8'))),
);
const problems = [...findDuplicateExports(modules, SHARED_NAMES), ...modules.flatMap(findImportStyle)];
for (const problem of problems) console.log(problem);
console.log(`${problems.length} problems in ${modules.length} modules.`);
if (problems.length > 0 || modules.length === 0) process.exitCode = 1;
