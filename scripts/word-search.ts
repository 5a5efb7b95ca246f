/** Finds left-over words in a file: in its name, its identifiers, its comments, its strings and its prose. */
import { isCode, listIdentifiers } from './source-files.ts';

export interface LeftOverWord {
  /** Words in a row, in lower case; each may be a regular expression: `deeds?`, `said (done|refused)`. */
  readonly find: string;
  readonly say: string;
  /**
   * `names`: within one identifier or one part of a path. `file`: a file's or directory's whole name. Everywhere if left out.
   */
  readonly in?: 'names' | 'file';
  /** Path prefixes. The whole repository if left out. */
  readonly within?: readonly string[];
  /** Exact phrases in which the words are right. */
  readonly except?: readonly string[];
}

export interface Finding {
  readonly path: string;
  /** Counted from 1; undefined if the path itself has the words. */
  readonly line?: number;
  readonly found: string;
  readonly say: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What may stand between two words of a phrase: part of a name, or white space with a comment's margin. */
const GAP = /^[\s*/_'’"`{},-]*$/;
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** Splits text and identifiers into words: `MOST_TRIES`, `readTries`, `at-once`. */
function splitWords(text: string): Word[] {
  return [...text.matchAll(WORD)].map(([word, ...rest]) => {
    const start = rest.at(-1) === undefined ? 0 : 0;
    return { text: word.toLowerCase(), start, end: start };
  });
}

/** @param text undefined for a file of which only the name is checked */
export function findLeftOverWords(
  path: string,
  text: string | undefined,
  list: readonly LeftOverWord[],
): Finding[] {
  return [...searchPath(path, list), ...(text === undefined ? [] : searchText(path, text, list))];
}
