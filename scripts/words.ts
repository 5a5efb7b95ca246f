/**
 * `npm run words`: checks that code, file names, and prose don't contain words that the glossary's terms have replaced.
 * Quotations in documents, the lists of replaced words, and existing migrations are exempt.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OVER_WORDS } from './left-over-words.ts';
import { root } from './program.ts';
import { listSourceFiles } from './source-files.ts';
import { findLeftOverWords } from './word-search.ts';

const SEARCHED = /^(app|components|docs|lib|scripts|service|tests|\.ci)\/|^[^/]+$/;
const TEXT = /\.(tsx?|mts|mjs|css|json|md|sql|html|yml|example)$|^\.ci\/|^\.\w+$/;
/**
 * Files that aren't searched: the lock file, the word list, a test's rows from an old database, and the
 * existing migrations, which can't be changed.
 */
const EXEMPT =
  /^package-lock\.json$|^scripts\/left-over-words\.ts$|^tests\/console\/support\/old-rows\.ts$|\/migrations\/(000\d_|meta\/(000\d_|_journal))/;

const paths = listSourceFiles().filter((path) => SEARCHED.test(path) && !EXEMPT.test(path));
const findings = await Promise.all(
  paths.map(async (path) => {
    const text = TEXT.test(path) ? await readFile(join(root, path), 'utf8') : undefined;
    return findLeftOverWords(path, text, LEFT_OVER_WORDS);
  }),
);
for (const { path, line, found, say } of findings.flat()) {
  console.log(`${line === undefined ? path : `${path}:${line}`}: ${found} → ${say}`);
}
const count = findings.flat().length;
console.log(`${count} leftover ${count === 1 ? 'word' : 'words'} in ${paths.length} files.`);
if (count > 0 || paths.length === 0) process.exitCode = 1;
