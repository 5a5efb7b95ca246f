import { describe, expect, test } from 'vitest';
import { findLeftOverWords, type LeftOverWord } from '#scripts/word-search.ts';

/** The banned words are invented, so that the word search doesn't report this file. */
const LIST: readonly LeftOverWord[] = [
  { find: 'frobs?', say: 'action' },
  { find: 'most', in: 'names', say: 'MAX_', except: ['almostMost'] },
  { find: 'in one go', in: 'names', say: 'CONCURRENCY' },
  { find: ['glorp', 'do glorp'], in: 'file', say: 'a noun' },
  { find: 'snarf', in: 'name', say: 'request' },
  { find: 'the mail is being frobbed', say: 'Generating proof…' },
  { find: 'blip', within: ['lib/'], outside: ['lib/old/'], say: 'email', except: ['blip.replaceState'] },
];

function search(path: string, text: string): string[] {
  return findLeftOverWords(path, text, LIST).map(({ line, found }) => (line ? `${line}: ${found}` : found));
}

describe('the word search in code', () => {
  test.each([
    ['export const FrobButton = 1;', '1: Frob'],
    ['function readFrobs() {}', '1: Frobs'],
    ['const a = { frob_count: 1 };', '1: frob'],
    ['interface A { readonly frob: string }', '1: frob'],
    ['// A frob is done.', '1: frob'],
    ["const text = 'Do this frob';", '1: frob'],
    ['const text = `A frob`;', '1: frob'],
    ['const a = <p title="frob">x</p>;', '1: frob'],
    ['const a = <p>\n  Any frob\n</p>;', '2: frob'],
    ["test('does a frob', () => undefined);", '1: frob'],
  ])('finds a banned word in the code %s', (text, found) => {
    expect(search('app/a.tsx', text)).toEqual([found]);
  });

  test.each(['const MOST_ITEMS = 1;', 'const mostItems = 1;', 'const { most } = a;'])(
    'finds a word in the code %s that is banned in names',
    (text) => {
      expect(search('app/a.ts', text)).toHaveLength(1);
    },
  );

  test('allows a word in prose if the word is banned only in names', () => {
    expect(search('app/a.ts', "// The most there is, in one go.\nconst a = 'most';")).toEqual([]);
  });

  test.each(['IN_ONE_GO', 'inOneGo', 'in_one_go'])(
    'splits the name %s into words to find a banned phrase',
    (name) => {
      expect(search('app/a.ts', `// é “quoted” ✉️\n\nconst ${name} = 1;`)).toEqual([`3: ${name}`]);
    },
  );

  test('doesn’t report a banned name that is part of a longer name', () => {
    expect(search('app/a.ts', 'const snarf = 1, snarfCount = 2;')).toEqual(['1: snarf']);
  });

  test('finds a banned sentence that spans several lines of a comment', () => {
    expect(search('app/a.ts', '/**\n * The mail is\n * being frobbed.\n */')).toEqual([
      '2: The mail is * being frobbed',
    ]);
    expect(search('app/a.ts', '// The mail is. Being frobbed.')).toEqual([]);
  });

  test('doesn’t report a banned word that is part of a longer word', () => {
    expect(search('app/a.ts', 'const frobnicate = 1; // defrob')).toEqual([]);
  });
});

describe('the word search in paths', () => {
  test('searches each part of a path', () => {
    expect(search('app/frob-list.tsx', '')).toEqual(['frob-list.tsx']);
    expect(search('app/readFrob/page.tsx', '')).toEqual(['readFrob']);
    expect(search('docs/004-the-frob.md', '')).toEqual(['004-the-frob.md']);
  });

  test('searches the path of a file that isn’t text', () => {
    expect(findLeftOverWords('docs/frob.png', undefined, LIST)).toHaveLength(1);
  });

  test('reports a word that is banned as a whole name only if a file or directory has exactly that name', () => {
    expect(search('components/glorp.ts', '// glorp')).toEqual(['glorp.ts']);
    expect(search('components/do-glorp/a.ts', '')).toEqual(['do-glorp']);
    expect(search('components/glorp-list.ts', '')).toEqual([]);
  });
});

describe('the word search', () => {
  test('allows banned words in a document’s quotations', () => {
    expect(search('docs/a.md', 'Say action, not “frob” or `FrobButton`.')).toEqual([]);
    expect(search('docs/a.md', 'Not “frob”.\nA frob.')).toEqual(['2: frob']);
    expect(search('app/a.ts', '// Not “frob”.')).toEqual(['1: frob']);
  });

  test('allows banned words in the glossary columns that list banned words', () => {
    const table = '| thing | say | not |\n|---|---|---|\n| a | action | frob |\n\n| b | frob | c |';
    expect(search('docs/glossary.md', table)).toEqual(['5: frob']);
    expect(search('docs/glossary.md', '| a frob | say | not |\n| frob | a | frob |')).toEqual([
      '1: frob',
      '2: frob',
    ]);
    expect(search('docs/other.md', table)).toHaveLength(2);
  });

  test('allows a banned word only within an exempt phrase', () => {
    expect(search('lib/a.ts', 'blip.replaceState(1); blip.push(2);')).toEqual(['1: blip']);
    expect(search('lib/a.ts', 'const almostMost = 1;')).toEqual([]);
  });

  test('allows a word outside the directories where the word is banned', () => {
    expect(search('lib/a.ts', '// blip')).toEqual(['1: blip']);
    expect(search('app/a.ts', '// blip')).toEqual([]);
    expect(search('lib/old/a.ts', '// blip')).toEqual([]);
  });
});
