/**
 * Finds words that Mailroom no longer uses. Searches a file's path, identifiers, comments, strings, and
 * prose.
 */
import { type Identifier, isCode, listIdentifiers } from './source-files.ts';

export interface LeftOverWord {
  /** Phrases in lowercase. Each word in a phrase is a regular expression, such as `orders?` or `(is|was)`. */
  readonly find: string | readonly string[];
  readonly say: string;
  /**
   * Limits where the words are searched for. `names` searches for words inside an identifier or a part of a
   * path. `name` matches only a whole identifier or a whole part of a path. `file` matches only a whole part
   * of a path. Without a value, the search covers everything.
   */
  readonly in?: 'names' | 'name' | 'file';
  /** Prefixes of the paths to search. If omitted, all paths are searched. */
  readonly within?: readonly string[];
  /** Prefixes of the paths to skip. */
  readonly outside?: readonly string[];
  /** Exact phrases in which the words are allowed. */
  readonly except?: readonly string[];
}

export interface Finding {
  readonly path: string;
  /** The line number, starting at 1. Undefined if the words are in the path. */
  readonly line?: number;
  readonly found: string;
  readonly say: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}
interface Word extends Range {
  readonly text: string;
}

/**
 * Matches the text between two words of a phrase. In a name, that text is empty or a punctuation mark. In
 * prose, that text consists of whitespace and comment markers.
 */
const GAP = /^(?:[_'’-]|,?[\s*/"'`{}]+)?$/;

/**
 * Splits prose and identifiers into words. For example, `MOST_TRIES`, `readTries`, and `at-once` have two
 * words each.
 */
function splitWords(text: string): Word[] {
  return [...text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** @param text the file's text, or undefined to search only the path */
export function findLeftOverWords(
  path: string,
  text: string | undefined,
  list: readonly LeftOverWord[],
): Finding[] {
  const isIn = (starts: readonly string[]) => starts.some((start) => path.startsWith(start));
  const entries = list.filter(({ within, outside = [] }) => (within ? isIn(within) : true) && !isIn(outside));
  const inPath = entries.flatMap((entry) =>
    findInName(entry, path.split('/'), 'file').map((found) => ({ path, found, say: entry.say })),
  );
  return text === undefined ? inPath : [...inPath, ...findInText(path, text, entries)];
}

function findInText(path: string, text: string, entries: readonly LeftOverWord[]): Finding[] {
  const prose = path.endsWith('.md') ? blankQuotations(path, text) : text;
  const words = splitWords(prose);
  const identifiers = isCode(path) ? listIdentifiers(path, text) : [];
  const lineAt = lineCounter(text);
  return entries
    .flatMap((entry) => {
      const ranges =
        entry.in === undefined ? matchWords(prose, words, entry.find) : inNames(entry, identifiers);
      return ranges
        .filter((range) => !isExcepted(prose, range, entry.except))
        .map(({ start, end }) => ({
          path,
          line: lineAt(start),
          found: text.slice(start, end).replace(/\s+/g, ' '),
          say: entry.say,
        }));
    })
    .sort((a, b) => a.line - b.line);
}

function inNames(entry: LeftOverWord, identifiers: readonly Identifier[]): Range[] {
  if (entry.in === 'file') return [];
  return identifiers.flatMap(({ name, index }) => {
    const words = splitWords(name);
    return matchWords(name, words, entry.find)
      .filter(({ start, end }) => entry.in !== 'name' || (start === 0 && end === name.length))
      .map(({ start, end }) => ({ start: index + start, end: index + end }));
  });
}

/** Returns the parts of a path that contain the words. */
function findInName(entry: LeftOverWord, parts: readonly string[], kind: 'file'): string[] {
  return parts.filter((part) => {
    const stem = part.replace(/\.\w+$/, '');
    const isWhole = entry.in === 'name' || entry.in === kind;
    return matchWords(stem, splitWords(stem), entry.find)
      .filter((range) => !isExcepted(stem, range, entry.except))
      .some(({ start, end }) => !isWhole || (start === 0 && end === stem.length));
  });
}

const patterns = new Map<string, readonly RegExp[]>();

function patternsOf(phrase: string): readonly RegExp[] {
  const known = patterns.get(phrase);
  if (known) return known;
  const compiled = phrase.split(' ').map((word) => new RegExp(`^(?:${word})$`));
  patterns.set(phrase, compiled);
  return compiled;
}

const matchWords = (text: string, words: readonly Word[], find: LeftOverWord['find']): Range[] =>
  [find].flat().flatMap((phrase) => matchPhrase(text, words, phrase));

function matchPhrase(text: string, words: readonly Word[], phrase: string): Range[] {
  const [first, ...rest] = patternsOf(phrase);
  return words.flatMap((word, i) => {
    if (!first?.test(word.text)) return [];
    let end = word.end;
    for (const [offset, pattern] of rest.entries()) {
      const next = words[i + offset + 1];
      if (!next || !pattern.test(next.text) || !GAP.test(text.slice(end, next.start))) return [];
      end = next.end;
    }
    return [{ start: word.start, end }];
  });
}

function isExcepted(text: string, { start, end }: Range, phrases: readonly string[] = []): boolean {
  return phrases.some((phrase) => {
    const from = text.lastIndexOf(phrase, start);
    return from !== -1 && from + phrase.length >= end;
  });
}

/** Blanks out quotations in a document without changing the line numbers. */
function blankQuotations(path: string, text: string): string {
  const blank = (quoted: string) => quoted.replace(/\S/g, ' ');
  const plain = text.replace(/“[^”]*”|`[^`\n]+`/g, blank);
  return path === 'docs/glossary.md' ? blankReplacedColumns(plain, blank) : plain;
}

/** Blanks out the columns of the glossary that list words to avoid. */
function blankReplacedColumns(text: string, blank: (cell: string) => string): string {
  let replaced: readonly number[] = [];
  return text
    .split('\n')
    .map((line) => {
      if (!line.startsWith('|')) {
        replaced = [];
        return line;
      }
      const cells = line.split('|');
      const headings = cells.flatMap((cell, i) => (/^\s*(not|now|before)\s*$/i.test(cell) ? [i] : []));
      if (headings.length > 0) replaced = headings;
      return cells.map((cell, i) => (replaced.includes(i) ? blank(cell) : cell)).join('|');
    })
    .join('\n');
}

function lineCounter(text: string): (index: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
